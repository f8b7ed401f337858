// Made-up Views, one for each shape a game may need. Nothing here is a game of the house.
import type { Choice, Counter, Item, Person, View, Zone } from "../view/types.ts";

const ranks: Record<string, [number, string]> = {
  W: [1, "Warrior"],
  L: [2, "Lady"],
  B: [3, "Bard"],
  M: [4, "Merchant"],
  R: [5, "Rogue"],
};
const animals: Record<string, [string, string]> = {
  wolf: ["red", "lines"],
  hawk: ["red", "lines"],
  horse: ["green", "waves"],
  owl: ["green", "waves"],
  hare: ["blue", "circles"],
  wren: ["blue", "circles"],
};
const hues: Record<string, string> = { red: "lines", green: "waves", blue: "circles" };

/** "B-wren", "D-red", "W-grey" or "back" as an item without its id. */
export function card(code: string): Omit<Item, "id"> {
  if (code === "back") return { kind: "card", hidden: true };
  const [letter, suit] = code.split("-") as [string, string];
  if (letter === "D")
    return {
      kind: "card",
      code,
      letter,
      name: `${suit} Dragon`,
      title: "Dragon",
      figure: "dragon",
      hue: suit,
      pattern: hues[suit],
    };
  const [number, title] = ranks[letter]!;
  if (suit === "grey")
    return {
      kind: "card",
      code,
      letter,
      number,
      name: `Grey ${title}`,
      title,
      figure: title.toLowerCase(),
      hue: "grey",
    };
  const [hue, pattern] = animals[suit]!;
  return {
    kind: "card",
    code,
    letter,
    number,
    suit,
    hue,
    pattern,
    name: `${title} of ${suit}`,
    title,
    figure: title.toLowerCase(),
  };
}

const die = (face: number): Omit<Item, "id"> => (face ? { kind: "die", face } : { kind: "empty" });
const token = (text: string): Omit<Item, "id"> => ({ kind: "token", text });
const words = (text: string, depth = 0): Omit<Item, "id"> => ({ kind: "text", text, depth });

let nextZone = 0;
function zone(
  name: string,
  owner: number | null,
  layout: Zone["layout"],
  items: Omit<Item, "id">[],
  more: Partial<Zone> = {},
): Zone {
  const at = nextZone++;
  return {
    name,
    owner,
    layout,
    zone: at + 1,
    size: items.length,
    items: items.map((item, i) => ({ ...item, id: at * 256 + i })),
    ...more,
  };
}

const hand = (owner: number, codes: string) => zone("hand", owner, "fan", codes.split(" ").map(card));
const backs = (owner: number, n: number) =>
  zone(
    "hand",
    owner,
    "fan",
    Array.from({ length: n }, () => card("back")),
  );
const count = (name: string, owner: number | null, value: number): Counter => ({ name, owner, value });
const status = (owner: number, word: string): Counter => ({ name: "status", owner, word });

export const crowd: Person[] = [
  "Aldis",
  "Brenna",
  "Odo",
  "Ysolde",
  "Wat",
  "Maerwyn",
  "Tam",
  "Hild",
  "Corvin",
  "Bea",
].map((name, i) => ({
  name,
  bot: i % 3 === 2,
  here: true,
}));

const blank: View = {
  id: "specimen",
  games: [{ title: "Specimen" }],
  viewer: 0,
  seats: 4,
  start: 2,
  asked: [0],
  sealed: [],
  clock: false,
  over: false,
  scores: [],
  zones: [],
  counters: [],
  choices: [],
};

const make = (part: Partial<View>): View => {
  const view = { ...blank, ...part };
  return {
    ...view,
    scores: view.scores.length ? view.scores : Array.from({ length: view.seats }, (_, i) => 20 + i * 7),
  };
};

const pointing = (from: Zone, indices: number[]) =>
  indices.map((i) => ({ id: from.items[i]!.id, word: from.items[i]!.code ?? String(from.items[i]!.face ?? i) }));
const all = (from: Zone) =>
  pointing(
    from,
    from.items.map((_, i) => i),
  );

