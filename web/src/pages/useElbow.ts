// Who sits at the elbow of this person at this table: whether he is here, and what he says to what is seen.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { View } from "../view/types.ts";
import { endWords, hear, type Heard, isAsked, questionWords, startWords, type Words } from "../view/elbow.ts";
import { callElbow, comesTo, isKnown, sendElbowAway, wordsFor } from "../elbow.ts";

export interface AtElbow {
  here: boolean;
  said: string[];
  /** Calls him, or sends him away. */
  turn: () => void;
}

/** game: the id of the one that the View is about; ended: it is how a hand of it ended. */
export function useElbow(view: View, game: string, ended: boolean): AtElbow {
  const seated = view.viewer !== null;
  const comes = useMemo(() => comesTo(game), [game]);
  const [called, setCalled] = useState<boolean>();
  const here = seated && (called ?? comes);
  const [words, setWords] = useState<{ game: string; own?: Words; any: Words }>();
  useEffect(() => {
    if (!here) return;
    let wanted = true;
    void Promise.all([wordsFor(game), wordsFor("any")]).then(
      ([own, any]) => wanted && setWords({ game, own, any: any ?? new Map() }),
    );
    return () => void (wanted = false);
  }, [here, game]);
  const heard = useRef<Heard>({ begun: [], times: new Map() });
  if (!ended) heard.current = hear(heard.current, view);
  /** The question at which he was called: then he begins at the beginning. */
  const calledAt = useRef<string>();
  useEffect(() => {
    if (here && ended) isKnown(game);
  }, [here, ended, game]);
  const last = useRef<string[]>([]);
  let said = last.current;
  if (words?.game === game) {
    const { own, any } = words;
    const start = startWords(own, any);
    const { times, open } = heard.current;
    const first = [...times.values()].reduce((sum, n) => sum + n, 0) <= 1 || calledAt.current === open;
    const now = ended
      ? [endWords(own, any, view)]
      : isAsked(view)
        ? [first ? start : undefined, questionWords(own, any, heard.current, view)]
        : said.length
          ? said
          : [start];
    said = now.filter((text): text is string => !!text);
    last.current = said;
  }
  return {
    // His place is there before his words are, so that nothing moves when they come; without words he goes.
    here: here && (words?.game !== game || said.length > 0),
    said,
    turn: () => {
      if (here) sendElbowAway();
      else callElbow(game);
      calledAt.current = here ? undefined : heard.current.open;
      setCalled(!here);
    },
  };
}
