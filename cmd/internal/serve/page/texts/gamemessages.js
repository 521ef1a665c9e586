// What is said in words: the live region for screen readers, the line about whose
// turn it is, and short notes that go away by themselves.

import { SIDES, opponent } from "../game/game.js";
import { isPlacement, parseMove } from "../board/shapecatalogue.js";
import { capitalized, sentence, text } from "./texts.js";
import { setting } from "../looks/settings.js";
import { squareName } from "../board/geometry.js";
import { byId, element } from "../dom.js";

const NOTE_TIME = 5000;

/** Has a screen reader say something. */
export function say(words) {
  const live = byId("live");
  live.append(element("p", {}, words));
  while (live.children.length > 5) live.firstChild.remove();
}

let noteTimer;

/**
 * Shows a note for some seconds or a `time` in milliseconds, and says it. What is outside of an open dialog is neither
 * seen nor read out: the note goes into the dialog, as an alert, until that closes.
 */
export function note(words, time = NOTE_TIME) {
  const toast = byId("toast");
  const dialog = document.querySelector("dialog:modal");
  toast.hidden = true;
  toast.removeAttribute("role");
  toast.ariaHidden = String(!dialog); // outside of one, only what say adds is read out
  (dialog ?? document.body).append(toast);
  if (dialog) {
    toast.role = "alert";
    dialog.addEventListener("close", leaveDialog, { once: true });
  } else {
    say(words);
  }
  toast.textContent = words;
  toast.hidden = false;
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => { toast.hidden = true; }, time);
}

/** Does something, and says why if that fails. */
export async function attempt(act) {
  try {
    await act();
  } catch (error) {
    note(error.message);
  }
}

/** A part of the page that is imported; if that fails, the error says so in words, and names its address. */
export const part = (imported) => imported.catch(({ message }) => { throw new Error(text("trouble.noPart", { detail: /http\S+/.exec(message) ?? location.host })); });

function leaveDialog() {
  const toast = byId("toast");
  toast.removeAttribute("role");
  toast.ariaHidden = "true";
  document.body.append(toast);
}

/** What a side is called. */
export const sideName = (side) => text(`side.${side}`);

/** What the last move of a view did, in words. */
export function lastMoveWords({ last }) {
  if (!last) return "";
  const side = sideName(last.side);
  if (!isPlacement(last.move)) return text("move.passes", { side });
  const { code, square } = parseMove(last.move);
  const places = text("move.places", { side, building: text(`building.${code}`), square: squareName(square) });
  return text("sentence.end", { sentence: sentence([places, ...settlements(last, last.move)]) });
}

/** Where the last building of a view stands, for who does not see it: "On D1 E1 E2."; "" where the move says it. */
export const standsWords = ({ last }) => (last?.squares?.length > 1 ? text("move.on", { squares: last.squares.map(squareName).join(" ") }) : "");

/** A placement in words: "the tower at D1". */
export function moveWords(move) {
  if (!isPlacement(move)) return text("move.aPass");
  const { code, square } = parseMove(move);
  return text("move.placement", { building: text("building.the", { building: text(`building.${code}`) }), square: squareName(square) });
}

/** A placement in few words: "tower D1". */
export function shortWords(move) {
  if (!isPlacement(move)) return text("move.pass");
  const { code, square, spares } = parseMove(move);
  return text("move.short", { building: text(`building.${code}`), square: squareName(square) + (spares ? "-" : "") });
}

/** How a placement is turned, by its first letter: "e" for east; "" for north, which goes without saying. */
export function turnWord(move) {
  const { orientation } = parseMove(move);
  return isPlacement(move) && orientation !== "n" ? text(`compass.${orientation}`) : "";
}

/** A placement in few words that can be typed: "tower D1 e". */
export const typedWords = (move) => [shortWords(move), turnWord(move)].filter(Boolean).join(" ");

/** The words for moves that lists of moves have, and one between moves, for a reader of the other end: what one reads can be typed. */
export function moveNames({ buildings }) {
  const codes = [...buildings.map(({ code }) => [text(`building.${code}`), code]), ...[..."nesw"].map((turn) => [text(`compass.${turn}`), turn])];
  return Object.fromEntries([...codes, [text("move.pass"), "pass"], [text("analysis.then", { moves: "" }).trim(), ""]].map(([words, code]) => [words.toLowerCase(), code]));
}

