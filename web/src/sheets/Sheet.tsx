// A paper laid over the table: a native dialog, so that focus stays inside and Esc closes it.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../paint/art.tsx";

export function Sheet({
  title,
  side,
  clear,
  children,
  onClose,
}: {
  title: string;
  side?: boolean;
  /** The table behind it stays bright. */
  clear?: boolean;
  children: ComponentChildren;
  onClose: () => void;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const done = useRef(false);
  useLayoutEffect(() => {
    ref.current?.showModal();
  }, []);
  // Closed for us as soon as it is closed for the eye: the dialog's own close event comes a moment later, and a key
  // pressed in between would meet a sheet that is no longer there.
  const shut = () => {
    if (done.current) return;
    done.current = true;
    ref.current?.close();
    onClose();
  };
  return (
    <dialog
      class={`slip sheet${clear ? " clear" : ""} ${side ? "side" : ""}`}
      ref={ref}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        shut();
      }}
      onClose={shut}
      onClick={(event) => event.target === ref.current && shut()}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" class="iconbtn" aria-label="Close" onClick={shut}>
          <Icon name="x" size={22} />
        </button>
      </header>
      <div class="sheetbody" tabIndex={0} role="region" aria-label={title}>
        {children}
      </div>
    </dialog>
  );
}
