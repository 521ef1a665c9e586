// The greeting of a friend who opens an invitation, in the panel beside the board: what the game is
// about, and the way to the lessons and back.

import { button, byId, element, openOnce } from "../dom.js";
import { minutePictures } from "./rulesprimer.js";
import { nameField } from "./namefield.js";
import { opponent } from "../game/game.js";
import { remembered } from "../savedgames/remembered.js";
import { attempt, say } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";

/** Greets the player of a game with a friend (friendgame.js), until one chooses, or the game ends or is left. Meanwhile, nothing is placed. */
export function greet({ modes, inPlay, friend }) {
  const { you } = friend.state;
  const line = element("p");
  const greeting = element("section", { id: "greeting", "aria-labelledby": "greeting-title" },
    element("h2", { id: "greeting-title", class: "status" }, text("friend.invited", { friend: friend.named(opponent(you)) })),
    line, nameField(() => attempt(() => friend.join())), element("div", { class: "pictures" }, ...minutePictures()));
  const choices = [["learn", text("friend.learn"), () => learn(modes)], ["board", text("page.skip"), () => byId("board").focus({ preventScroll: true })]];
  if (!remembered("cathedral-lessons")) choices.reverse(); // the likely one is filled, and last
  const buttons = choices.map(([id, words, act], index) => button(words, () => done(act), { id: `greeting-${id}`, ...(index > 0 && { class: "primary" }) }));
  const follow = () => {
    if (inPlay.friend !== friend || inPlay.game.ended) done();
    else line.textContent = [text("friend.youPlay", { side: text(`side.${you}`) }), beginning(inPlay.game.lastView, you, friend.named(opponent(you)))].join(" ");
  };
  const done = (act) => {
    inPlay.removeEventListener("change", follow);
    for (const part of [greeting, ...buttons]) part.remove();
    document.body.removeAttribute("data-greets");
    inPlay.changed();
    act?.();
  };
  inPlay.addEventListener("change", follow);
  document.body.setAttribute("data-greets", "");
  byId("panel-play").prepend(greeting);
  document.querySelector(".deeds[data-of=play]").append(...buttons);
  inPlay.changed();
  modes.addEventListener("change", () => buttons[1].focus({ preventScroll: true }), { once: true }); // the view is about to be shown
  say(`${greeting.firstChild.textContent}. ${line.textContent}`);
}

function beginning({ side, ply }, you, friend) {
  if (side === you) return text(ply === 0 ? "friend.youBegin" : "friend.yourTurn");
  return ply === 0 ? text("friend.othersBegin", { friend }) : text("sentence.end", { sentence: text("friend.othersTurn", { friend }) });
}

/** Offers who has the address of a game, and no link to it, to watch. */
export function offerToWatch(watch) {
  const dialog = element("dialog", { id: "watch-dialog", "aria-labelledby": "watch-title" },
    element("h2", { id: "watch-title" }, text("friend.others")), element("p", {}, text("friend.askForLink")),
    element("form", { method: "dialog", class: "row end" }, element("button", {}, text("turn.notNow")),
      element("button", { value: "watch", class: "primary", autofocus: true }, text("friend.watch"))));
  dialog.addEventListener("close", () => dialog.returnValue === "watch" && watch());
  openOnce(dialog);
}

/** Goes to the lessons, where a button leads back until one is in the game again. */
async function learn(modes) {
  await modes.go("learn");
  const back = button(text("friend.back"), () => modes.go("play"), { id: "back-to-friend" });
  byId("panel-learn").append(element("div", { class: "row" }, back));
  modes.addEventListener("change", function leave() {
    if (modes.name !== "play") return;
    back.parentElement.remove();
    modes.removeEventListener("change", leave);
  });
}
