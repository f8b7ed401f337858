// A paper laid over the table: a native dialog, so that focus stays inside and Esc closes it.
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../paint/art.tsx";

export function Sheet({ title, side, children, onClose }: { title: string; side?: boolean; children: ComponentChildren; onClose: () => void }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    ref.current?.showModal();
  }, []);
  return (
    <dialog
      class={`slip sheet ${side ? "side" : ""}`}
      ref={ref}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === ref.current && ref.current?.close()}
    >
      <header>
        <h2>{title}</h2>
        <button type="button" class="iconbtn" aria-label="Close" onClick={() => ref.current?.close()}>
          <Icon name="x" size={22} />
        </button>
      </header>
      <div class="sheetbody" tabIndex={0} role="region" aria-label={title}>
        {children}
      </div>
    </dialog>
  );
}
