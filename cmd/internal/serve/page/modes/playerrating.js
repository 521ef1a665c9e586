// How good the player is at puzzles, on the scale of the engine's levels: Glicko's rating, in
// which the puzzles' ratings are fixed (Glickman, Applied Statistics 48, 1999).

/** The rating of a player who has not tried any: somewhat above the level for a first game. */
export const FIRST_RATING = 900;

/** How uncertain a rating is at first, and how uncertain it stays, since players learn. */
export const FIRST_DEVIATION = 200;
const LEAST_DEVIATION = 75;

const Q = Math.LN10 / 400;

/** The rating and its deviation after a try at a puzzle. */
export function afterTry({ rating, deviation }, puzzle, solves) {
  const chance = 1 / (1 + 10 ** ((puzzle - rating) / 400));
  const variance = 1 / (1 / deviation ** 2 + Q ** 2 * chance * (1 - chance));
  return { rating: rating + Q * variance * (Number(solves) - chance), deviation: Math.max(LEAST_DEVIATION, Math.sqrt(variance)) };
}
