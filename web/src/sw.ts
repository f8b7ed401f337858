// The shell of the client, kept by the browser: it opens without a line, and only the line is waited for. Pages are
// asked of the house first, so that a new version is seen at once; files whose names change with their content never
// are. What is played, scored or told is never kept here.
declare const FILES: string[]; // what the shell is made of, put here by build.mjs
declare const VERSION: string; // another one when any of them changes
declare const self: ServiceWorkerGlobalScope;

const shelf = `taproom-${VERSION}`;
const page = "/";
/** A line that is slower than this is as good as broken. */
const patience = 4000;

self.addEventListener("install", (event) => {
  const fill = async () => {
    const cache = await caches.open(shelf);
    await cache.addAll(FILES);
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener("activate", (event) => {
  const clear = async () => {
    for (const name of await caches.keys()) if (name !== shelf) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(clear());
});

/** What the house itself refuses is told as it says it; a broken line is not. */
async function fresh(request: Request): Promise<Response> {
  const come = fetch(request);
  const kept = await caches.match(page);
  if (!kept) return come;
  const slow = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), patience));
  return Promise.race([come.catch(() => kept), slow]);
}

async function named(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true });
  if (kept) return kept;
  const come = await fetch(request);
  if (come.ok) await (await caches.open(shelf)).put(request, come.clone());
  return come;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(fresh(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(named(request));
  else if (FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => named(request)));
});

export {};
