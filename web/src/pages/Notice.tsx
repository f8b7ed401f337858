import { go } from "../route.ts";

export function Notice({ title, text, busy }: { title: string; text: string; busy?: boolean }) {
  return (
    <main class="notice">
      <div class="slip" role="status">
        <h1>{title}</h1>
        <p>{text}</p>
        {!busy && (
          <button type="button" class="btn brass" onClick={() => go("/")}>
            To the door
          </button>
        )}
      </div>
    </main>
  );
}
