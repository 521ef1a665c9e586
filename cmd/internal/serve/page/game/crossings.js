// What happens in a running game with a friend is told here, wherever one is then. When no page is
// seen, the server sends turns to turns/worker.js.

import { button, byId } from "../dom.js";
import { friendLink, gameOfToken } from "./gamelink.js";
import { setting } from "../looks/settings.js";
import { endReason, lastMoveWords, note, sideName, verdictWords } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";

/**
 * How each thing is told, by where one is: with the game or its greeting in sight, at a dialog over it,
 * in another view or game, or out of sight of the page. "" is told by the game itself, its clocks,
 * and the message at its end, which waits for the next look; "note" is a note, "way" one with a way to the game,
 * "notice" a sound and a notification. A stuck engine is not here: its game waits until it is seen.
 */
const CROSSINGS = {
  turn: { play: "", dialog: "note", elsewhere: "way", hidden: "notice" },
  low: { play: "", dialog: "note", elsewhere: "way", hidden: "notice" },
  asks: { play: "note", dialog: "note", elsewhere: "way", hidden: "notice" },
  answers: { play: "note", dialog: "note", elsewhere: "way", hidden: "notice" },
  over: { play: "", dialog: "", elsewhere: "way", hidden: "notice" },
};

/** Milliseconds that a note with a button stays. */
const WAY_TIME = 15000;

/** The page's icon with a mark on it, which needs no server. */
const MARKED = "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2064%2064'%3E"
  + "%3Cpath%20d='M25%208h14v12h13v14H39v22H25V34H12V20h13z'%20fill='%238d9aa8'/%3E%3Ccircle%20cx='48'%20cy='16'%20r='15'%20fill='%23d33'/%3E%3C/svg%3E";

/** Where one is. Before there is a view, the game is about to be shown. */
function placeNow() {
  if (document.hidden) return "hidden";
  if ((document.body.dataset.mode ?? "play") !== "play") return "elsewhere";
  return document.querySelector("dialog:modal") ? "dialog" : "play";
}

/** What there is to tell of a game, by the rows of the table, as [fact, words]; it is told when the fact becomes another one. */
function factsOf({ clock, friend, game, personSide: side, phase }) {
  const turn = !game.ended && side === game.lastView.side && phase !== "planned" && game.moves.length + 1;
  return {
    turn: [turn, () => lastMoveWords(game.lastView)],
    low: [clock.isLow(side) && turn, () => text("clock.low", { side: sideName(side), time: clock.text(side) })],
    asks: [friend.asks, () => friend.asks],
    answers: [friend.answer, () => friend.answer.words],
    over: [game.ended && friend.number, () => `${text("sentence.end", { sentence: verdictWords(game, side) })} ${endReason(game)}`],
  };
}

/** Tells of the game in play from now on. */
export function tellCrossings(inPlay, sounds) {
  const icon = document.querySelector("link[rel=icon]");
  const usual = { title: document.title, href: icon.getAttribute("href") };
  let known = {}, told = null, inSight = null, unseen = "";
  const hear = () => {
    const { friend, game, held } = inPlay;
    if (held > 0 || !game.lastView) return;
    if (friend && (friend.number !== friend.state.number || friend.state.moves.length !== game.moves.length)) return; // it follows
    const now = friend ? factsOf(inPlay) : {};
    const before = friend === told ? known : { ...now, asks: [] };
    [known, told] = [now, friend];
    const place = placeNow();
    const news = Object.keys(now).filter((row) => now[row][0] && now[row][0] !== before[row][0] && CROSSINGS[row][place]);
    const words = news.map((row) => now[row][1]()).filter(Boolean).join(" ");
    if (place !== "hidden") unseen = "";
    else if (words) unseen = words;
    const title = now.turn?.[0] ? text("turn.title") : [unseen, usual.title].filter(Boolean).join(" – ");
    if (title !== document.title) {
      document.title = title;
      icon.setAttribute("href", title === usual.title ? usual.href : MARKED);
    }
    const seen = ["play", "dialog"].includes(place) ? friend : null;
    if (seen && seen !== inSight) takeAway(gameOf(seen));
    inSight = seen;
    if (news.length === 0) return;
    const isTurn = news.includes("turn");
    if (place === "hidden") {
      sounds.play("turn");
      notify(isTurn ? text("turn.notice") : usual.title, words, gameOf(friend));
    } else {
      tell(CROSSINGS[news[0]][place], isTurn ? `${words} ${text("friend.yourTurn")}` : words, friend.link);
    }
  };
  for (const type of ["change", "tick"]) inPlay.addEventListener(type, hear);
  document.addEventListener("visibilitychange", hear);
}

const gameOf = (friend) => gameOfToken(friend.ticket.token);

/** Hears of the service worker that a notice was pressed, or that it is one's turn in a game while the page is seen. */
export function hearWorker(inPlay) {
  navigator.serviceWorker?.addEventListener("message", ({ data: { game, name }, ports: [port] }) => {
    if (!port) return go(friendLink(game));
    port.postMessage("told");
    const isSeen = inPlay.friend && gameOf(inPlay.friend) === game && placeNow() !== "elsewhere";
    if (!isSeen) tell("way", `${name || text("friend.your")}: ${text("turn.notice")}`, friendLink(game));
  });
}

function tell(how, words, link) {
  if (how === "note") return note(words);
  note(words, WAY_TIME);
  const toast = byId("toast");
  toast.ariaHidden = "false"; // one may press the button
  toast.append(" ", button(text("turn.goThere"), () => {
    toast.hidden = true;
    go(link);
  }));
}

function go(link) {
  document.querySelector("dialog:modal")?.close();
  location.hash = link;
}

/** The notice that the page itself has sent. */
let sent = null;

function notify(title, body, tag) {
  if (!globalThis.Notification || setting("notices") !== "on") return;
  try {
    const notice = sent = new Notification(title, { body, tag, renotify: true, icon: "icon-192.png" });
    notice.addEventListener("click", () => {
      focus();
      notice.close();
    });
  } catch {
    // A phone on which notifications were allowed otherwise.
  }
}

/** Takes the notices of a game away, which one sees now. */
async function takeAway(tag) {
  sent?.close();
  sent = null;
  const worker = await navigator.serviceWorker?.getRegistration(new URL("../turns/", import.meta.url));
  for (const notice of await worker?.getNotifications({ tag }) ?? []) notice.close();
}
