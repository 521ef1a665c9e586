// The message at the end of a game: who has won and by how much, how the series stands,
// and what one may do next.

import { SIDES } from "../game/game.js";
import { endReason, verdictWords } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";
import { byId } from "../dom.js";

/** Milliseconds that the last move is seen before the message comes. */
const LAST_LOOK = 1200;

/** The message. `rematch` is called with the series so far, `review` without anything. */
export class GameOver {
  constructor({ inPlay, rematch, review }) {
    Object.assign(this, { inPlay });
    this.dialog = byId("gameover-dialog");
    this.phase = inPlay.phase;
    inPlay.addEventListener("change", () => this.follow());
    // The same three stand in the bar, for who has closed the message.
    const click = (act, ...ids) => ids.forEach((id) => byId(id).addEventListener("click", () => {
      this.dialog.close();
      act();
    }));
    click(() => rematch(following(inPlay)), "rematch", "rematch-here");
    click(review, "review-game", "review-here");
    click(() => byId("new-game").click(), "another-game", "another-here");
  }

  /** Shows the message when a game has ended, as soon as one looks at it, and not when one comes back to a game that is over. */
  follow() {
    const { phase, about: { id } } = this.inPlay;
    if (phase === this.phase) return;
    this.phase = phase;
    clearTimeout(this.timer);
    this.inPlay.endComes = phase === "over" && this.played === id;
    if (this.inPlay.endComes) this.timer = setTimeout(() => this.show(), LAST_LOOK);
    else if (["asking", "person", "planned", "thinking", "passing", "friend"].includes(phase)) this.played = id;
  }

  show() {
    const { inPlay } = this;
    const { game, personSide } = inPlay;
    inPlay.endComes = false;
    this.played = null;
    byId("gameover-title").textContent = verdictWords(game, personSide);
    byId("gameover-reason").textContent = endReason(game);
    byId("gameover-series").textContent = inPlay.about.series ? seriesWords(inPlay) : "";
    byId("rematch").textContent = text(hasSecond(inPlay) ? "pair.second" : "gameover.rematch");
    if (!this.dialog.open) this.dialog.showModal();
  }
}

/** A series before its first game. */
const NO_GAMES = { games: 0, points: { light: 0, dark: 0 }, squares: { light: 0, dark: 0 } };

/** The series of two games whose squares are added up, before the first of them. */
export const PAIR = { ...NO_GAMES, pair: true };

/** Whether a second game decides. Who resigns or oversteps the time has lost both. */
export const hasSecond = ({ game, about }) => about.series?.pair === true && about.series.games === 0 && !isGivenUp(game);

const isGivenUp = ({ ending, result }) => ending !== null && result !== "1/2-1/2";

/** How a series stands after the game: {games, points, squares, pair} of those who sit on each side now. */
export function standing({ game, about }) {
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
function following(inPlay) {
  const { points, squares, ...series } = standing(inPlay);
  if (series.pair && !hasSecond(inPlay)) return PAIR;
  const swap = ({ light, dark }) => ({ light: dark, dark: light });
  return { ...series, points: swap(points), squares: swap(squares) };
}

function seriesWords(inPlay) {
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
