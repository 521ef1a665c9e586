// The greeting of a friend who opens an invitation: what it is about, and the way to the
// lessons and back.

import { button, byId, element, openOnce } from "../dom.js";
import { nameField } from "./namefield.js";
import { remembered } from "../savedgames/remembered.js";
import { text } from "../texts/texts.js";

/**
 * Greets the player of a side in a game with a friend, of whom `friend` is the name, or "". `view` is
 * the game's last one; `named` is called when the player has given a name.
 */
export function greet({ modes, friend, you, view, named }) {
  const done = (act) => () => {
    dialog.close();
    act?.();
  };
  const likely = remembered("cathedral-lessons") ? "board" : "learn";
  const next = (choice) => (choice === likely ? { class: "primary", autofocus: true } : {});
  const dialog = element("dialog", { id: "greeting-dialog", "aria-labelledby": "greeting-title" },
    element("h2", { id: "greeting-title" }, text("friend.invited", { friend, side: text(`side.${you}`) })),
    element("p", {}, beginning(view, you, friend)),
    element("div", { class: "fields" }, nameField(named)),
    element("div", { class: "row end" },
      button(text("friend.learn"), done(() => learn(modes)), { id: "greeting-learn", ...next("learn") }),
      button(text("page.skip"), done(), { id: "greeting-board", ...next("board") })));
  openOnce(dialog);
}

function beginning({ side, ply }, you, friend) {
  if (side === you) return text(ply === 0 ? "friend.youBegin" : "friend.yourTurn");
  return text(ply === 0 ? "friend.othersBegin" : "friend.othersTurn", { friend });
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
