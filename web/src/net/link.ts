// Keeping in touch with the server: what state the connection is in and when to try again. Pure.

export type Link =
  | { is: "calling"; tries: number }
  | { is: "greeted"; tries: 0 }
  | { is: "waiting"; tries: number; delay: number; why: string }
  | { is: "offline"; tries: number };

export type LinkEvent =
  | { type: "greeted" }
  | { type: "closed"; why?: string; chance: number }
  | { type: "retry" }
  | { type: "offline" }
  | { type: "online" };

export const firstCall: Link = { is: "calling", tries: 0 };

/**
 * A quarter second, doubling to eight, spread by up to a half so that a restarted server is not called by all at once.
 */
export function retryDelay(tries: number, chance: number): number {
  return Math.round(Math.min(8000, 250 * 2 ** tries) * (1 + chance / 2));
}

export function nextLink(link: Link, event: LinkEvent): Link {
  switch (event.type) {
    case "greeted":
      return { is: "greeted", tries: 0 };
    case "closed":
      if (link.is === "offline") return link;
      return {
        is: "waiting",
        tries: link.tries + 1,
        delay: retryDelay(link.tries, event.chance),
        why: event.why ?? "",
      };
    case "retry":
      return link.is === "waiting" ? { is: "calling", tries: link.tries } : link;
    case "offline":
      return { is: "offline", tries: link.tries };
    case "online":
      return link.is === "greeted" ? link : { is: "calling", tries: 0 };
  }
}

/** What the player is told; nothing while all is well. */
export function linkWords(link: Link): string | undefined {
  switch (link.is) {
    case "greeted":
      return undefined;
    case "calling":
      return link.tries ? "The line broke. Calling the tavern again…" : "Calling the tavern…";
    case "waiting":
      return (
        `${link.why || "The line broke."} Trying again in ${Math.max(1, Math.round(link.delay / 1000))} s. ` +
        "No move is lost."
      );
    case "offline":
      return "This device is offline. Your place is kept; play goes on when it is back.";
  }
}
