/** Where the browser keeps the name one goes by. */
export const nameKey = "taproom.name";
