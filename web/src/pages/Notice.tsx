import { go } from "../route.ts";

export function Notice({
  title,
  text,
  busy,
  record,
}: {
  title: string;
  text: string;
  busy?: boolean;
  record?: string;
}) {
  return (
    <main class="notice">
      <div class="slip" role="status">
        <h1>{title}</h1>
        <p>{text}</p>
        {record && (
          <a class="btn" href={`/api/record/${record}`} download={`taproom-${record}.txt`}>
            Its record
          </a>
        )}
        {!busy && (
          <button type="button" class="btn brass" onClick={() => go("/")}>
            To the door
          </button>
        )}
      </div>
    </main>
  );
}
