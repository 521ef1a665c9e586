// Watch: a match of engines that runs in the server, live.

import { Mode } from "./mode.js";
import { MoveList } from "../game/movelist.js";
import { button, choice, element } from "../dom.js";
import { showBar } from "../board/evaluationbar.js";
import { attempt, lastMoveWords, note, say } from "../texts/gamemessages.js";
import { rulesOf } from "../game/rulesets.js";
import { readComment } from "../engine/engineopponent.js";
import { text } from "../texts/texts.js";

const GAMES = ["2", "10", "50"].map((games) => [games, text("watch.games", { games })]);
const TIMES = ["100", "500", "2000", "10000"].map((time) => [time, text("watch.timeAMove", { seconds: time / 1000 })]);

/** The mode in which one watches. */
export class WatchMode extends Mode {
  constructor(parts) {
    super(parts, null);
    this.match = null;
    this.build();
    this.carrier.addEventListener("push", ({ detail }) => {
      if ("match" in detail) this.take(detail.match);
    });
    this.carrier.addEventListener("hello", () => this.entered && this.enter());
  }

  get status() {
    if (!this.match) return text("watch.none");
    const { state, game, games, reason } = this.match;
    return state === "playing" ? text("watch.game", { number: game.number, games }) : text(`match.${state}`, { reason });
  }

  /** Who plays a side of the match's game. */
  name(side) {
    return this.match?.game[side] ?? "";
  }

  build() {
    const engines = this.carrier.hello.engines.map((name) => [name, name]);
    const wanted = { moveTime: "500", games: "2", light: engines[0][0], dark: (engines[1] ?? engines[0])[0] };
    const set = (field) => (value) => { wanted[field] = value; };
    this.start = element("div", { class: "fields pairs" },
      choice(text("side.light"), engines, set("light"), wanted.light).label,
      choice(text("side.dark"), engines, set("dark"), wanted.dark).label,
      choice(text("watch.time"), TIMES, set("moveTime"), wanted.moveTime).label,
      choice(text("watch.length"), GAMES, set("games"), wanted.games).label);
    this.startButton = button(text("watch.start"), () => this.ask({
      do: "match", light: wanted.light, dark: wanted.dark, moveTime: Number(wanted.moveTime), games: Number(wanted.games),
    }), { class: "primary", id: "start-match" });
    this.title = element("p");
    this.finished = element("ul", { class: "finished", "aria-label": text("watch.finished") });
    const list = element("ol", { class: "moves", "aria-label": text("watch.moves"), "data-empty": text("moves.none") });
    this.moves = new MoveList(list);
    this.moves.addEventListener("go", ({ detail }) => this.look(detail));
    this.end = button(text("watch.end"), () => this.ask({ do: "endmatch" }), { id: "end-match", hidden: true });
    this.live = element("div", { class: "fields", hidden: true }, this.title, list, this.finished);
    const possible = this.carrier.hello.limits.matches > 0;
    this.panel.append(possible ? this.start : element("p", {}, text("watch.needsProgram")), this.live);
    this.deeds.append(this.end, ...(possible ? [this.startButton] : []));
  }

  async ask(request) {
    try {
      const { match } = await this.carrier.ask(request);
      await this.take(match);
    } catch (error) {
      if (this.carrier.greeted) note(error.message);
    }
  }

  async enter() {
    super.enter();
    this.shown = null; // another view was on the board
    await this.ask({ do: "watch" });
  }

  leave() {
    super.leave();
    this.carrier.tell({ do: "unwatch" });
  }

  async take(match) {
    this.match = match;
    if (!this.entered) return;
    this.live.hidden = match === null;
    const playing = match?.state === "playing";
    this.start.hidden = playing;
    this.startButton.hidden = playing;
    this.end.hidden = !playing;
    this.desk.showStatus();
    if (match) await this.show();
    else await this.showNothing();
  }

  /** Shows the empty board while there is no match. */
  async showNothing() {
    const signal = this.searching.begin();
    const { view } = await this.carrier.ask({ do: "view" });
    if (signal.aborted) return;
    this.stage.show(view);
    this.desk.showNames();
  }

  async show() {
    const { match } = this;
    const { game } = match;
    this.title.textContent = match.players.map((name, index) => `${name} ${match.scores[index]}`).join(" – ");
    this.finished.replaceChildren(...match.finished.map((one) => element("li", {},
      button(`${one.number}. ${one.light} – ${one.dark} ${one.result} (${one.score.light}–${one.score.dark})`,
        () => this.open(one.number), { title: text("watch.look") }))));
    this.moves.show(game.moves, game.moves.length, []);
    const current = `${game.number} ${game.moves.length}`;
    if (current === this.shown) return;
    this.shown = current;
    await this.look(game.moves.length);
  }

  /** Shows the position of the match's game after some moves. */
  async look(ply) {
    const { game } = this.match;
    const signal = this.searching.begin();
    const { view } = await this.carrier.ask({
      do: "view", ...rulesOf(game), start: game.start, moves: game.moves.slice(0, ply),
    });
    if (signal.aborted) return;
    this.moves.show(game.moves, ply, []);
    this.stage.show(view);
    this.desk.showNames();
    if (ply === game.moves.length) say(lastMoveWords(view));
    const told = view.last && readComment(game.comments[ply - 1], view.last.side);
    if (told) showBar(told);
  }

  /** Takes a finished game over into the review. */
  open(number) {
    return attempt(async () => {
      const { played } = await this.carrier.ask({ do: "played", number });
      await this.openIn("review", played, 0);
    });
  }
}
