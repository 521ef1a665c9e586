// The message at the end of a game: who has won and by how much, how the series stands,
// and what one may do next.

import { attempt, endReason, part, verdictWords } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";
import { byId } from "../dom.js";

/** Milliseconds that the last move is seen before the message comes. */
const LAST_LOOK = 1200;

/** What a series needs after a game. */
const series = () => part(import("./gameseries.js"));

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
    click(() => attempt(async () => rematch((await series()).following(inPlay))), "rematch", "rematch-here");
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
    if (this.inPlay.endComes) this.timer = setTimeout(() => attempt(() => this.show()), LAST_LOOK);
    else if (["asking", "person", "planned", "thinking", "passing", "friend"].includes(phase)) this.played = id;
  }

  async show() {
    const { inPlay } = this;
    const words = inPlay.about.series ? (await series()).seriesWords(inPlay) : "";
    if (inPlay.phase !== "over") return;
    const { game, personSide } = inPlay;
    inPlay.endComes = false;
    this.played = null;
    byId("gameover-title").textContent = verdictWords(game, personSide);
    byId("gameover-reason").textContent = endReason(game);
    byId("gameover-series").textContent = words;
    byId("rematch").textContent = text(hasSecond(inPlay) ? "pair.second" : "gameover.rematch");
    if (!this.dialog.open) this.dialog.showModal();
  }
}

/** A series before its first game. */
export const NO_GAMES = { games: 0, points: { light: 0, dark: 0 }, squares: { light: 0, dark: 0 } };

/** The series of two games whose squares are added up, before the first of them. */
export const PAIR = { ...NO_GAMES, pair: true };

/** Whether a second game decides. Who resigns or oversteps the time has lost both. */
export const hasSecond = ({ game, about }) => about.series?.pair === true && about.series.games === 0 && !isGivenUp(game);

export const isGivenUp = ({ ending, result }) => ending !== null && result !== "1/2-1/2";