/** A placement in words with its code, unless one wants none: "the tower at D1 (TOnD1)". */
export function moveWithNotation(move) {
  const words = moveWords(move);
  return isPlacement(move) && setting("codes") === "on" ? text("move.withNotation", { words, move }) : words;
}

/** What a move would do that is recommended to the side to move. */
export function hintWords(move, view) {
  const settlement = settlementWords(view.settles[move] ?? { claimed: [], captured: [] }, move);
  return text(settlement ? "play.hintSettling" : "play.hintMove", { placement: moveWords(move), settlement });
}

/** What a move settles: "claims three squares and captures Dark's inn"; "" for nothing. */
export const settlementWords = (settlement, move) => sentence(settlements(settlement, move));

function settlements({ claimed, captured }, move) {
  const claims = claimed.length > 0 ? [text("move.claims", { squares: claimed.length })] : [];
  const takes = captured.map((piece) => text(move.endsWith("-") ? "move.spares" : "move.captures", { building: pieceWords(piece) }));
  return [...claims, ...takes];
}

/** A building on the board: "Dark's inn". */
export function pieceWords({ building, side }) {
  if (building === "CA") return text("building.cathedral");
  return text(side === "light" ? "building.light" : "building.dark", { building: text(`building.${building}`) });
}

/** What lies on a square of a view: "E5, Dark's inn", "F6, Light's territory", "C3, empty". */
export function squareWords(view, square) {
  const piece = view.pieces.find(({ squares }) => squares.includes(square));
  const owner = SIDES.find((side) => view.territory[side].includes(square));
  const name = { square: squareName(square) };
  if (piece) return text("square.building", { ...name, building: pieceWords(piece) });
  return owner ? text(`square.${owner}`, name) : text("square.empty", name);
}

/** Whose turn it is where one looks at a game, or how it has ended. */
export function statusWords(game) {
  const { view } = game;
  if (game.over) return endWords(game);
  const side = sideName(view.side);
  if (view.legal === "pass") return text("status.hasToPass", { side });
  return text("status.toPlace", { side, what: toPlace(view) });
}

/** Whose turn it is in the game in play, or how it has ended. `personSide` is that of the only person, or null; `called` as in verdictWords. */
export function playStatus({ game, phase, name, personSide, called }) {
  const { view } = game;
  if (!game.atEnd) return text("status.lookingBack", { ply: game.ply, plies: game.moves.length });
  const side = sideName(view.side);
  if (game.over) return verdictWords(game, personSide, called);
  if (phase === "person") {
    const whose = personSide ? "yours" : "theirs";
    return view.cathedral === "now" ? text(`cathedral.${whose}`, { side }) : text(`turn.${whose}`, { side });
  }
  if (phase === "thinking") return text(personSide ? "status.thinking" : "status.sideThinking", { side, name });
  return statusWords(game);
}

const toPlace = (view) => text(view.cathedral === "now" ? "status.cathedral" : "status.building");

/** Who has won, said to the person who played a side, or to nobody in particular; `called` gives what a side's player is called. */
export function verdictWords({ result, ending, lastView }, personSide, called = sideName) {
  if (result === "1/2-1/2") return text("gameover.draw");
  const side = result === "1-0" ? "light" : "dark";
  const margin = { winner: called(side), squares: Math.abs(lastView.margin) };
  if (!personSide) return text(ending ? "gameover.wins" : "gameover.winsBy", margin);
  if (personSide === side) return text(ending ? "gameover.won" : "gameover.wonBy", margin);
  return text(ending ? "gameover.lost" : "gameover.lostBy", margin);
}

/** How a game has ended, and why. */
function endWords(game) {
  const { lastView, result, ending } = game;
  const side = result === "1-0" ? "light" : "dark";
  const sides = { winner: sideName(side), loser: sideName(opponent(side)) };
  if (ending?.rule === "draw") return text("end.agreed");
  if (ending) return text(ending.rule === "resign" ? "end.resigned" : "end.time", sides);
  if (result === "1/2-1/2") return withAdvance(text("end.draw"), lastView);
  return withAdvance(text("end.wins", { ...sides, squares: Math.abs(lastView.margin) }), lastView);
}

