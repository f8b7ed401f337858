// Every item goes to one of the places: take an item, then touch its place. Take back, Done.
import type { Choice, Item, View } from "../view/types.ts";
import { itemName } from "../view/names.ts";
import { boardOfPlaces, givePlace, readiness, type Selection } from "../view/choices.ts";
import { useRoving } from "./roving.ts";
import { Thing } from "./Thing.tsx";

interface Props {
  view: View;
  choice: Choice;
  selection: Selection;
  placeName: (place: number) => string;
  onChange: (selection: Selection) => void;
}

const itemById = (view: View, id: number): Item | undefined => {
  for (const zone of view.zones) for (const item of zone.items) if (item.id === id) return item;
  return undefined;
};

export function Assign({ view, choice, selection, placeName, onChange }: Props) {
  // Where each item wants a place of its own the places are numbered wells, not people.
  const nameOf = (place: number) => (choice.apart ? `Place ${place + 1}` : placeName(place));
  const onBoard = !!boardOfPlaces(view);
  const held = selection.picked[0];
  const items = (choice.items ?? []).map((entry) => itemById(view, entry.id)).filter((item): item is Item => !!item);
  const loose = items.filter((item) => !selection.places.has(item.id));
  const rove = useRoving<HTMLDivElement>();
  const width = items.some((item) => item.kind === "card") ? 44 : 36;
  const placeHeld = (place: number) => held !== undefined && onChange(givePlace(selection, held, place));
  // With an item focused, a digit sends it to that place at once.
  const keys = (event: KeyboardEvent) => {
    const id = Number((event.target as HTMLElement).dataset["item"]);
    const place = choice.places?.[Number(event.key) - 1];
    if (Number.isNaN(id) || place === undefined) return rove.onKeyDown(event);
    event.preventDefault();
    event.stopPropagation();
    onChange(givePlace(selection, id, place));
  };
  return (
    <div
      class={`assign ${onBoard ? "onboard" : ""}`}
      role="group"
      aria-label={choice.label}
      ref={rove.ref}
      onKeyDown={keys}
    >
      <div class="loose" role="group" aria-label={`${loose.length} to place`}>
        {loose.map((item) => (
          <Thing key={item.id} item={item} width={width} />
        ))}
        {!loose.length && <span class="nothing">All placed.</span>}
      </div>
      {!onBoard &&
        (choice.places ?? []).map((place, i) => {
          const here = items.filter((item) => selection.places.get(item.id) === place);
          return (
            <div key={place} class={`placewell ${held !== undefined ? "can" : ""}`} data-place={place}>
              <button type="button" class="placename" disabled={held === undefined} onClick={() => placeHeld(place)}>
                {nameOf(place)} <b>{here.length || ""}</b>
                <kbd aria-hidden="true">{i + 1}</kbd>
              </button>
              <div class="hrow">
                {here.map((item) => (
                  <Thing key={item.id} item={item} width={width} where={nameOf(place)} />
                ))}
              </div>
            </div>
          );
        })}
      <span class="vh" role="status">
        {held !== undefined
          ? `${itemName(items.find((item) => item.id === held)!)} taken. Choose a place.`
          : (readiness(choice, selection).needs ?? "")}
      </span>
    </div>
  );
}