function betting(): View {
  const own = hand(0, "B-wren M-hare B-horse R-wolf L-hawk");
  return make({
    games: [{ title: "Small centre", phase: "Second round of betting" }],
    seats: 6,
    zones: [
      zone("deck", null, "stack", [], { size: 54 }),
      zone("open card", null, "row", [card("B-hare")]),
      own,
      ...[1, 2, 3, 5].map((seat) => backs(seat, 5)),
    ],
    counters: [
      count("pot", null, 46),
      count("side pot", null, 12),
      ...[86, 62, 118, 0, 91, 74].map((coins, seat) => count("coins", seat, coins)),
      count("bet", 0, 4),
      count("bet", 1, 8),
      count("bet", 2, 8),
      status(3, "all in"),
      status(4, "folded"),
    ],
    prompt: "Four more to stay in.",
    help: "Amounts are the whole of your bet in this round.",
    choices: [
      { kind: "plain", label: "Fold", word: "fold" },
      { kind: "plain", label: "Call 4", word: "call" },
      { kind: "amount", label: "Raise to 12-86", word: "raise", lo: 12, hi: 86 },
    ],
  });
}

function exchange(): View {
  const view = betting();
  const own = view.zones.find((z) => z.owner === 0)!;
  return {
    ...view,
    games: [{ title: "Subset", phase: "Exchange" }],
    prompt: "Exchange which cards?",
    help: "None, one or two.",
    choices: [{ kind: "subset", label: "Exchange", word: "exchange", lo: 0, hi: 2, items: all(own) }],
  };
}

function longHand(): View {
  const own = hand(0, "W-hare L-hawk B-owl M-wolf R-wren R-hawk R-horse D-green M-owl B-wolf L-wren W-horse");
  const choices: Choice[] = [0, 2, 4, 7, 9].map((i) => ({
    kind: "plain",
    label: `Play the ${own.items[i]!.name}`,
    word: `play ${own.items[i]!.code}`,
    items: pointing(own, [i]),
  }));
  own.items[5] = { ...own.items[5]!, only_you: true };
  return make({
    games: [{ title: "A long hand", phase: "Your turn" }],
    seats: 3,
    zones: [
      zone("deck", null, "stack", [card("M-grey")], { size: 9 }),
      zone("trick", null, "row", [card("R-owl"), card("D-red"), { kind: "empty" }]),
      own,
      backs(1, 12),
      backs(2, 11),
    ],
    counters: [count("tricks", 0, 2), count("tricks", 1, 1), count("tricks", 2, 4)],
    prompt: "Play which card?",
    choices: [...choices, { kind: "plain", label: "Pass", word: "pass" }],
  });
}

function ring(): View {
  const own = hand(0, "W-hare L-hawk B-owl M-wolf R-wren R-hawk R-horse D-green");
  const wheel = zone(
    "wheel",
    null,
    "ring",
    [..."WMBLR"]
      .map((letter) => card(`${letter}-grey`))
      .concat([
        { ...card("M-horse"), depth: 1 },
        { ...card("B-hare"), depth: 1 },
        { ...card("B-hawk"), depth: 2 },
        { ...card("L-wren"), depth: 3 },
        { ...card("B-horse"), depth: 3 },
        { ...card("R-hare"), depth: 3 },
        { ...card("R-wolf"), depth: 4 },
      ]),
    { w: 5 },
  );
  return make({
    games: [{ title: "Ring", phase: "Your turn, second round of play" }],
    zones: [wheel, zone("hourglass", null, "stack", [], { size: 2 }), own, backs(1, 7), backs(2, 7), backs(3, 7)],
    counters: [count("pot", null, 38), ...[79, 71, 88, 103].map((coins, seat) => count("coins", seat, coins))],
    prompt: "Play the Rogue of wren on…",
    help: "Touch a lit place.",
    choices: [0, 3, 4].map((i) => ({
      kind: "plain" as const,
      label: wheel.items[i]!.name!.replace("Grey ", "The "),
      word: `play ${i}`,
      items: pointing(wheel, [i]),
    })),
  });
}

