// The service worker that tells of turns in games with friends when no page is seen. It has an
// address and a scope of its own, apart from the one that takes the place of a site's
// (../serviceworker.js). It keeps nothing and answers for no page. Its words are in its address.

/** A message that shows once that one will be told. */
const FIRST = "first";

const notify = (words, tag, data) =>
  registration.showNotification(new URL(location).searchParams.get(words), { tag, icon: "../icon-192.png", data });

/** Says that it is one's turn in a game, unless one looks at the page. */
async function tell(game) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === "visible")) return;
  await notify("words", game, game);
}

/** Shows a game, or "" for none, in a page that is open if there is one. */
async function show(game) {
  const [page] = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return clients.openWindow(game ? `../#friend=${game}` : "../");
  await page.focus();
  if (game) page.postMessage(game);
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
