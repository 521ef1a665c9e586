// The map of the Cathedral's squares: where the book has it stand best for Light.

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
