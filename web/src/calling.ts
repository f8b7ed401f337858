// Your turn is told where you are: in the tab's title, and, if you want it and the browser allows it, as a notification
// while the page is out of sight.
import { useEffect } from "preact/hooks";
import { keep, kept } from "./kept.ts";

const house = "Taproom";
const canNotify = () => "Notification" in window;

export const callsMe = () => kept("call") === "on" && canNotify() && Notification.permission === "granted";

/** Asks the browser's leave, if it must. False: it does not allow it. */
export async function setCalling(on: boolean): Promise<boolean> {
  const allowed = !on || (canNotify() && (await Notification.requestPermission()) === "granted");
  keep("call", on && allowed ? "on" : "off");
  return allowed;
}

function notify(title: string, body: string): () => void {
  try {
    const note = new Notification(title, { body, tag: "taproom-turn", icon: "/icon-192.png" });
    note.onclick = () => {
      window.focus();
      note.close();
    };
    return () => note.close();
  } catch {
    // Phones want a service worker to show it.
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { body, tag: "taproom-turn" }));
    return () => {};
  }
}

/** question: what I am asked now, or nothing; another question is another call. */
export function useCalling(table: string, question: string | undefined) {
  useEffect(() => {
    document.title = question === undefined ? `${table} · ${house}` : `Your turn · ${table}`;
    if (question === undefined || !document.hidden || !callsMe()) return;
    return notify(`Your turn at ${table}`, question);
  }, [table, question]);
  useEffect(() => () => void (document.title = house), []);
}
