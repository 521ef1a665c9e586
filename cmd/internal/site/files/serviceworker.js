// The service worker keeps the whole page, so that it works without a network. The name
// of its cache is made of the contents of all files: another version has another cache,
// and takes over when no page of the version before is open.

const CACHE = `cathedral VERSION ${registration.scope}`;
const FILES = {}; // the hash of each file, by its name

/** The page itself. It is asked for by the folder, since hosts may redirect from its name. */
const PAGE = "./";

function nameOf(url) {
  const name = new URL(url).pathname.slice(new URL(registration.scope).pathname.length);
  return name === "" || name === "index.html" ? PAGE : name;
}

async function keepAll() {
  const cache = await caches.open(CACHE);
  const requests = Object.entries(FILES).map(([name, integrity]) => new Request(name, { cache: "no-cache", integrity }));
  await cache.addAll(requests);
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    const ours = name.startsWith("cathedral ") && name.endsWith(` ${registration.scope}`);
    if (ours && name !== CACHE) await caches.delete(name);
  }
}

async function kept(name, request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(name, { ignoreVary: true })) ?? fetch(request);
}

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const name = nameOf(request.url);
  if (name in FILES) event.respondWith(kept(name, request));
});
