// The end of a game in play, as a moment: what each side has left counts down beside the names, the own ground lights up, and
// what one may do next stands below, with the last position. Who prefers less motion sees all of it at once.

import { SIDES, lostBy, opponent } from "./game.js";
import { UNIT, columnOf, rowOf, svg } from "../board/geometry.js";
import { boardCard, pictureOf } from "../board/smallboard.js";
import { button, byId, element } from "../dom.js";
import { attempt, endReason, part, say, verdictWords } from "../texts/gamemessages.js";
import { levelName } from "./strengthlevels.js";
import { setting } from "../looks/settings.js";
import { text } from "../texts/texts.js";

/** How many of the last positions the numbers go through, and the milliseconds for each. */
const COUNTED = 10;
const PACE = 190;

/** Milliseconds in which the ground lights up, and that a square of it takes. */
const SPREAD = 1400;
const GLOW = 900;

/** The level that who has never won may try next, and how many saved games are looked through for one that was won. */
const EASIEST = "child";
const LOOKED_THROUGH = 100;

/**
 * Tells the end of the game in play; `comes` is true when it has just ended, and one has seen its last move. `review` is
 * called without anything, `easier` with the level of another game.
 */
export async function tellEnd({ inPlay, board, saved, review, easier }, comes) {
  const { game, about, personSide, players } = inPlay;
  const view = game.lastView;
  const isHere = () => inPlay.phase === "over" && game.lastView === view;
  const series = about.series ? (await part(import("./gameseries.js"))).seriesWords(inPlay) : "";
  if (!isHere()) return;
  const called = (one) => inPlay.called(one);
  const side = personSide ?? (game.result === lostBy("light") ? "dark" : "light");
  const moves = comes && setting("motion") === "on";
  byId("ending-words").textContent = leftWords(inPlay, side);
  byId("ending-series").textContent = series;
  const numbers = [side, opponent(side)].map((one) => [one, element("b", { class: "left-number" }, String(view.score[one]))]);
  byId("ending-left").replaceChildren(...numbers.map(([one, number]) => element("div", {}, element("span", { class: `side-mark ${one}` }),
    element("b", { class: "left-name" }, inPlay.name(one) || called(one)), number, leftBuildings(one, view))));
  byId("ending-next").replaceChildren(element("li", {}, boardCard({ picture: pictureOf(view), title: text("gameover.review") }, review, { id: "review-game" })));
  byId("ending").hidden = false;
  board.put("heat", ...view.territory[side].map((square, index, { length }) => {
    const lit = svg("rect", { x: columnOf(square) * UNIT, y: rowOf(square) * UNIT, width: UNIT, height: UNIT, class: "lit" });
    if (moves) lit.animate([{ opacity: 0 }, { opacity: 0.9, offset: 0.4 }, {}], { duration: GLOW, delay: SPREAD * index / length, fill: "backwards" });
    return lit;
  }));
  const verdict = text("sentence.end", { sentence: verdictWords(game, personSide, called) });
  if (comes) say([verdict, endReason(game, called), byId("ending-words").textContent, series].filter(Boolean).join(" "));
  for (const { score } of moves ? game.views.slice(-COUNTED) : []) {
    if (!isHere()) return;
    for (const [one, number] of numbers) number.textContent = score[one];
    await new Promise((later) => setTimeout(later, PACE));
  }
  const { kind, level } = players[opponent(side)];
  if (personSide && game.result === lostBy(side) && kind === "engine" && level !== EASIEST && !(await saved.list(LOOKED_THROUGH)).some(isWon) && isHere()) {
    const name = levelName({ id: EASIEST });
    byId("ending-next").append(element("li", {}, button(text("ending.easier", { name }), () => attempt(() => easier(EASIEST)), { id: "easier-game" })));
  }
}

/** Whether a person has won a saved game against an engine. */
const isWon = ({ players, outcome }) =>
  SIDES.some((side) => players?.[side] === "person" && /^(level|engine)/.test(players[opponent(side)]) && outcome === lostBy(opponent(side)));

/** What each has left over, and what that means: "You have 4 squares left over, Visitor 3: fewer wins." */
function leftWords(inPlay, side) {
  const { game: { ending, lastView: { fair, score } }, personSide } = inPlay;
  const about = { name: inPlay.called(side), left: score[side], other: inPlay.called(opponent(side)), others: score[opponent(side)] };
  const words = text(personSide ? "ending.yours" : "ending.left", about);
  if (ending || fair?.squares) return text("sentence.end", { sentence: words });
  return text(about.left === about.others ? "ending.same" : "ending.fewer", { words });
}

/** The buildings that a side could not place, as its seat has them, and in its order. */
function leftBuildings(side, { hands }) {
  const icons = [...document.querySelectorAll(`#hand-${side} [data-code]`)].flatMap((button) => Array.from({ length: hands[side][button.dataset.code] ?? 0 }, () => {
    const icon = button.querySelector(".building-icon").cloneNode(true);
    icon.style.setProperty("--wide", icon.viewBox.baseVal.width / UNIT);
    return icon;
  }));
  return element("span", { class: "left-buildings" }, ...icons);
}
