// Several games between the same two: how they stand after one, and what the next begins with.

import { NO_GAMES, PAIR, hasSecond, isGivenUp } from "./gameover.js";
import { SIDES } from "./game.js";
import { text } from "../texts/texts.js";

/** How a series stands after the game: {games, points, squares, pair} of those who sit on each side now. */
function standing({ game, about }) {
  const before = about.series ?? NO_GAMES;
  const points = { "1-0": [1, 0], "0-1": [0, 1], "1/2-1/2": [0.5, 0.5] }[game.result] ?? [0, 0];
  const after = { ...before, games: before.games + 1, points: {}, squares: {} };
  for (const [index, side] of SIDES.entries()) {
    after.points[side] = before.points[side] + points[index];
    after.squares[side] = before.squares[side] + game.lastView.score[side];
  }
  return after;
}

/** The series before the next game, for which the players swap sides. */
export function following(inPlay) {
  const { points, squares, ...series } = standing(inPlay);
  if (series.pair && !hasSecond(inPlay)) return PAIR;
  const swap = ({ light, dark }) => ({ light: dark, dark: light });
  return { ...series, points: swap(points), squares: swap(squares) };
}

/** How the series stands after the game, in words. */
export function seriesWords(inPlay) {
  const { games, points, squares, pair } = standing(inPlay);
  if (pair && !hasSecond(inPlay)) return pairWords(inPlay, squares);
  const [light, dark] = SIDES.map((side) =>
    text("gameover.standing", { name: inPlay.name(side) || text(`side.${side}`), points: points[side] }));
  return text("gameover.series", { games, light, dark, lightSquares: squares.light, darkSquares: squares.dark });
}

/** Who has won two games whose squares are added up. */
function pairWords(inPlay, squares) {
  const { game } = inPlay;
  const [light, dark] = SIDES.map((side) => inPlay.name(side) || text(`side.${side}`));
  const lead = isGivenUp(game) ? { "1-0": 1, "0-1": -1 }[game.result] : squares.dark - squares.light;
  const verdict = lead === 0 ? text("pair.drawn") : text("pair.won", { name: lead > 0 ? light : dark });
  if (isGivenUp(game)) return verdict;
  return `${text("pair.over", { light, dark, lightSquares: squares.light, darkSquares: squares.dark })} ${verdict}`;
}
