// It is your turn in a game with a friend: the tab says so, and so does any view but Play. A hidden tab is heard too, and may
// send a notification while the page is open. A server with keys for Web Push tells of turns when it
// is closed, by turns/worker.js.

import { lastMoveWords, note } from "../texts/gamemessages.js";
import { gameOfToken } from "./gamelink.js";
import { setting } from "../looks/settings.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { text } from "../texts/texts.js";

const KEY = "cathedral-notify-asked";

const WORKER = new URL("../turns/worker.js", import.meta.url);

/** The page's icon with a mark on it, which needs no server. */
const MARKED = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2064%2064'%3E"
  + "%3Cpath%20d='M25%208h14v12h13v14H39v22H25V34H12V20h13z'%20fill='%238d9aa8'/%3E%3Ccircle%20cx='48'%20cy='16'%20r='15'%20fill='%23d33'/%3E%3C/svg%3E";

/** Watches the game in play from now on. */
export function tellTurns(inPlay, sounds) {
  const icon = document.querySelector("link[rel=icon]");
  const usual = { title: document.title, href: icon.getAttribute("href") };
  let before; // whether it was one's turn
  inPlay.addEventListener("change", () => {
    const { friend, game: { lastView, ended }, held, personSide, phase } = inPlay;
    if (held > 0 || !lastView) return;
    const mine = friend !== null && !ended && personSide === lastView.side && phase !== "planned";
    if (mine === before) return;
    if (mine && document.hidden) {
      sounds.play("turn");
      notify(lastMoveWords(lastView), gameOfToken(friend.ticket.token));
    } else if (mine && before !== undefined && document.body.dataset.mode !== "play") {
      note(`${lastMoveWords(lastView)} ${text("friend.yourTurn")}`);
    }
    before = mine;
    document.title = mine ? text("turn.title") : usual.title;
    icon.setAttribute("href", mine ? MARKED : usual.href);
  });
}

/** Whether it makes sense to ask for notifications: they are possible, and nobody has asked yet. */
export const mayAsk = (friend) =>
  isSecureContext && globalThis.Notification?.permission === "default" && !remembered(KEY) && (pushes(friend) || isPossible());

/** Whether the server and the browser have Web Push. */
const pushes = ({ carrier }) => carrier.hello.push && "PushManager" in globalThis;

/** Whether the page itself may send notifications. Browsers of phones leave that to service workers; others show nothing before they are allowed to. */
function isPossible() {
  try {
    return Boolean(new Notification("", { silent: true }));
  } catch {
    return false;
  }
}

/** Asks the browser for notifications, if that is wanted, and never again. */
export async function ask(wanted, friend) {
  remember(KEY, "yes");
  if (wanted) await Notification.requestPermission();
  await enrol(friend);
}

/** Has the server tell of the turns of a game when the page is closed too, if that is possible and allowed. */
export async function enrol(friend) {
  if (!pushes(friend) || setting("notices") !== "on") return;
  WORKER.search = new URLSearchParams({ words: text("turn.notice") });
  try {
    const registration = await navigator.serviceWorker.register(WORKER);
    const worker = registration.active ?? registration.waiting ?? registration.installing;
    while (worker.state !== "activated") await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
    const { pushManager } = registration;
    const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: friend.carrier.hello.push });
    const subscription = await subscribe().catch(async () => { // the server's key was another one
      await (await pushManager.getSubscription())?.unsubscribe();
      return subscribe();
    });
    const { endpoint, keys: { p256dh, auth } } = subscription.toJSON();
    await friend.request({ do: "notify", endpoint, p256dh, auth });
  } catch {
    // Not every browser reaches a service for this; the page itself tells while it is open.
  }
}

/** Begins to tell of turns, or ends that, as the setting says now; in a game with a friend, if there is one, at once. */
export async function change(friend) {
  const wanted = setting("notices") === "on";
  if (!wanted) await (await navigator.serviceWorker.getRegistration(WORKER))?.unregister(); // the server hears of it at the next turn
  else if (friend) await ask(true, friend);
  else await Notification.requestPermission();
}

function notify(words, tag) {
  if (!globalThis.Notification || setting("notices") !== "on") return;
  try {
    const notification = new Notification(text("turn.notice"), { body: words, tag, icon: "icon.svg" });
    notification.addEventListener("click", () => {
      focus();
      notification.close();
    });
  } catch {
    // A phone on which notifications were allowed otherwise.
  }
}
