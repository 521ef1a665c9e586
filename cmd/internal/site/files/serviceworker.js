// The service worker keeps the whole page, so that it works without a network. A version is
// named by the contents of its files, which are in a folder of that name: a page that is open
// never gets a file of another one. The next version is kept in a cache of its own, and takes
// over when no page of this one is open, or when a visitor wants it.

const VERSION = ""; // the name of the folder
const FILES = {}; // the hash of each file, by its name

const CACHE = `cathedral ${VERSION} ${registration.scope}`;

/** The page itself. It is asked for by the folder, since hosts may redirect from its name. */
const PAGE = "./";

function nameOf(url) {
  const name = new URL(url).pathname.slice(new URL(registration.scope).pathname.length);
  return name === "" || name === "index.html" ? PAGE : name;
}

async function keepAll() {
  const page = await fetch(PAGE, { cache: "no-cache" });
  const words = await page.clone().text();
  if (!page.ok || !words.includes(`"${VERSION}/`)) throw new Error("the page is of another version");
  const cache = await caches.open(CACHE);
  await cache.addAll(Object.entries(FILES).map(([name, integrity]) => new Request(name, { cache: "no-cache", integrity })));
  await cache.put(PAGE, page);
}

/** Forgets all versions but this one and the last before it, which other tabs may show. */
async function forgetOthers() {
  const ours = (await caches.keys()).filter((name) => name.startsWith("cathedral ") && name.endsWith(` ${registration.scope}`));
  for (const name of ours.filter((other) => other !== CACHE).slice(0, -1)) await caches.delete(name);
}

const matched = async (what, options = {}) => caches.match(what, { ignoreVary: true, ...options });

const kept = async (name, request) => (await matched(name, { cacheName: CACHE })) ?? fetch(request);

const keptBefore = async (request) => (await matched(request)) ?? fetch(request);

addEventListener("install", (event) => event.waitUntil(keepAll()));
addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => clients.claim())));
addEventListener("message", ({ data }) => data === "take over" && skipWaiting());
addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(registration.scope)) return;
  const name = nameOf(request.url);
  event.respondWith(name === PAGE || name in FILES ? kept(name, request) : keptBefore(request));
});
