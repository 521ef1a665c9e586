// What is said in words: the live region for screen readers, the line about whose
// turn it is, and short notes that go away by themselves.

import { describeSquare } from "./board.js";
import { opponent, title } from "./gamestate.js";
import { isPlacement, parseMove } from "./shapecatalogue.js";
import { squareName } from "./geometry.js";

const NOTE_TIME = 5000;

/** Has a screen reader say something. */
export function say(text) {
  const live = document.getElementById("live");
  const line = document.createElement("p");
  line.textContent = text;
  live.append(line);
  while (live.children.length > 5) live.firstChild.remove();
}

let noteTimer;

/** Shows a note for some seconds. */
export function note(text) {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  toast.hidden = false;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => { toast.hidden = true; }, NOTE_TIME);
}

/** A number of things: "1 square", "3 squares". */
export const plural = (number, word) => `${number} ${word}${number === 1 ? "" : "s"}`;

/** What the last move of a view did, in words. */
export function lastMoveWords(view, catalogue) {
  const { last } = view;
  if (!last) return "";
  const side = title(last.side);
  if (!isPlacement(last.move)) return `${side} cannot place anything and passes.`;
  const { code, square } = parseMove(last.move);
  const words = [`${side} places the ${catalogue.name(code)} at ${squareName(square)}`];
  const settled = settlementWords(last, catalogue, last.move.endsWith("-"));
  return `${words.join("")}${settled ? `, ${settled}` : ""}.`;
}

/** What a placement settles: "encloses 3 squares and captures the dark inn". */
export function settlementWords({ claimed, captured }, catalogue, spares = false) {
  const words = [];
  if (claimed.length > 0) words.push(`encloses ${plural(claimed.length, "square")}`);
  for (const piece of captured) {
    const name = piece.building === "CA" ? "Cathedral" : `${piece.side} ${catalogue.name(piece.building)}`;
    words.push(`${spares ? "spares" : "captures"} the ${name}`);
  }
  return words.join(" and ");
}

/** Whose turn it is where one looks at a game, or how it has ended. */
export function statusWords(game) {
  const { view } = game;
  if (game.over) return endWords(game);
  const side = title(view.side);
  if (view.legal === "pass") return `${side} has to pass.`;
  return `${side} to place ${toPlace(view)}.`;
}

/** Whose turn it is in the game in play, or how it has ended. */
export function playStatus({ game, phase, name }) {
  const { view } = game;
  if (!game.atEnd) return `Looking back: move ${game.ply} of ${game.moves.length}.`;
  const side = title(view.side);
  if (phase === "person") return `${side}: place ${toPlace(view)}.`;
  if (phase === "thinking") return `${side} (${name}) is thinking…`;
  return statusWords(game);
}

const toPlace = (view) => (view.cathedral === "now" ? "the Cathedral" : "a building");

function endWords(game) {
  const { view, result, ending } = game;
  const { light, dark } = view.score;
  const score = `${light} to ${dark} squares left over`;
  if (ending) {
    const winner = result === "1-0" ? "light" : "dark";
    return `${title(winner)} wins: ${title(opponent(winner))}'s time is up.`;
  }
  if (result === "1/2-1/2") return `A draw: ${score}.`;
  return result === "1-0" ? `Light wins, with ${score}.` : `Dark wins, with ${score}.`;
}

/** Where the building in the air is, for a screen reader. */
export function placingWords(placing, catalogue) {
  const { view, code, orientation, squares, isLegal } = placing;
  const name = catalogue.name(code);
  const turned = { n: "north", e: "east", s: "south", w: "west" }[orientation];
  if (!placing.shown) return `${name} picked, facing ${turned}`;
  const where = `${name} ${turned} on ${squares.map(squareName).join(" ")}`;
  if (isLegal) {
    const settled = settlementWords(placing.settlement, catalogue, placing.move.endsWith("-"));
    return `${where}: fits${settled ? `, ${settled}` : ""}`;
  }
  const inTheWay = squares.map((square) => describeSquare(view, square, catalogue)).find((words) => !words.endsWith("free"));
  return `${where}: does not fit${inTheWay ? `; ${inTheWay}` : ""}`;
}
