// The version of the page. A service worker keeps the files of one version for use without a
// network. It answers until all tabs are closed, or until a visitor wants the next version.

/** What is posted to a service worker that waits, so that it answers from now on. */
const TAKE_OVER = "take over";

/**
 * Has the page kept. `ready` is called with a function that loads the next version, as soon as
 * all its files are there.
 */
export async function keepPage(ready) {
  const container = navigator.serviceWorker;
  const registration = await container?.register("serviceworker.js").catch(() => null);
  if (!registration) return;
  let kept = container.controller !== null;
  let reloads = false;
  const offer = () => ready(() => {
    reloads = true;
    if (registration.waiting) registration.waiting.postMessage(TAKE_OVER);
    else location.reload();
  });
  const watch = (worker) => worker?.addEventListener("statechange", () => worker.state === "installed" && kept && offer());
  container.addEventListener("controllerchange", () => {
    if (reloads) location.reload();
    else if (kept) offer(); // another tab has the next version
    kept = true;
  });
  registration.addEventListener("updatefound", () => watch(registration.installing));
  watch(registration.installing);
  if (registration.waiting && kept) offer();
  document.addEventListener("visibilitychange", () => document.hidden || registration.update().catch(() => {}));
}
