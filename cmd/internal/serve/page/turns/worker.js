// The service worker that tells of turns in games with friends when no page is seen. It has an
// address and a scope of its own, apart from the one that takes the place of a site's
// (../serviceworker.js). It keeps nothing and answers for no page. Its words are in its address.

/** A message that shows once that one will be told. */
const FIRST = "first";

/** Milliseconds in which a page answers. */
const PATIENCE = 1000;

const notify = (words, tag, data, body = "") =>
  registration.showNotification(new URL(location).searchParams.get(words), { body, tag, renotify: true, icon: "../icon-192.png", data });

/** Says that it is one's turn in a game, and against whom; if one looks at a page, that says it (../game/crossings.js). */
async function tell(game) {
  const name = await (await caches.match(new URL(game, location)))?.text();
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const seen = pages.filter(({ visibilityState }) => visibilityState === "visible");
  const answers = seen.map((page) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    page.postMessage({ game, name }, [port2]);
  }));
  const late = new Promise((resolve) => setTimeout(resolve, seen.length && PATIENCE));
  if (!await Promise.race([...answers, late])) await notify("words", game, game, name);
}

/** Shows a game, or "" for none, in a page that is open if there is one. */
async function show(game) {
  const [page] = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return clients.openWindow(game ? `../#friend=${game}` : "../");
  await page.focus();
  if (game) page.postMessage({ game });
}

addEventListener("install", () => skipWaiting());
addEventListener("push", (event) => {
  const message = event.data.text();
  event.waitUntil(message === FIRST ? notify(FIRST, FIRST, "") : tell(message));
});
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
