// Serves web/dist alone, for the pages that need no server behind them.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";

const types = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  webp: "image/webp",
  woff2: "font/woff2",
};

export async function serveStatic(folder) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://x");
    const file = pathname.includes(".") ? pathname.slice(1) : "index.html";
    try {
      const body = await readFile(`${folder}/${file}`);
      response
        .writeHead(200, {
          "content-type": types[file.split(".").pop()],
          "content-security-policy": "default-src 'self'",
        })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
