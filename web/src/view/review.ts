// What a review says, in words. Pure.

/** One decision of the seat; answer counts from 1, and was given at the replay's step before it. */
export interface Decision {
  answer: number;
  played: string;
  best: string;
  played_label: string;
  best_label: string;
  /** Missing: not weighed. */
  cost?: number;
  /** Its standard error; and that the cost is more than what chance may feign. */
  noise?: number;
  mistake?: boolean;
}

export interface Review {
  seat: number;
  unit: "coins" | "points";
  decisions: Decision[];
  dearest: number[];
  weighed: number;
  total: number;
  like: string | null;
  cut?: true;
}

const number = (value: number) => value.toFixed(value < 10 ? 1 : 0);

/** A decision as a mark beside it: never by colour alone. */
export function costWords(decision: Decision, unit: Review["unit"]): string {
  if (decision.cost === undefined) return "not weighed";
  if (!decision.mistake) return "cost nothing";
  return `cost ${number(decision.cost)} ± ${number(decision.noise ?? 0)} ${unit}`;
}

/** "search:2" is level 2; company has the names of those who play so. */
export function likeWords(review: Review, company: { bot: string; title: string }[] = []): string {
  const { like } = review;
  if (!like) return "Too few decisions to tell whom that is like.";
  const title = company.find((one) => one.bot === like)?.title;
  const level = /^search:(\d)$/.exec(like)?.[1];
  const who = level ? `level ${level}` : "somebody who picks at random";
  return `Played like ${who}${title ? `: ${title.charAt(0).toLowerCase()}${title.slice(1)}` : ""}.`;
}

export function sumWords(review: Review): string {
  const { decisions, weighed, total, unit } = review;
  const n = decisions.length;
  if (!n) return "There was nothing to decide.";
  const all = `${n} ${n === 1 ? "decision" : "decisions"}${review.cut ? ", the first of more" : ""}`;
  if (!review.dearest.length) return `${all}; none is known to have cost anything.`;
  return `${all}; in all they cost ${number(total)} ${unit}, ${number(total / Math.max(1, weighed))} each.`;
}

/** The decision that is open at a step of the replay, else the one that led there. */
export function decisionAt(review: Review, step: number): Decision | undefined {
  return (
    review.decisions.find((decision) => decision.answer - 1 === step) ??
    review.decisions.find((decision) => decision.answer === step)
  );
}
