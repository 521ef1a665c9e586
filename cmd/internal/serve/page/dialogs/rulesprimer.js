// The rules in a minute, with a picture of an enclosure, for who comes first.

import { drawBuilding } from "../board/buildingdrawings.js";
import { drawCaptured, drawTerritory } from "../board/board.js";
import { byId, element } from "../dom.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { svg, UNIT } from "../board/geometry.js";
import { text } from "../texts/texts.js";

const KEY = "cathedral-rules-read";

/** The examples: corners of the city, four rows of five columns. */
const EXAMPLES = [
  {
    caption: () => text("rules.wall"),
    buildings: [["TO", "light", [2, 12, 11, 21, 20]]],
    territory: [0, 1, 10],
    captured: [],
  },
  {
    caption: () => text("rules.capture"),
    buildings: [["TO", "light", [3, 13, 12, 22, 21]], ["ST", "light", [30, 31]], ["ST", "dark", [10, 11]]],
    territory: [0, 1, 2, 10, 11, 20],
    captured: [{ side: "dark", squares: [10, 11] }],
  },
  {
    caption: () => text("rules.gap"),
    buildings: [["ST", "light", [2, 12]], ["ST", "light", [20, 21]]],
    territory: [],
    captured: [],
  },
];

/** What is different in the rule sets. */
const STARTS = { woods: () => text("rules.startWoods") };
const FIRSTS = { mattel: () => text("rules.firstMattel") };

/**
 * Connects the button to the dialog, which opens by itself the first time, unless a game of
 * those that are saved goes on. `gameInUse` gives the game whose rules are to be explained, or
 * null.
 */
export async function connectRules(gameInUse, saved) {
  const dialog = byId("rules-dialog");
  byId("rules-pictures").append(...EXAMPLES.map(drawExample));
  byId("rules-button").addEventListener("click", () => {
    explain(gameInUse() ?? { rules: "classic", optionalCapture: false });
    dialog.showModal();
  });
  // Who comes first is led to the lessons, and later readers back to the board.
  const lead = (to) => ["learn-button", "rules-done"].forEach((id) => byId(id).classList.toggle("primary", id === to));
  dialog.addEventListener("close", () => {
    remember(KEY, "yes");
    lead("rules-done");
  });
  if (!remembered(KEY) && location.hash === "" && await saved.getBoard("play") === null) {
    lead("learn-button");
    dialog.showModal();
  }
}

/** Writes what the rules of a game say. */
function explain({ rules, optionalCapture }) {
  const write = (id, words) => {
    const item = byId(id);
    usual[id] ??= [...item.childNodes];
    item.replaceChildren(...(words ? [words()] : usual[id]));
  };
  write("rule-start", STARTS[rules]);
  write("rule-first", FIRSTS[rules]);
  byId("rule-spare").hidden = !optionalCapture;
  byId("rules-title").textContent =
    rules === "classic" ? text("rules.title") : text("rules.titleOf", { rules: text(`ruleset.${rules}`) });
}

/** What the page says of the usual rules, by the items' ids. */
const usual = {};

function drawExample({ caption, buildings, territory, captured }) {
  const picture = svg("svg", { viewBox: `-24 -24 ${5 * UNIT + 24} ${4 * UNIT + 24}`, class: "example", "aria-hidden": "true" });
  picture.append(
    svg("rect", { x: -24, y: -24, width: 5 * UNIT + 24, height: 4 * UNIT + 24, class: "wall-walk" }),
    svg("rect", { x: 0, y: 0, width: 5 * UNIT, height: 4 * UNIT, class: "paving" }));
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < 5; column++) {
      picture.append(svg("rect", {
        x: column * UNIT + 2, y: row * UNIT + 2, width: UNIT - 4, height: UNIT - 4, rx: 7, class: `tone-${(row + column * 3) % 4}`,
      }));
    }
  }
  picture.append(
    ...drawTerritory({ light: territory, dark: [] }),
    ...buildings.map(([code, side, squares]) => drawBuilding(code, side, squares)),
    ...captured.map(drawCaptured));
  return element("figure", {}, picture, element("figcaption", {}, caption()));
}