function grid(): View {
  const cells = (codes: string, over: [number, string][]) => [
    ...codes.split(" ").map((code) => (code === "." ? ({ kind: "empty" } as const) : card(code))),
    ...over.map(([depth, code]) => ({ ...card(code), depth })),
  ];
  const mine = zone(
    "city",
    0,
    "grid",
    cells("W-wolf R-owl M-hare B-horse M-wren B-hawk M-wolf M-owl .", [[4, "L-hawk"]]),
    { w: 3, h: 3 },
  );
  const own = hand(0, "R-hawk L-wren D-red");
  return make({
    games: [{ title: "Grid", phase: "Third year of four" }],
    asked: [0, 3],
    sealed: [2],
    zones: [
      mine,
      own,
      zone("city", 1, "grid", cells("B-hawk L-wren M-horse W-owl R-hawk M-wolf . M-hare R-wren", [[4, "L-owl"]]), {
        w: 3,
        h: 3,
      }),
      zone("city", 2, "grid", cells("R-wolf R-owl M-wren R-hare W-horse B-owl B-wren . L-hare", []), { w: 3, h: 3 }),
      zone("city", 3, "grid", cells(". M-hawk M-hawk L-horse R-wolf R-wren W-hare R-horse M-owl", []), { w: 3, h: 3 }),
    ],
    counters: [count("pot", null, 52), ...[74, 66, 91, 58].map((coins, seat) => count("coins", seat, coins))],
    prompt: "Place the Rogue of hawk.",
    help: "A second card covers the first.",
    choices: [1, 3, 8].map((i) => ({
      kind: "plain" as const,
      label: `Row ${Math.floor(i / 3) + 1}, column ${(i % 3) + 1}`,
      word: `place ${i}`,
      items: pointing(mine, [i]),
    })),
  });
}

/**
 * A hosted game late on: four rivals with full boards and covered piles, an empty hand, and what the host has laid out
 * in words.
 */
function boards(): View {
  const city = (owner: number, codes: string) =>
    zone(
      "city",
      owner,
      "grid",
      codes.split(" ").map((code) => (code === "." ? ({ kind: "empty" } as const) : card(code))),
      { w: 3, h: 3, level: 1 },
    );
  const covered = (owner: number, codes: string) =>
    zone("covered", owner, "stack", codes.split(" ").map(card), { level: 1 });
  return make({
    games: [{ title: "Host" }, { title: "Boards", phase: "Betting" }],
    seats: 5,
    zones: [
      zone("variants", null, "row", [words("for-shares"), words("three-dragons-more"), words("happy-neighbours")]),
      city(0, "M-hawk W-wolf B-wren M-wolf M-wren M-hare B-wolf R-hawk M-owl"),
      zone("hand", 0, "fan", [], { level: 1 }),
      covered(0, "R-owl W-hare"),
      ...[1, 2, 3, 4].flatMap((seat) => [
        city(seat, "B-hawk L-wren M-horse W-owl R-hawk M-wolf . M-hare R-wren"),
        covered(seat, "L-horse M-owl B-hare"),
      ]),
      zone("deck", null, "stack", [card("back")], { level: 1, size: 60 }),
    ],
    counters: [count("pot", null, 30), ...[87, 99, 87, 97, 64].map((coins, seat) => count("coins", seat, coins))],
    prompt: "Your bet?",
    choices: [
      { kind: "plain", label: "Fold", word: "fold" },
      { kind: "plain", label: "Check", word: "check" },
    ],
  });
}

function groups(): View {
  const market = zone("market", null, "groups", [
    words("Red cart", 0),
    ...["W-wolf", "R-hawk", "M-wolf"].map((c) => ({ ...card(c), depth: 0 })),
    words("Green cart", 1),
    ...["B-owl", "L-horse"].map((c) => ({ ...card(c), depth: 1 })),
    words("Blue cart", 2),
    ...["R-wren", "R-hare", "B-wren", "M-hare"].map((c) => ({ ...card(c), depth: 2 })),
  ]);
  const of = (group: number) => market.items.filter((item) => item.kind === "card" && (item.depth ?? 0) === group);
  return make({
    games: [{ title: "Groups", phase: "At the market" }],
    zones: [
      market,
      hand(0, "L-owl M-hare B-wolf W-wren"),
      backs(1, 4),
      backs(2, 4),
      backs(3, 3),
      zone("sold", 1, "row", ["R-hawk", "W-hare"].map(card)),
    ],
    counters: [count("coins", 0, 31), count("coins", 1, 26), count("coins", 2, 40), count("coins", 3, 18)],
    prompt: "Buy from one cart.",
    help: "Any two of the same cart.",
    choices: ["red", "green", "blue"].map((hue, g) => ({
      kind: "subset" as const,
      label: `Buy from the ${hue} cart`,
      word: `buy-${hue}`,
      lo: 1,
      hi: 2,
      items: of(g).map((item) => ({ id: item.id, word: item.code! })),
    })),
  });
}

