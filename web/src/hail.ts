// Calls the tavern while the rest of the client is still on its way: on a slow line that is a second. What is heard
// meanwhile waits for house.ts, which takes the connection over.
import { houseAddress } from "./net/address.ts";
import { nameKey } from "./net/name.ts";
import type { Hail } from "./net/house.ts";

if (!location.pathname.startsWith("/specimen")) {
  const table = location.pathname.startsWith("/t/") ? location.pathname.slice(3) : undefined;
  const socket = new WebSocket(houseAddress(table), "taproom.1");
  const heard: string[] = [];
  socket.onmessage = (event) => heard.push(String(event.data));
  socket.onopen = () => {
    let name: string | null = null;
    try {
      name = localStorage.getItem(nameKey);
    } catch {
      // Nobody is known, then.
    }
    socket.send(JSON.stringify({ type: "hello", version: 1, joined: true, ...(name ? { name } : {}) }));
    if (location.pathname === "/") for (const type of ["lobby", "yours"]) socket.send(JSON.stringify({ type }));
  };
  (window as { hail?: Hail }).hail = { socket, heard };
}
