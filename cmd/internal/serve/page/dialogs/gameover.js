// The message at the end of a game: who has won and by how much, how the series stands,
// and what one may do next.

import { SIDES, opponent } from "../game/gamestate.js";
import { endReason, endWords } from "../texts/gamemessages.js";
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
    const click = (id, act) => byId(id).addEventListener("click", () => {
      this.dialog.close();
      act();
    });
    click("rematch", () => rematch(swapped(standing(inPlay))));
    click("review-game", review);
    click("another-game", () => byId("new-game").click());
  }

  /** Shows the message when a game ends, and not when one comes back to a game that is over. */
  follow() {
    const before = this.phase;
    const { phase } = this.inPlay;
    this.phase = phase;
    if (phase === before) return;
    clearTimeout(this.timer);
    if (phase === "over" && ["person", "thinking", "passing", "friend"].includes(before)) this.timer = setTimeout(() => this.show(), LAST_LOOK);
  }

  show() {
    const { inPlay } = this;
    byId("gameover-title").textContent = verdict(inPlay);
    byId("gameover-reason").textContent = reason(inPlay);
    byId("gameover-series").textContent = inPlay.about.series ? seriesWords(inPlay) : "";
    if (!this.dialog.open) this.dialog.showModal();
  }
}

/** Who has won, said to the person who played. */
function verdict({ game, personSide }) {
  const { result, ending, lastView } = game;
  if (result === "1/2-1/2") return text("gameover.draw");
  const side = result === "1-0" ? "light" : "dark";
  const margin = { winner: text(`side.${side}`), squares: lastView.score[opponent(side)] - lastView.score[side] };
  if (!personSide) return text(ending ? "gameover.wins" : "gameover.winsBy", margin);
  if (personSide === side) return text(ending ? "gameover.won" : "gameover.wonBy", margin);
  return text(ending ? "gameover.lost" : "gameover.lostBy", margin);
}

/** Why the game has ended; with who has won only where the verdict says it another way. */
function reason({ game, personSide }) {
  return personSide && game.result !== "1/2-1/2" ? endWords(game) : endReason(game);
}

/** How a series stands after the game: {games, points, squares} of those who sit on each side now. */
export function standing({ game, about }) {
  const before = about.series ?? { games: 0, points: { light: 0, dark: 0 }, squares: { light: 0, dark: 0 } };
  const points = { "1-0": [1, 0], "0-1": [0, 1], "1/2-1/2": [0.5, 0.5] }[game.result] ?? [0, 0];
  const after = { games: before.games + 1, points: {}, squares: {} };
  for (const [index, side] of SIDES.entries()) {
    after.points[side] = before.points[side] + points[index];
    after.squares[side] = before.squares[side] + game.lastView.score[side];
  }
  return after;
}

/** The series when the players have swapped sides. */
function swapped({ games, points, squares }) {
  const swap = ({ light, dark }) => ({ light: dark, dark: light });
  return { games, points: swap(points), squares: swap(squares) };
}

function seriesWords(inPlay) {
  const { games, points, squares } = standing(inPlay);
  const [light, dark] = SIDES.map((side) =>
    text("gameover.standing", { name: inPlay.name(side) || text(`side.${side}`), points: points[side] }));
  return text("gameover.series", { games, light, dark, lightSquares: squares.light, darkSquares: squares.dark });
}
