// What is said in words: the live region for screen readers, the line about whose
// turn it is, and short notes that go away by themselves.

import { describeSquare } from "./board.js";
import { title } from "./gamestate.js";
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

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A number of things in words: "one square", "three squares", "13 squares". */
export const counted = (number, word) => `${NUMBERS[number] ?? number} ${word}${number === 1 ? "" : "s"}`;

/** What the last move of a view did, in words. */
export function lastMoveWords(view, catalogue) {
  const { last } = view;
  if (!last) return "";
  const side = title(last.side);
  if (!isPlacement(last.move)) return `${side} cannot place anything and passes.`;
  return `${sentence([`${side} places ${moveWords(last.move, catalogue)}`, ...settlements(last, catalogue)])}.`;
}

/** A placement in words: "the tower at D1". */
export function moveWords(move, catalogue) {
  if (!isPlacement(move)) return "a pass";
  const { code, square } = parseMove(move);
  return `the ${catalogue.name(code)} at ${squareName(square)}`;
}

/** What a move would do that is recommended to the side to move. */
export function hintWords(move, view, catalogue) {
  const settled = settlementWords(view.settles[move] ?? { claimed: [], captured: [] }, catalogue, move.endsWith("-"));
  return `Try ${moveWords(move, catalogue)}${settled ? `: it ${settled}` : ""}.`;
}

/** What a placement settles: "claims three squares and captures Dark's inn"; "" for nothing. */
export function settlementWords(settlement, catalogue, spares = false) {
  return sentence(settlements({ ...settlement, move: spares ? "-" : "" }, catalogue));
}

function settlements({ claimed, captured, move }, catalogue) {
  const words = claimed.length > 0 ? [`claims ${counted(claimed.length, "square")}`] : [];
  for (const piece of captured) {
    const name = piece.building === "CA" ? "the Cathedral" : `${title(piece.side)}'s ${catalogue.name(piece.building)}`;
    words.push(`${move.endsWith("-") ? "spares" : "captures"} ${name}`);
  }
  return words;
}

/** Parts of a sentence with commas and an "and" between them. */
const sentence = (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`);

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

/** How a game has ended, and why. */
export function endWords(game) {
  const { lastView, result, ending } = game;
  const winner = title(result === "1-0" ? "light" : "dark");
  const margin = Math.abs(lastView.score.light - lastView.score.dark);
  const won = ending ? `${winner} wins` : `${winner} wins by ${counted(margin, "square")}`;
  return `${result === "1/2-1/2" ? "A draw" : won}: ${endReason(game)}`;
}

/** Why a game has ended, the end of a sentence: "Dark has resigned." */
export function endReason({ result, ending }) {
  const loser = title(result === "1-0" ? "dark" : "light");
  if (!ending) return "neither side can place another building.";
  return ending.rule === "resign" ? `${loser} has resigned.` : `${loser}'s time is up.`;
}

/** The rules of a game: "Classic rules". */
export function rulesWords({ rules, optionalCapture }) {
  return `${title(rules)} rules${optionalCapture ? ", a capture may be declined" : ""}`;
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
