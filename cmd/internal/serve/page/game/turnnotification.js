// It is your turn in a game with a friend: the tab says so. A hidden tab is heard too, and may
// send a notification while the page is open.

import { lastMoveWords } from "../texts/gamemessages.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { text } from "../texts/texts.js";

const KEY = "cathedral-notify-asked";

/** The page's icon with a mark on it, which needs no server. */
const MARKED = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2064%2064'%3E"
  + "%3Cpath%20d='M25%208h14v12h13v14H39v22H25V34H12V20h13z'%20fill='%238d9aa8'/%3E%3Ccircle%20cx='48'%20cy='16'%20r='15'%20fill='%23d33'/%3E%3C/svg%3E";

/** Watches the game in play from now on. */
export function tellTurns(inPlay, sounds) {
  const icon = document.querySelector("link[rel=icon]");
  const usual = { title: document.title, href: icon.getAttribute("href") };
  let before; // whether it was one's turn
  inPlay.addEventListener("change", () => {
    const { friend, game: { lastView, ended }, held, personSide } = inPlay;
    if (held > 0 || !lastView) return;
    const mine = friend !== null && !ended && personSide === lastView.side;
    if (mine === before) return;
    if (mine && document.hidden) {
      sounds.play("turn");
      notify(lastMoveWords(lastView));
    }
    before = mine;
    document.title = mine ? text("turn.title") : usual.title;
    icon.setAttribute("href", mine ? MARKED : usual.href);
  });
}

/** Whether it makes sense to ask for notifications: they are possible, and nobody has asked yet. */
export const mayAsk = () => isSecureContext && globalThis.Notification?.permission === "default" && !remembered(KEY) && isPossible();

/** Whether the page itself may send notifications. Browsers of phones leave that to service workers; others show nothing before they are allowed to. */
function isPossible() {
  try {
    return Boolean(new Notification("", { silent: true }));
  } catch {
    return false;
  }
}

/** Asks the browser for notifications, if that is wanted, and never again. */
export async function ask(wanted) {
  remember(KEY, "yes");
  if (wanted) await Notification.requestPermission();
}

function notify(words) {
  if (globalThis.Notification?.permission !== "granted") return;
  try {
    const notification = new Notification(text("turn.notice"), { body: words, tag: "cathedral", icon: "icon.svg" });
    notification.addEventListener("click", () => {
      focus();
      notification.close();
    });
  } catch {
    // A phone on which notifications were allowed otherwise.
  }
}
