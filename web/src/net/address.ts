// Where the house is called.

/** With the table's word, by which a proxy in front of several machines may choose one; the house does not read it. */
export const houseAddress = (table?: string) =>
  `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws${table ? `?t=${table}` : ""}`;
