// Keeps what was seen for when there is no net; with one, what the site has now is shown.

const NAME = "pnp-site";
const root = new URL("./", self.location.href);

addEventListener("install", (event) => event.waitUntil(begin()));
addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(root.href)) event.respondWith(answer(event));
});

async function begin() {
  const cache = await caches.open(NAME);
  const first = await (await fetch(new URL("first.json", root))).json();
  await Promise.all(first.map((file) => cache.add(new URL(file, root)).catch(() => {}))); // what is missing now comes when it is seen
  await self.skipWaiting();
}

async function answer(event) {
  const { request } = event;
  const cache = await caches.open(NAME);
  const bare = request.url.replace(/[?#].*/, ""); // a page is one file, whatever its address asks for
  try {
    const fresh = await fetch(request);
    if (fresh.ok && !fresh.redirected) event.waitUntil(keep(cache, bare, fresh.clone()));
    return fresh;
  } catch (error) {
    const kept = (await cache.match(bare)) ?? (await cache.match(`${bare}/`));
    if (kept) return kept;
    const [language] = bare.slice(root.href.length).split("/");
    for (const way of request.mode === "navigate" ? [`${language}/-/offline/`, "-/offline/"] : []) {
      const page = new URL(way, root).href; // which says so, with links that are relative to it
      if (await cache.match(page)) return Response.redirect(page);
    }
    throw error;
  }
}

/** Put an answer into the cache, but one that is there already: the tool is large. */
async function keep(cache, address, fresh) {
  const kept = await cache.match(address);
  const isSame = (name) => fresh.headers.has(name) && fresh.headers.get(name) === kept?.headers.get(name);
  if (isSame("etag") || isSame("last-modified")) await fresh.body?.cancel();
  else await cache.put(address, fresh);
}