/** Why a game has ended: "Dark has resigned."; `called` gives what a side's player is called, "" for the person. */
export function endReason({ result, ending, lastView, views }, called = sideName) {
  if (!ending) return withAdvance(shutOutWords(views) || text("end.why"), lastView);
  if (ending.rule === "draw") return text("end.whyAgreed");
  const loser = called(result === "1-0" ? "dark" : "light");
  if (!loser) return text(ending.rule === "resign" ? "end.youResigned" : "end.yourTime");
  return text(ending.rule === "resign" ? "end.whyResigned" : "end.whyTime", { loser });
}

/** Which building shut a side out of the city, with 40 squares or more: the side placed nothing after it to the end; "" if none did. */
function shutOutWords(views) {
  const index = views.findLastIndex((view) => view?.last?.claimed.length >= 40);
  const { last } = views[index] ?? {};
  if (!last || views.slice(index).some((view) => !view || (view.last.side !== last.side && isPlacement(view.last.move)))) return "";
  const { code, square } = parseMove(last.move);
  return text("end.shutOut", { building: text(`building.${code}`), square: squareName(square), loser: sideName(opponent(last.side)) });
}

/** A sentence, and the head start of a fair game as another. */
const withAdvance = (words, { fair }) => (fair?.squares ? `${words} ${fairWords({ first: "any", squares: fair.squares })}` : words);

/** How a fair game differs, as a sentence: "Dark begins with a stable, a head start of one square for Dark." */
const fairWords = (fair) => text("sentence.end", { sentence: capitalized(fairWay(fair)) });

/** How a fair game differs, as one choice of several: "Dark begins with a stable, a head start of one square for Dark". */
export function fairWay({ first, squares }) {
  const begins = first === "any" ? "" : text(`fair.${first}`);
  const ahead = squares ? text("fair.ahead", { squares: Math.abs(squares), side: sideName(squares > 0 ? "light" : "dark") }) : "";
  return begins && ahead ? text("sentence.comma", { first: begins, next: ahead }) : begins + ahead;
}

/**
 * The event at which a game was played, and its rules if they are not the usual ones: "Club
 * championship, 2024.05.01. Woods rules." Of the mode, `judges` is true beside scores and marks, and
 * `series` may be that of a game in play.
 */
export function rulesWords({ rules, optionalCapture, tags, view }, { judges, series }) {
  const fair = view?.fair;
  const words = [
    rules === "classic" && !optionalCapture ? "" : text(optionalCapture ? "status.rulesOptional" : "status.rules", { rules: text(`ruleset.${rules}`) }),
    fair ? fairWords(fair) : "", fair?.squares && judges ? text("fair.judged") : "",
    series?.pair ? text("pair.game", { number: series.games + 1 }) : "",
  ].filter(Boolean).join(" ");
  const known = (name) => tags.find((tag) => tag.name === name && !tag.value.includes("?"))?.value;
  const values = { event: known("Event"), date: known("Date") };
  if (!values.event) return words;
  return `${text(values.date ? "status.eventOn" : "status.event", values)} ${words}`.trim();
}

/** Where the building in the air is, for a screen reader; `reason` is the rules' word on why it does not fit, or "". */
export function placingWords(placing, reason = "") {
  const { view, code, orientation, squares, isLegal } = placing;
  const about = { building: text(`building.${code}`), facing: text(`facing.${orientation}`), squares: squares.map(squareName).join(" ") };
  if (!placing.shown) return text("placing.picked", about);
  if (isLegal) {
    const settlement = settlementWords(placing.settlement, placing.move);
    return text(settlement ? "placing.overSettling" : "placing.over", { ...about, settlement });
  }
  const taken = squares.find((square) => !isFree(view, square));
  const because = taken === undefined ? reason : squareWords(view, taken);
  return text(because ? "placing.overBecause" : "placing.overUnfit", { ...about, reason: because });
}

const isFree = (view, square) =>
  !view.pieces.some(({ squares }) => squares.includes(square)) && !SIDES.some((side) => view.territory[side].includes(square));
