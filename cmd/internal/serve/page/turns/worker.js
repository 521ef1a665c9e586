// The service worker that tells of turns in games with friends when no page is seen. It has an
// address and a scope of its own, apart from the one that takes the place of a site's
// (../serviceworker.js). It keeps nothing and answers for no page. Its words are in its address.

/** Says that it is one's turn, unless one looks at the page. */
async function tell(game) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.some(({ visibilityState }) => visibilityState === "visible")) return;
  await registration.showNotification(new URL(location).searchParams.get("words"), { tag: game, icon: "../icon.svg", data: game });
}

/** Shows a game, in a page that is open if there is one. */
async function show(game) {
  const [page] = await clients.matchAll({ type: "window", includeUncontrolled: true });
  if (!page) return clients.openWindow(`../#friend=${game}`);
  await page.focus();
  return page.postMessage(game);
}

addEventListener("install", () => skipWaiting());
addEventListener("push", (event) => event.waitUntil(tell(event.data.text())));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
