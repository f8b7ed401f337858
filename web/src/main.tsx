import "./style/fonts.css";
import "./style/tokens.css";
import "./style/cards.css";
import "./style/parts.css";
import "./style/client.css";
import "./style/answers.css";
import "./style/hall.css";
import "./style/rules.css";
import "./style/showdown.css";
import "./style/evening.css";
import "./style/door.css";
import "./style/slate.css";
import "./style/deeds.css";
import "./style/mine.css";
import "./style/inn.css";
import "./style/shop.css";
import "./style/big.css";
import "./style/elbow.css";
import "./style/coach.css";
import { render } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { house } from "./net/house.ts";
import { useStore } from "./net/store.ts";
import { useBox } from "./paint/measure.ts";
import { installSprite } from "./paint/art.tsx";
import { Lobby } from "./pages/Lobby.tsx";
import { Notice } from "./pages/Notice.tsx";
import { TablePage } from "./pages/Table.tsx";
import { usePath } from "./route.ts";
import { keepShell } from "./shell.ts";
import { later } from "./later.tsx";
import { restoreRoom } from "./room.ts";

const Replay = later(() => import("./pages/Replay.tsx").then((page) => page.Replay));
const Score = later(() => import("./pages/Score.tsx").then((page) => page.Score));
const Specimen = later(() => import("./specimen/Specimen.tsx").then((page) => page.Specimen));

function App() {
  const address = new URL(usePath(), location.origin);
  const [, page = "", id] = address.pathname.split("/");
  switch (page) {
    case "":
      return <Lobby />;
    case "t":
      return id ? <TablePage id={id} /> : <Lobby />;
    case "replay":
      return <Replay key={address.search} table={address.searchParams.get("table") ?? ""} />;
    case "score":
      return <Score />;
    case "specimen":
      return <Specimen name={address.searchParams.get("table") ?? undefined} />;
    default:
      return <Notice title="There is no such door" text="The address leads nowhere in this house." />;
  }
}

/** What the keeper of the house says to all, wherever they are, until they have read it. */
function KeepersWord() {
  const { notice } = useStore(house.store);
  const [ref, box] = useBox<HTMLDivElement>();
  // The page below is so much shorter: nothing of it is covered.
  useLayoutEffect(() => document.documentElement.style.setProperty("--notice", `${box.h}px`), [box.h]);
  return (
    <div class="toasts keepers" role="status" ref={ref}>
      {notice && (
        <p class="slip toast">
          <span>
            <b>A word from the house.</b> {notice}
          </span>
          <button type="button" class="lnk" onClick={() => house.store.set({ notice: undefined })}>
            All right
          </button>
        </p>
      )}
    </div>
  );
}

restoreRoom();
installSprite();
if (!location.pathname.startsWith("/specimen")) house.start();
keepShell();
render(
  <>
    <KeepersWord />
    <App />
  </>,
  document.getElementById("app")!,
);
