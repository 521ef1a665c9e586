// Why a better line is better than the one that was played, as the server has compared them:
// the one difference that costs most in words, and what each line comes to in a table.

import { SIDES, opponent } from "../game/game.js";
import { capitalized, sentence, text } from "./texts.js";
import { element } from "../dom.js";
import { moveWords, pieceWords } from "./gamemessages.js";
import { squareName } from "../board/geometry.js";

/** How many moves one counts: of room that is lost later, the squares are named. */
const COUNTED = 8;

/** The difference that costs most, as a sentence. */
export function reasonWords(reason) {
  const { kind, side, buildings, move, better, played, plies, claimed } = reason;
  if (kind === "let" || kind === "missed") return gainWords(reason);
  const later = plies > COUNTED && ["noRoom", "shut"].includes(kind);
  return capitalized(text(later ? `why.${kind}Later` : `why.${kind}`, {
    side: side && text(`side.${side}`), buildings: buildings && sentence(buildings.map((building) => pieceWords({ building, side }))),
    squares: later && claimed.map(squareName).join(" "),
    placement: move && moveWords(move), better, played, plies,
  }));
}

/** What a side gains in one line, how much the other claims there if it gains half as much, and if the side claims something in the other line too, how much there. */
function gainWords({ kind, side, claimed, captured, better, played, plies, against }) {
  const gains = [...(claimed?.length > 0 ? [text("why.claim", { squares: claimed.length })] : []),
    ...(captured?.length > 0 ? [text("why.capture", { building: sentence(captured.map(pieceWords)) })] : [])];
  const atOnce = plies === { let: 2, missed: 1 }[kind];
  const gain = text(atOnce ? `why.${kind}AtOnce` : `why.${kind}`, { side: text(`side.${side}`), gains: sentence(gains) });
  const one = against > 0 ? text("why.against", { one: gain, other: text(`side.${opponent(side)}`), squares: against }) : gain;
  const both = claimed?.length > 0 && better > 0 && played > 0;
  return capitalized(text("sentence.end", { sentence: both ? text(`why.${kind}Other`, { one, squares: Math.min(better, played) }) : one }));
}

/** What each line comes to: what the sides claim, capture and have left, and how it ends; zeros are left out. */
export function sumsTable({ better, played }) {
  const lines = [better, played];
  const margin = (line) => (line.margin === 0 ? text("result.draw") : text("sums.by", { side: text(line.margin > 0 ? "side.light" : "side.dark"), squares: Math.abs(line.margin) }));
  const rows = SIDES.flatMap((side) => ["claimed", "captured", "left"].map((what) => [
    text(`sums.${what}`, { side: text(`side.${side}`) }),
    lines.map((line) => [line[side][what]].flat().map((one) => (what === "captured" ? text(`building.${one}`) : one)).join(", ")),
  ])).filter(([, cells]) => cells.some((cell) => cell !== "" && cell !== "0"));
  if (lines.every((line) => line.margin !== null)) rows.push([text("sums.ends"), lines.map(margin)]);
  const plies = better.plies === played.plies ? text("sums.plies", { plies: better.plies }) : "";
  const header = [plies, text("sums.better"), text("sums.played")].map((words) => element("th", {}, words));
  return element("table", { class: "sums" }, element("thead", {}, element("tr", {}, ...header)),
    element("tbody", {}, ...rows.map(([name, cells]) => element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell || "–"))))));
}
