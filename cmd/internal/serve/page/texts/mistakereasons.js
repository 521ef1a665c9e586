// What a better line has over the one that was played, in words: the squares that each side
// claims and the buildings it captures, and what else speaks for it. The server has compared
// the lines.

import { capitalized, text } from "./texts.js";
import { moveWords, pieceWords, settlementWords } from "./gamemessages.js";
import { parseMove } from "../board/shapecatalogue.js";

/** Why a line is better than the one after the move that was played: what the server says of them, in words. */
export function comparisonWords({ plies, better, played, reasons }, move) {
  const gained = better.gains.length + played.gains.length > 0;
  const words = ({ gains }) => gainsWords(gains) || text("line.nothing", { plies });
  const building = text(`building.${parseMove(move).code}`);
  const both = gained ? [text("line.better", { gains: words(better) }), text("line.played", { building, gains: words(played) })] : [];
  const ends = better.margin === null || played.margin === null ? []
    : [text("line.ends", { better: marginWords(better.margin), played: marginWords(played.margin) })];
  return [...both, ...reasons.map(reasonWords), ...ends].join(" ");
}

/** What is gained in a line: by the first move, and then by each side, in their order; "" for nothing. */
function gainsWords(gains) {
  const now = gains.filter(({ ply }) => ply === 0).map((gain) => text("line.now", { gain: gainWords(gain) }));
  const later = new Map();
  for (const gain of gains.filter(({ ply }) => ply > 0)) {
    const { claimed = [], captured = [] } = later.get(gain.side) ?? {};
    later.set(gain.side, { side: gain.side, claimed: [...claimed, ...gain.claimed], captured: [...captured, ...gain.captured] });
  }
  const [first, second] = [...later.values()].map(gainWords);
  const then = second ? text("line.both", { first, second }) : first ?? "";
  return now.length > 0 && then ? text("line.then", { now: now[0], then }) : now[0] ?? then;
}

const gainWords = (gain) => text("line.gain", { side: text(`side.${gain.side}`), gains: settlementWords(gain, "") });

/** A fact that speaks for the better line. */
function reasonWords({ kind, side, building, move, better, played, plies }) {
  return capitalized(text(`why.${kind}`, {
    side: text(`side.${side}`), building: building && pieceWords({ building, side }), placement: move && moveWords(move), better, played, plies,
  }));
}

/** How a line ends, from its margin for Light. */
function marginWords(margin) {
  if (margin === 0) return text("line.drawn");
  const side = text(margin > 0 ? "side.light" : "side.dark");
  return text("line.won", { side, squares: Math.abs(margin) });
}
