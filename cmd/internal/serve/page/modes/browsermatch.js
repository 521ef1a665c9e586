// Matches that the page plays by itself, where no server does. They answer the requests about
// matches of MESSAGES.md.

import { EngineOpponent } from "../engine/engineopponent.js";
import { Latest } from "../engine/latest.js";
import { SIDES, playerTag } from "../game/game.js";
import { evenOpening } from "../game/evenopening.js";
import { LEVELS } from "../game/strengthlevels.js";

/** The one match of a page. Event: "push" when it has changed, as a carrier has it. */
export class BrowserMatch extends EventTarget {
  constructor(carrier) {
    super();
    this.carrier = carrier;
    this.match = null;
    this.played = [];
    this.playing = new Latest();
  }

  async ask({ do: wanted, ...fields }) {
    if (wanted === "played") return { played: this.played[fields.number - 1] };
    if (wanted === "match") this.begin(fields);
    if (wanted === "endmatch") this.end("ended");
    return { match: this.match };
  }

  /** It is not to be told that nobody watches: the match is the visitor's own. */
  tell() {}

  begin({ light, lightElo, dark, darkElo, moveTime, games }) {
    const names = [[light, lightElo], [dark, darkElo]].map((player) => player.filter(Boolean).join(" "));
    const engines = [[light, lightElo], [dark, darkElo]].map(([engine, strength], index) =>
      new EngineOpponent(this.carrier, `player${index}`, { engine, level: LEVELS.find(({ elo }) => elo === strength)?.id }));
    this.played = [];
    this.match = { players: names, games, state: "playing", reason: "", command: "", finished: [], game: { number: 0, moves: [], comments: [] } };
    this.play(engines, moveTime, this.playing.begin());
  }

  end(state, reason = "") {
    this.playing.end();
    this.change({ state, reason });
  }

  change(changes) {
    this.match = { ...this.match, ...changes };
    this.dispatchEvent(new CustomEvent("push", { detail: { match: this.match } }));
  }

  async play(engines, moveTime, signal) {
    try {
      for (let number = 1; number <= this.match.games; number++) await this.playGame(number, engines, moveTime, signal);
      this.end("over");
    } catch (error) {
      if (!signal.aborted) this.end("failed", error.message);
    } finally {
      for (const engine of engines) engine.leave();
    }
  }

  /** Plays a game. The players swap sides after each one, and two games begin alike. */
  async playGame(number, engines, moveTime, signal) {
    const [light, dark] = number % 2 ? [0, 1] : [1, 0];
    const { players } = this.match;
    const rules = { rules: "classic", optionalCapture: false };
    if (number % 2) this.opening = await evenOpening(this.carrier, rules);
    const game = { number, light: players[light], dark: players[dark], ...rules, start: "", ...this.opening, result: "*" };
    game.tags = SIDES.map((side) => ({ name: playerTag(side), value: game[side] }));
    for (;;) {
      signal.throwIfAborted();
      this.change({ game: { ...game, moves: [...game.moves], comments: [...game.comments] } });
      const question = { ...rules, start: "", moves: game.moves };
      const { view } = await this.carrier.ask({ do: "view", ...question });
      if (view.over) {
        this.played.push(Object.assign(game, { result: view.result }));
        this.change({ finished: [...this.match.finished, { number, light: game.light, dark: game.dark, result: view.result, score: view.score }] });
        return;
      }
      const engine = engines[view.side === "light" ? light : dark];
      const { move, comment } = view.legal === "pass" ? { move: "pass", comment: "" } : await engine.choose(question, {}, moveTime, signal);
      game.moves = [...game.moves, move];
      game.comments = [...game.comments, comment];
    }
  }
}
