// Standing orders: when I want to be asked in a window. Private, and kept with the seat.
import { useEffect, useState } from "preact/hooks";
import type { GameOrder } from "../net/messages.ts";
import type { View } from "../view/types.ts";
import { cardOfOrder, mostOrders, orderCards, orderLines, ordersNow, switchOrder } from "../view/windows.ts";
import { Sheet } from "./Sheet.tsx";

interface Props {
  view: View;
  orders: string[] | undefined;
  ofGame: GameOrder[] | undefined;
  /** What holds where nothing was ordered. */
  usual: string[];
  /** What the server said against the last list. */
  refusal?: string;
  onOrders: (orders: string[]) => void;
  onClose: () => void;
}

export function OrdersSheet({ view, orders, ofGame, usual, refusal, onOrders, onClose }: Props) {
  // Shown as wished until the server has answered.
  const [wish, setWish] = useState<string[]>();
  useEffect(() => setWish(undefined), [orders?.join(), refusal]);
  const now = ordersNow(wish ?? orders, usual);
  const send = (list: string[]) => {
    setWish(list);
    onOrders(list);
  };
  const [typed, setTyped] = useState("");
  const cards = orderCards(view);
  const named = now.flatMap((order) => cardOfOrder(order) ?? []);
  const nameOf = (code: string) => cards.find((card) => card.code === code)?.name ?? code;
  const full = now.length >= mostOrders;
  const set = (order: string, on: boolean) => send(switchOrder(now, order, on, usual));
  const add = (code: string) => {
    if (code.trim()) set(`card ${code.trim()}`, true);
    setTyped("");
  };
  const free = cards.filter((card) => !named.includes(card.code));
  return (
    <Sheet title="Standing orders" side onClose={onClose}>
      <p>
        When others do something that may be answered, you are asked if one of these says so. Else you pass by yourself.
        Nobody learns what you have ordered.
      </p>
      {refusal && (
        <p class="warn" role="alert">
          {refusal}
        </p>
      )}
      <ul class="orders">
        {orderLines(ofGame).map(({ order, label, about }) => (
          <li key={order}>
            <label class="check">
              <input
                type="checkbox"
                checked={now.includes(order)}
                disabled={full && !now.includes(order)}
                onChange={(event) => set(order, event.currentTarget.checked)}
              />
              <span>
                {label}
                {about && <small>{about}</small>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <h3>Ask me when I could play</h3>
      {named.length > 0 && (
        <ul class="ordercards">
          {named.map((code) => (
            <li key={code}>
              <b>{nameOf(code)}</b>
              <button
                type="button"
                class="lnk"
                aria-label={`Take off ${nameOf(code)}`}
                onClick={() => set(`card ${code}`, false)}
              >
                Take off
              </button>
            </li>
          ))}
        </ul>
      )}
      {free.length > 0 && (
        <div class="ordercards add" role="group" aria-label="Cards you see">
          {free.slice(0, 24).map((card) => (
            <button key={card.code} type="button" class="btn" disabled={full} onClick={() => add(card.code)}>
              {card.name}
            </button>
          ))}
        </div>
      )}
      <form
        class="say"
        onSubmit={(event) => {
          event.preventDefault();
          add(typed);
        }}
      >
        <label class="fld">
          <span>Another card, by its code</span>
          <input
            value={typed}
            maxLength={50}
            autocomplete="off"
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="btn" disabled={full || !typed.trim()}>
          Add
        </button>
      </form>
      {full && <p class="soft">There are at most {mostOrders} orders.</p>}
      <button type="button" class="btn" disabled={!orders?.length} onClick={() => send([])}>
        Back to the usual order
      </button>
    </Sheet>
  );
}
