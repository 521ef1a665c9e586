// The service worker of a server. Where a site without a server was before, browsers keep that
// one and never ask for the page here. They do ask for its service worker, and get this one: it
// forgets what was kept, ends itself and loads its pages anew. Saved games are not kept there.

async function leave() {
  await clients.claim(); // pages from the browser's own cache too
  const kept = (await caches.keys()).filter((name) => name.startsWith("cathedral ") && name.endsWith(` ${registration.scope}`));
  await Promise.all(kept.map((name) => caches.delete(name)));
  await registration.unregister();
  for (const page of await clients.matchAll({ type: "window" })) {
    const address = new URL(page.url);
    address.search = "reload"; // otherwise an address with a fragment is not loaded
    page.navigate(address);
  }
}

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(leave()));
