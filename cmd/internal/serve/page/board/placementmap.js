// The map of the Cathedral's squares: where the book has it stand best for Light.

import { UNIT, svg } from "./geometry.js";
import { scoreText } from "../texts/scoretexts.js";
import { text } from "../texts/texts.js";

/** Colours of a map, from the worst to the best. */
const STEPS = 6;

/**
 * The value of each square for the Cathedral, which is Light's to place: the average of the
 * values of all placements in the book that cover the square. {squares, best, worst}:
 * `squares` is a Map from square to {score, behind}, as for drawHeat.
 */
export function placementMap(moves, catalogue) {
  const sums = new Map();
  for (const { move, alike, centi } of moves) {
    for (const placement of [move, ...alike]) {
      for (const square of catalogue.squares("light", placement)) {
        const { sum = 0, count = 0 } = sums.get(square) ?? {};
        sums.set(square, { sum: sum + centi, count: count + 1 });
      }
    }
  }
  const scores = [...sums].map(([square, { sum, count }]) => [square, sum / count]);
  const values = scores.map(([, score]) => score);
  const best = Math.max(...values);
  const squares = new Map(scores.map(([square, score]) => [square, { score, behind: best - score }]));
  return { squares, best, worst: Math.min(...values) };
}

/** The legend of a map: its colours, with the worst value and the best. */
export function drawScale({ best, worst }) {
  const words = { worst: scoreText(worst), best: scoreText(best) };
  const scale = svg("svg", { viewBox: `0 0 ${STEPS * UNIT} 40`, role: "img", "aria-label": text("book.scale", words) });
  for (let step = 0; step < STEPS; step++) {
    scale.append(svg("rect", { x: step * UNIT, y: 0, width: UNIT, height: 40, class: `heat step-${step}` }));
  }
  const end = (x, anchor, words) => {
    const label = svg("text", { x, y: 21, class: "heat-text", "text-anchor": anchor, "dominant-baseline": "central" });
    label.textContent = words;
    return label;
  };
  scale.append(end(8, "start", words.worst), end(STEPS * UNIT - 8, "end", words.best));
  return scale;
}
