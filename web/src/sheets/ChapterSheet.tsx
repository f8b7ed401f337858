// One game of a row, or one hand, has ended: how, and how everybody stands. It stays until you go on.
import { useEffect, useRef } from "preact/hooks";
import type { Person, View } from "../view/types.ts";
import { Results } from "../paint/Results.tsx";
import { Standing } from "../paint/Standing.tsx";
import { Sheet } from "./Sheet.tsx";

const chapterTitle = (chapter: View) =>
  `How ${chapter.chapter ?? chapter.games[chapter.games.length - 1]!.title} ended`;

interface Props {
  chapter: View;
  /** The position now: how everybody stands. */
  view: View;
  people: (Person | undefined)[];
  /** What waits meanwhile. */
  waits?: string;
  onClose: () => void;
}

export function ChapterSheet({ chapter, view, people, waits, onClose }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <Sheet title={chapterTitle(chapter)} onClose={onClose}>
      <div class="chapter">
        <h3>How you all stand</h3>
        <Standing view={view} people={people} />
        {chapter.results && (
          <>
            <h3>What it was decided by</h3>
            <Results view={chapter} people={people} />
          </>
        )}
        <div class="formend">
          {waits && <span class="soft">{waits}</span>}
          <button type="button" class="btn brass" ref={button} onClick={onClose}>
            Go on
          </button>
        </div>
      </div>
    </Sheet>
  );
}
