// "Report this position": what a maker needs to see the same thing, in one file.
import type { View } from "../view/types.ts";
import { type History, taleOf } from "../view/history.ts";
import type { TableInfo } from "../net/messages.ts";

export async function saveReport(table: TableInfo, view: View, history: History, server: string | undefined) {
  let record: string | undefined;
  if (table.phase === "over") {
    const answer = await fetch(`/api/record/${table.table}`);
    if (answer.ok) record = await answer.text();
  }
  const report = {
    what: "Taproom position report",
    server,
    browser: navigator.userAgent,
    table: {
      id: table.table,
      game: table.game,
      options: table.options,
      phase: table.phase,
      seats: table.seats.map((seat) => seat.kind),
      commitment: table.commitment,
    },
    seq: history.steps[history.steps.length - 1]?.seq,
    tale: taleOf(history).map((event) => event.text),
    view,
    record: record ?? "not given out before the game is over",
  };
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(report, null, 1)], { type: "application/json" }));
  link.download = `taproom-report-${table.table}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
