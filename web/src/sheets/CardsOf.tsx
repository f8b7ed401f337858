// The cards of a character, on a rules page: fetched when somebody wants to see them.
import { useState } from "preact/hooks";
import { fetchJson } from "../net/fetchJson.ts";
import { capital } from "../view/names.ts";
import type { Face } from "../view/worked.ts";

interface DeckPage {
  decks: { name: string; faces: Face[] }[];
}

export function CardsOf({ id }: { id: string }) {
  const [faces, setFaces] = useState<Face[]>();
  const [failed, setFailed] = useState(false);
  const fetchOnce = () => {
    if (faces) return;
    setFailed(false);
    void fetchJson<DeckPage>(`/api/deck/${encodeURIComponent(id)}`).then((page) => {
      setFaces(page?.decks.flatMap((deck) => deck.faces));
      setFailed(!page);
    });
  };
  return (
    <details class="cardsof" onToggle={(event) => event.currentTarget.open && fetchOnce()}>
      <summary>Its cards</summary>
      {faces ? (
        <ul>
          {faces.map((face) => (
            <li key={face.code}>
              <b>{face.name}</b> <span class="soft">{[`×${face.copies}`, face.sort].filter(Boolean).join(", ")}</span>
              <p>{face.text && capital(face.text)}</p>
            </li>
          ))}
        </ul>
      ) : (
        <p class="soft" role="status">
          {failed ? "The cards cannot be had just now. Close this and open it again." : "Fetching the cards…"}
        </p>
      )}
    </details>
  );
}
