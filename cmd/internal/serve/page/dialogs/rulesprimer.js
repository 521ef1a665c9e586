// The rules in three pictures for who comes first, and in full for who wants to read them.

import { Board, drawCaptured, drawTerritory } from "../board/board.js";
import { byId, element, emphasized, whenClicked } from "../dom.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { say } from "../texts/gamemessages.js";
import { svg } from "../board/geometry.js";
import { text } from "../texts/texts.js";

const KEY = "cathedral-rules-read";

/** What is seen of the board: its upper left corner, or ground in its middle. */
const CORNER = "-76 -76 576 476";
const MIDDLE = "262 262 576 476";

/** What the game is about: one builds, walls ground off, and has little left over. */
const MINUTE = [
  {
    caption: () => text("rules.oneEach"),
    pieces: [["CA", "", [3, 12, 13, 14, 23, 33]], ["IN", "dark", [0, 1, 10]], ["SQ", "light", [20, 21, 30, 31]]],
  },
  {
    caption: () => text("rules.wallOff"),
    pieces: [["TO", "light", [3, 13, 12, 22, 21]], ["ST", "light", [30, 31]], ["ST", "dark", [10, 11]]],
    territory: [0, 1, 2, 10, 11, 20],
    captured: [{ side: "dark", squares: [10, 11] }],
  },
  {
    caption: () => text("rules.fewer"),
    seen: MIDDLE,
    pieces: [["SQ", "dark", [33, 34, 43, 44]], ["TA", "dark", [36]], ["TA", "light", [63]]],
    counts: [[5, 760, 400], [1, 760, 650]],
  },
];

/** What makes a wall, and what does not. */
const WALLS = [
  { caption: () => text("rules.wall"), pieces: [["TO", "light", [2, 12, 11, 21, 20]]], territory: [0, 1, 10] },
  { caption: () => text("rules.gap"), pieces: [["ST", "light", [2, 12]], ["ST", "light", [20, 21]]] },
];

/**
 * Connects the button to the dialog, which opens by itself the first time, unless a game of
 * those that are saved goes on. `gameInUse` gives the game whose rules are to be explained, or
 * null.
 */
export async function connectRules(gameInUse, saved) {
  const dialog = byId("rules-dialog");
  byId("rules-pictures").append(...minutePictures());
  byId("rules-walls").append(...WALLS.map(drawExample));
  const showAll = (all) => {
    byId("rules-all").hidden = !all;
    byId("rules-more").hidden = all;
  };
  whenClicked("rules-button", () => {
    explain(gameInUse() ?? { rules: "classic", optionalCapture: false });
    showAll(true);
    dialog.showModal();
  });
  whenClicked("rules-more", () => {
    showAll(true);
    byId("rules-all").focus();
  });
  // Who comes first is led to the lessons, and later readers back to the board.
  const lead = (to) => ["learn-button", "rules-done"].forEach((id) => byId(id).classList.toggle("primary", id === to));
  dialog.addEventListener("close", () => {
    remember(KEY, "yes");
    lead("rules-done");
  });
  if (!remembered(KEY) && location.hash === "" && await saved.getBoard("play") === null) {
    lead("learn-button");
    dialog.addEventListener("close", () => {
      byId("board").focus({ preventScroll: true }); // keys go on from there
      say(byId("status").textContent);
    }, { once: true });
    dialog.showModal();
  }
}

/** What the game is about, in pictures. */
export const minutePictures = () => MINUTE.map(drawExample);

/** Writes what the rules of a game say. */
function explain({ rules, optionalCapture }) {
  const write = (id, words) => {
    const item = byId(id);
    usual[id] ??= [...item.childNodes];
    item.replaceChildren(...(words ? [words] : usual[id]));
  };
  write("rule-start", rules === "woods" && text("rules.startWoods"));
  write("rule-first", rules === "mattel" && text("rules.firstMattel"));
  byId("rule-spare").hidden = !optionalCapture;
  byId("rules-title").textContent =
    rules === "classic" ? text("rules.title") : text("rules.titleOf", { rules: text(`ruleset.${rules}`) });
}

/** What the page says of the usual rules, by the items' ids. */
const usual = {};

/** An example: a part of a board like that of the game, with a caption. */
function drawExample({ caption, seen = CORNER, pieces, territory = [], captured = [], counts = [] }) {
  const board = new Board();
  board.showPieces(pieces.map(([building, side, squares]) => ({ building, side, squares })));
  board.put("territory", ...drawTerritory({ light: territory, dark: [] }));
  board.put("last", ...captured.map(drawCaptured), ...counts.map(([count, x, y]) =>
    svg("text", { x, y, class: "example-count", "text-anchor": "middle", "dominant-baseline": "central" }, count)));
  // The layers and hatchings of the board of the game are looked for by their names.
  for (const layer of Object.values(board.layers)) layer.removeAttribute("class");
  board.svg.querySelector("defs").remove();
  for (const [name, value] of [["viewBox", seen], ["class", "example"], ["aria-hidden", "true"]]) board.svg.setAttribute(name, value);
  return element("figure", {}, board.svg, element("figcaption", {}, ...emphasized(caption())));
}
