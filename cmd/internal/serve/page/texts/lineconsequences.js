// What comes of a line, in words: the squares that each side claims and the buildings it
// captures, as the server says of each move.

import { opponent } from "../game/gamestate.js";
import { parseMove } from "../board/shapecatalogue.js";
import { settlementWords } from "./gamemessages.js";
import { text } from "./texts.js";

/** Plies of a line that are played out and told of. */
const LINE_PLIES = 6;

/** The first plies of two lines that are compared: as many of each. */
export function comparedLines(one, other) {
  const plies = Math.min(LINE_PLIES, one.length, other.length);
  return [one.slice(0, plies), other.slice(0, plies)];
}

/**
 * What each side gains in a line: {light, dark}, each {claimed, captured}. `views` are
 * those of the positions after each move of the line.
 */
function gains(views) {
  const gained = { light: { claimed: [], captured: [] }, dark: { claimed: [], captured: [] } };
  for (const { last } of views) {
    gained[last.side].claimed.push(...last.claimed);
    if (!last.move.endsWith("-")) gained[last.side].captured.push(...last.captured);
  }
  return gained;
}

/** How much more a side has gained than the other one, in squares claimed and captured. */
function lead(gained, side) {
  const worth = ({ claimed, captured }) => captured.reduce((sum, building) => sum + building.squares.length, claimed.length);
  return worth(gained[side]) - worth(gained[opponent(side)]);
}

/**
 * What comes of the better line, and of that after the move that was played, in words.
 * When the better one does not claim and capture more for the side of the move, it says so.
 */
export function gainsWords(betterViews, playedViews) {
  const { move, side } = playedViews[0].last;
  const [better, played] = [betterViews, playedViews].map(gains);
  const plies = betterViews.length;
  if (lead(better, side) <= lead(played, side)) return text("line.deeper", { plies });
  const words = (gained) => bothWords(gainWords("light", gained), gainWords("dark", gained)) || text("line.nothing", { plies });
  const building = text(`building.${parseMove(move).code}`);
  return [text("line.better", { gains: words(better) }), text("line.played", { building, gains: words(played) })].join(" ");
}

/** How two lines end, in words; "" unless both run to the end of the game. */
export function endWords(better, played) {
  if (!better.over || !played.over) return "";
  return text("line.ends", { better: marginWords(better), played: marginWords(played) });
}

function marginWords({ score }) {
  const margin = score.dark - score.light;
  if (margin === 0) return text("line.drawn");
  const side = text(margin > 0 ? "side.light" : "side.dark");
  return text("line.won", { side, squares: Math.abs(margin) });
}

/** What a side gains, or "". */
function gainWords(side, gained) {
  const gains = settlementWords(gained[side], "");
  return gains && text("line.gain", { side: text(`side.${side}`), gains });
}

/** What both sides gain, or the one that gains anything. */
const bothWords = (light, dark) => (light && dark ? text("line.both", { light, dark }) : light || dark);
