// The end of a game in play. It is told in the panel, which leaves the board in sight (gameending.js), when one looks at
// the game; here is what the page has of it from the start.

import { attempt, part } from "../texts/gamemessages.js";
import { byId, whenClicked } from "../dom.js";

/** Milliseconds that the last move is seen before the end is told. */
const LAST_LOOK = 900;

/** The end. `rematch` is called with the series so far, `review` without anything; tellEnd of gameending.js takes the rest. */
export class GameOver {
  constructor(parts) {
    const { inPlay, rematch, review } = parts;
    Object.assign(this, { parts, inPlay, phase: inPlay.phase });
    inPlay.addEventListener("change", () => this.follow());
    whenClicked("rematch-here", () => attempt(async () => rematch((await part(import("./gameseries.js"))).following(inPlay))));
    whenClicked("review-here", review);
    whenClicked("another-here", () => byId("new-game").click());
  }

  /** Tells the end of a game when one looks at it; of one that has just ended, when its last move was seen. */
  follow() {
    const { inPlay, inPlay: { phase, about: { id } } } = this;
    if (phase === this.phase) return;
    byId("ending").hidden = true;
    if (this.phase === "over") this.parts.board.put("heat"); // the ground that it lit
    this.phase = phase;
    clearTimeout(this.timer);
    inPlay.endComes = phase === "over" && this.played === id;
    if (phase === "over") this.timer = setTimeout(() => attempt(() => this.show()), inPlay.endComes ? LAST_LOOK : 0);
    else if (["asking", "person", "planned", "thinking", "passing", "friend"].includes(phase)) this.played = id;
  }

  async show() {
    const { tellEnd } = await part(import("./gameending.js"));
    const comes = this.inPlay.endComes;
    if (this.inPlay.phase !== "over") return;
    this.inPlay.endComes = false;
    this.played = null;
    this.inPlay.changed(); // the hands are lines from now on
    await tellEnd(this.parts, comes);
  }
}

/** A series before its first game. */
export const NO_GAMES = { games: 0, points: { light: 0, dark: 0 }, squares: { light: 0, dark: 0 } };

/** The series of two games whose squares are added up, before the first of them. */
export const PAIR = { ...NO_GAMES, pair: true };

/** Whether a second game decides. Who resigns or oversteps the time has lost both. */
export const hasSecond = ({ game, about }) => about.series?.pair === true && about.series.games === 0 && !isGivenUp(game);

export const isGivenUp = ({ ending, result }) => ending !== null && result !== "1/2-1/2";
