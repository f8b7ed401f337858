// What a screen reader hears: events in order, politely; your turn at once; the clock at 30 and 10 seconds only; of a
// window once, when it opens.
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  told: string;
  turn: string;
  window?: string;
  timeLeft?: number;
}

const afterFocus = 200;

export function Speech({ told, turn, window = "", timeLeft }: Props) {
  const [clock, setClock] = useState("");
  // What is inserted into a region that is there already is heard; what comes with it, or with the focus, may not be.
  const [call, setCall] = useState("");
  useEffect(() => {
    setCall("");
    const timer = setTimeout(() => setCall(turn), afterFocus);
    return () => clearTimeout(timer);
  }, [turn]);
  const last = useRef(Infinity);
  useEffect(() => {
    const left = timeLeft ?? Infinity;
    for (const mark of [30_000, 10_000])
      if (left <= mark && last.current > mark) setClock(`${mark / 1000} seconds left.`);
    if (left > 30_000) setClock("");
    last.current = left;
  }, [timeLeft]);
  return (
    <>
      <div class="vh" role="log" aria-live="polite">
        {told}
      </div>
      <div class="vh" role="log" aria-live="assertive">
        {call}
      </div>
      <div class="vh" aria-live="polite">
        {clock}
      </div>
      <div class="vh opened" aria-live="polite">
        {window}
      </div>
    </>
  );
}
