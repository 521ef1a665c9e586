// What an engine thinks, drawn on the board: the best moves with their scores, and
// the map of where a building is worth most.

import { drawBuilding } from "./buildingdrawings.js";
import { drawCaptured, drawTerritory } from "./board.js";
import { UNIT, columnOf, outline, rowOf, svg } from "./geometry.js";
import { forLight, scoreText } from "../texts/scoretexts.js";
import { isPlacement, parseMove } from "./shapecatalogue.js";

/** How many best moves have outlines, each in a colour of its own; the rest have only a label. */
const COLOURS = 5;

/** How many squares of a map have their scores. */
const SCORED = 10;

/** Hundredths of a square that a place may be worse than the best and still have colour. */
const HEAT_RANGE = 500;

/** The elements for the best moves of a side, best first: outlines with labels. */
export function drawIdeas(lines, side, catalogue) {
  const outlines = [];
  const chips = [];
  const places = lines.map(({ pv: [move] }) => (move && isPlacement(move) ? catalogue.squares(side, move) : []));
  const labelled = ownSquares(places);
  for (const [index, line] of lines.entries()) {
    const move = line.pv[0];
    const squares = places[index];
    if (squares.length === 0) continue;
    const colour = Math.min(index, COLOURS - 1);
    if (index === 0) {
      const building = drawBuilding(parseMove(move).code, side, squares);
      building.classList.add("idea-building");
      outlines.push(building);
    }
    if (index < COLOURS) outlines.push(svg("path", { d: outline(squares, 4 + 5 * index), class: `idea idea-${colour}` }));
    // One idea has its score; of several each has its number, and the list beside the board the scores.
    chips.push(chip(labelled[index], lines.length > 1 ? `${index + 1}` : scoreText(forLight(line.score, side), line.final), colour));
  }
  return [...outlines.reverse(), ...chips.reverse()];
}

/**
 * A square for each building, of its own squares if there is such a choice, so that no two have the
 * same: a building that finds all its squares taken moves another one on (Kuhn's matching). Who is
 * left over gets the nearest square that is free.
 */
function ownSquares(places) {
  const owner = new Map();
  const settle = (index, tried) => places[index].some((square) => {
    if (tried.has(square)) return false;
    tried.add(square);
    if (owner.has(square) && !settle(owner.get(square), tried)) return false;
    owner.set(square, index);
    return true;
  });
  const leftOver = [...places.keys()].filter((index) => !settle(index, new Set()) && places[index].length > 0);
  for (const index of leftOver) {
    const distance = (square) => Math.hypot(columnOf(square) - columnOf(places[index][0]), rowOf(square) - rowOf(places[index][0]));
    const free = Array.from({ length: 100 }, (_, square) => square).filter((square) => !owner.has(square));
    owner.set(free.reduce((best, square) => (distance(square) < distance(best) ? square : best)), index);
  }
  const own = [];
  for (const [square, index] of owner) own[index] = square;
  return own;
}

/** The elements for the difference between two lines: the squares and buildings that it is about, of those the ones that stand in a view. */
export function drawReason({ side, claimed, captured, move }, { pieces }, catalogue) {
  const standing = (captured ?? []).filter((lost) => pieces.some((piece) => piece.move === lost.move));
  const building = move ? [svg("path", { d: outline(catalogue.squares(side, move), 6), class: "idea idea-1" })] : [];
  return [...drawTerritory({ light: [], dark: [], [side]: claimed ?? [] }, "reason"), ...standing.map(drawCaptured), ...building];
}

/** A label on a square. */
function chip(square, words, colour) {
  const width = 22 + 16 * words.length;
  const x = Math.min(Math.max((columnOf(square) + 0.5) * UNIT, width / 2), 10 * UNIT - width / 2);
  const y = (rowOf(square) + 0.5) * UNIT;
  return svg("g", { class: `chip idea-${colour}` }, svg("rect", { x: x - width / 2, y: y - 19, width, height: 38, rx: 19 }),
    svg("text", { x, y: y + 1, class: "chip-text", "text-anchor": "middle", "dominant-baseline": "central" }, words));
}

/**
 * The best placement of a side that covers each square: a Map from square to {score,
 * behind}, its score from Light's side as everywhere, and by how much it is worse for
 * the side than the best of all, both in hundredths. `scores` is a Map from move to
 * hundredths for the side.
 */
export function heatOf(scores, side, catalogue) {
  const heat = new Map();
  const best = Math.max(...scores.values());
  for (const [move, score] of scores) {
    const behind = best - score;
    for (const square of catalogue.squares(side, move)) {
      if (!(heat.get(square)?.behind <= behind)) heat.set(square, { score: forLight(score, side), behind });
    }
  }
  return heat;
}

/**
 * The elements for a map of heat: brighter where the side to move gets more, with the best scores.
 * What is behind by the range, in hundredths, is as dark as anything.
 */
export function drawHeat(heat, range = HEAT_RANGE) {
  const bestFirst = [...heat].sort(([, one], [, other]) => one.behind - other.behind);
  return bestFirst.flatMap(([square, { score, behind }], index) => {
    const share = range > 0 ? Math.max(0, 1 - behind / range) : 1;
    const x = columnOf(square) * UNIT;
    const y = rowOf(square) * UNIT;
    const step = Math.round(share * 5);
    const tint = svg("rect", { x: x + 3, y: y + 3, width: UNIT - 6, height: UNIT - 6, rx: 8, class: `heat step-${step}` });
    if (index >= SCORED) return [tint];
    return [tint, svg("text", { x: x + UNIT / 2, y: y + UNIT / 2 + 1, class: "heat-text", "text-anchor": "middle", "dominant-baseline": "central" }, scoreText(score))];
  });
}
