// What the host may do about the people at his table, as entries of the menu.
import type { TableInfo } from "../net/messages.ts";
import type { Room } from "../net/house.ts";
import type { MenuEntry } from "../sheets/tableSheets.tsx";

export function hostEntries(room: Room, table: TableInfo, close: () => void): MenuEntry[] {
  if (!table.host || table.phase === "over") return [];
  const ask = (message: Parameters<Room["ask"]>[0]) => () => void (close(), room.ask(message));
  const others = table.seats.flatMap((seat, i) => {
    const name = seat.name ?? "this guest";
    const person = seat.kind === "person" && i !== table.you;
    return [
      ...(person || (seat.bot === "remote" && table.phase === "playing")
        ? [
            {
              label: `Show ${name} the door`,
              about:
                table.phase === "playing"
                  ? "A bot plays on in that seat. Who is shown the door may watch, but not sit down again."
                  : "The seat is free again, but not for this guest.",
              onClick: ask({ type: "remove", table: room.id, seat: i }),
            },
          ]
        : []),
      ...(person && seat.guest
        ? [
            {
              label: `Bar ${name}`,
              about: "Neither plays nor watches at this table any more.",
              onClick: ask({ type: "bar", table: room.id, guest: seat.guest, on: true }),
            },
            {
              label: `Make ${name} the host`,
              onClick: ask({ type: "host", table: room.id, seat: i }),
            },
          ]
        : []),
    ];
  });
  return [
    ...others,
    ...(table.watching ?? []).map(({ guest, name }) => ({
      label: `Bar ${name}, who watches`,
      about: "Neither plays nor watches at this table any more.",
      onClick: ask({ type: "bar", table: room.id, guest, on: true }),
    })),
    ...(table.barred ?? []).map(({ guest, name, out }) => ({
      label: `Let ${name ?? "a guest"} ${out ? "in" : "sit down"} again`,
      onClick: ask({ type: "bar", table: room.id, guest, on: false }),
    })),
    table.closed
      ? { label: "Let people watch", onClick: ask({ type: "watchers", table: room.id, on: true }) }
      : {
          label: "Close the table to watchers",
          about: "While it is played only those who sit here see it.",
          onClick: ask({ type: "watchers", table: room.id, on: false }),
        },
  ];
}