function effects(): View {
  const worded = (sort: string, name: string, text: string): Omit<Item, "id"> => ({
    kind: "card",
    code: name,
    name,
    sort,
    text,
  });
  const own = zone("hand", 0, "fan", [
    worded("action", "A round of songs", "Each other player loses 1 fortitude."),
    worded("answer", "I see it coming", "Ignore what was done to you."),
    worded("answer", "Behind the table", "Lose 2 less than you would."),
    worded("answer", "Not so fast", "Undo an answer."),
    worded("anytime", "A bite of bread", "Gain 1 fortitude."),
  ]);
  const meters = [
    [13, 7],
    [14, 6],
    [12, 9],
    [16, 8],
  ].flatMap(([a, b], seat) => [count("heart", seat, a!), count("mug", seat, b!)]);
  return make({
    games: [{ title: "Effects and tracks", phase: "Answers are open" }],
    zones: [
      zone("what happens", null, "effects", [
        { kind: "text", text: "{who} hits {other} for {n}", who: 1, other: 0, n: 3 },
        words("Odo ignores it", 1),
        words("Ysolde undoes that", 2),
      ]),
      zone("drinks", null, "stack", [], { size: 22 }),
      own,
      ...[0, 1, 2, 3].map((seat) => zone("board", seat, "track", [], { w: 0, h: 20 })),
      ...[1, 2, 3].map((seat) => backs(seat, 7)),
    ],
    counters: [...meters, ...[9, 7, 11, 5].map((gold, seat) => count("gold", seat, gold))],
    prompt: "Do you answer?",
    help: "Brenna's hit takes 3 from you.",
    choices: [
      ...[1, 2, 3].map((i) => ({
        kind: "plain" as const,
        label: own.items[i]!.name!,
        word: `answer ${i}`,
        items: pointing(own, [i]),
      })),
      { kind: "plain", label: "Pass", word: "pass" },
    ],
  });
}

function tenSeats(): View {
  const rolled = zone("rolled", 0, "row", [5, 3, 3].map(die));
  return make({
    games: [{ title: "Ten seats, dice", phase: "Third roll" }],
    seats: 10,
    zones: [
      zone("keep", 0, "row", [1, 3, 0, 0, 0].map(die)),
      rolled,
      ...[[3, 3, 1], [2, 2], [3, 1, 1, 1], [], [5], [3, 3], [2], [], [4, 4, 4]].map((faces, i) =>
        zone("keep", i + 1, "row", faces.map(die)),
      ),
    ],
    counters: [
      count("pot", null, 72),
      ...[86, 62, 118, 40, 91, 74, 103, 55, 12, 88].map((coins, seat) => count("coins", seat, coins)),
      ...[0, 1, 2, 3, 5].map((seat) => count("bet", seat, 4)),
      status(4, "folded"),
      status(8, "folded"),
    ],
    prompt: "Which value do you keep?",
    help: "All your dice of that value stay; the rest are rolled again.",
    choices: [
      { kind: "plain", label: "Keep every 5", word: "keep 5", items: pointing(rolled, [0]) },
      { kind: "plain", label: "Keep every 3", word: "keep 3", items: pointing(rolled, [1, 2]) },
    ],
  });
}

function assignment(): View {
  const tokens = zone("tokens", null, "row", ["crown", "mark", "loan", "debt", "plain"].map(token));
  return make({
    games: [{ title: "Assignment", phase: "Gifts" }],
    zones: [tokens, hand(0, "L-owl M-hare"), backs(1, 2), backs(2, 2), backs(3, 2)],
    counters: [0, 1, 2, 3].map((seat) => count("coins", seat, 30 - seat)),
    prompt: "Who gets which token?",
    help: "Take a token, then touch a place.",
    choices: [
      {
        kind: "assign",
        label: "Done",
        word: "give",
        places: [0, 1, 2, 3],
        items: all(tokens).map((item, i) => ({ ...item, word: String(i) })),
      },
    ],
  });
}

const gems = [
  { word: "gold", name: "gold", n: 3 },
  { word: "silver", name: "silver", n: 5 },
  { word: "ruby", name: "ruby", glyph: "\u25C6", hue: "red", n: 2 },
];

function split(): View {
  return make({
    games: [{ title: "Split", phase: "The hoard" }],
    zones: [hand(0, "L-owl M-hare B-wren"), backs(1, 3), backs(2, 3), backs(3, 3)],
    counters: [0, 1, 2, 3].map((seat) => count("coins", seat, 30 - seat)),
    prompt: "Who gets what of the hoard?",
    help: "What you give nobody is yours.",
    choices: [
      { kind: "plain", label: "Say nothing for now", word: "wait", way: "safe" },
      { kind: "split", label: "Propose a split", word: "propose", places: [0, 1, 2, 3], kinds: gems },
    ],
  });
}

function counts(): View {
  const kinds = [...gems, ...gems.map((kind) => ({ ...kind, n: 2 }))];
  return make({
    games: [{ title: "Counts", phase: "The bank" }],
    zones: [hand(0, "L-owl M-hare B-wren"), backs(1, 3), backs(2, 3), backs(3, 3)],
    counters: [0, 1, 2, 3].map((seat) => count("coins", seat, 30 - seat)),
    prompt: "What do you trade with the bank?",
    choices: [
      { kind: "plain", label: "Keep what you have", word: "keep" },
      {
        kind: "counts",
        label: "Trade with the bank",
        word: "trade",
        kinds,
        second: 3,
        lo: 1,
        hi: 4,
        lo2: 1,
        hi2: 2,
      },
    ],
  });
}

function longList(): View {
  const rooms: [string, string, string][] = [
    ["Upstairs", "The blue room", "Quiet; two beds."],
    ["Upstairs", "The attic", "Cheap; the roof leaks."],
    ["Upstairs", "The corner room", "Sees both roads."],
    ["Downstairs", "The bench by the fire", "Warm, and everybody comes by."],
    ["Downstairs", "The cellar", "Nobody asks what you do there."],
    ["Outside", "The stable", "Free, among friends with four legs."],
  ];
  return make({
    games: [{ title: "A long list", phase: "Where to sleep" }],
    zones: [hand(0, "L-owl M-hare B-wren"), backs(1, 3), backs(2, 3), backs(3, 3)],
    counters: [0, 1, 2, 3].map((seat) => count("coins", seat, 30 - seat)),
    prompt: "Where do you sleep?",
    choices: rooms.map(([group, label, about], i) => ({ kind: "plain", label, word: `sleep ${i}`, group, about })),
  });
}

function showdown(): View {
  return make({
    games: [{ title: "Showdown", phase: "Over" }],
    over: true,
    asked: [],
    scores: [132, 66, 118, 84],
    zones: [
      zone("deck", null, "stack", [], { size: 31 }),
      zone("open card", null, "row", [card("B-hare")]),
      hand(0, "B-wren M-hare B-horse B-owl L-hawk"),
      hand(1, "W-wolf M-wren B-owl R-hare R-wren"),
      hand(2, "L-hare B-wolf M-owl R-owl R-horse"),
      hand(3, "B-hawk R-wolf M-horse M-hawk L-wren"),
    ],
    counters: [
      count("pot", null, 0),
      ...[132, 66, 118, 84].map((coins, seat) => count("coins", seat, coins)),
      status(3, "folded"),
    ],
  });
}

function watching(): View {
  return {
    ...betting(),
    viewer: null,
    zones: betting()
      .zones.filter((z) => z.owner !== 0)
      .concat(backs(0, 5)),
    asked: [5],
    choices: [],
    prompt: undefined,
    help: undefined,
    games: [{ title: "A spectator", phase: "Second round of betting" }],
  };
}

function waiting(): View {
  return {
    ...betting(),
    asked: [5],
    choices: [],
    prompt: undefined,
    help: undefined,
    games: [{ title: "Others think", phase: "Second round of betting" }],
  };
}

export const specimens: Record<string, () => View> = {
  betting,
  exchange,
  "long-hand": longHand,
  ring,
  grid,
  boards,
  groups,
  effects,
  "ten-seats": tenSeats,
  assignment,
  split,
  counts,
  "long-list": longList,
  showdown,
  waiting,
  watching,
};
