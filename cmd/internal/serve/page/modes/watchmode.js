// Watch: a match of engines, which the server plays, or the page where there is none. It is
// shown at a pace at which one can follow, however fast it is played.

import { BrowserMatch } from "./browsermatch.js";
import { Game, SIDES, playerTag, tagOf } from "../game/game.js";
import { LEVELS, levelName, levelOf } from "../game/strengthlevels.js";
import { Mode } from "./mode.js";
import { button, element, segments } from "../dom.js";
import { hideBar, showBar } from "../board/evaluationbar.js";
import { attempt, note, verdictWords } from "../texts/gamemessages.js";
import { playerName } from "../game/gameplayers.js";
import { showPlayer } from "../game/playercard.js";
import { readComment } from "../engine/engineopponent.js";
import { decimal, text } from "../texts/texts.js";

const GAMES = ["2", "10", "50"].map((games) => [games, games]);
const TIMES = ["100", "1000", "3000", "10000"].map((time) => [time, text("watch.timeAMove", { seconds: time / 1000 })]);

/** Milliseconds for which a move is shown at least, and the end of a game. */
const PACE = 1000;
const END = 4000;

/** The mode in which one watches. `number` is that of the game on the board. */
export class WatchMode extends Mode {
  constructor(parts) {
    super(parts, new Game(parts.carrier, { looksBack: true }));
    const { carrier } = this;
    this.host = carrier.hello.limits.matches > 0 ? carrier : new BrowserMatch(carrier); // answers the requests about matches
    this.host.addEventListener("push", ({ detail }) => "match" in detail && this.take(detail.match));
    this.address = {}; // that of the view: a match is not kept
    this.match = null;
    this.number = 0;
    this.mine = false; // the match was started here
    this.left = false; // one has seen enough of it
    this.paused = false;
    const first = (level) => ({ kind: "engine", engine: carrier.hello.engines[0], level });
    this.players = { light: first("architect"), dark: first("builder") }; // of the next match
    this.build();
    this.game.addEventListener("change", () => this.tell());
    carrier.addEventListener("hello", () => this.entered && this.ask({ do: "watch" }));
  }

  get status() {
    const { match, number, game } = this;
    if (!match) return text("watch.none");
    if (this.done && (match.state !== "over" || game.moves.length === 0)) return text(`match.${match.state}`);
    return game.over ? verdictWords(game, null) : text("watch.game", { number: Math.max(number, 1), games: match.games });
  }

  get reason() {
    if (!this.game.over || !this.match) return "";
    return this.done ? text(`match.${this.match.state}`) : text("watch.game", { number: this.number, games: this.match.games });
  }

  /** Who plays a side of the match's game; before it, who is chosen. */
  name(side) {
    return this.match ? tagOf(this.game, playerTag(side)) ?? "" : playerName(this.players[side]);
  }

  build() {
    const take = (side) => (player) => {
      this.players[side] = player;
      this.show();
    };
    this.seats = SIDES.map((side) => button("", () => this.openSetup({ seat: { side, player: this.players[side], take: take(side) } }), { class: `player-card ${side}`, "aria-haspopup": "dialog" }));
    this.start = element("form", { class: "match" }, ...this.seats, segments("moveTime", text("watch.time"), TIMES), segments("games", text("watch.length"), GAMES));
    this.start.elements.moveTime.value = "1000";
    this.startButton = button(text("watch.start"), () => {
      const { players: { light, dark }, start: { elements: { moveTime, games } } } = this;
      const elo = ({ level }) => (level ? levelOf(level).elo ?? 0 : 0);
      return this.begin({
        do: "match", light: light.engine, lightElo: elo(light), dark: dark.engine, darkElo: elo(dark), moveTime: Number(moveTime.value), games: Number(games.value),
      });
    }, { class: "primary", id: "start-match" });
    this.fault = element("p", { class: "note engine-fault", id: "match-fault", lang: "en" });
    this.title = element("p", { id: "match-score" });
    this.finished = element("ul", { class: "finished", "aria-label": text("watch.finished") });
    this.pauseButton = button("", () => this.pause(!this.waits), { id: "pause-match", class: "primary" });
    this.end = button(text("watch.end"), () => this.stop(), { id: "end-match", hidden: true });
    this.panel.append(this.fault, this.start, this.title, this.finished);
    this.deeds.append(this.end, this.pauseButton, this.startButton);
  }

  async ask(request) {
    try {
      this.take((await this.host.ask(request)).match);
    } catch (error) {
      if (this.carrier.greeted) note(error.message);
    }
  }

  /** Starts a match, and forgets the one before. */
  async begin(request) {
    const { match } = this;
    this.match = null;
    await this.ask(request);
    this.mine = this.match !== null;
    this.match ??= match;
  }

  /** Ends a match of which one has seen enough. */
  async stop() {
    this.left = true;
    if (this.match.state === "playing" && this.mine) await this.ask({ do: "endmatch" });
    else this.show();
  }

  async enter() {
    super.enter();
    if (!this.game.view) await this.game.load({});
    this.tell();
    await this.ask({ do: "watch" });
    if (this.entered) this.follow();
  }

  /** A match goes on while one looks at something else. */
  leave() {
    super.leave();
    if (!this.match) this.host.tell({ do: "unwatch" });
  }

  /** Takes the news of a match. Of one that one finds played, the game is shown as far as it is. */
  take(match) {
    const known = this.match !== null && match?.game.number >= this.number;
    this.match = match;
    if (!this.entered) return;
    if (!known) {
      Object.assign(this, { mine: false, left: false, paused: false });
      this.open(match?.game ?? { number: 0, moves: [] }).catch((error) => this.fail(error));
    }
    this.show();
  }

  /** Shows a game of the match from its beginning, or as far as `moves` go. */
  async open({ number, moves, ...game }, from = moves) {
    this.number = number;
    this.whole = null;
    this.ended = 0;
    const tags = SIDES.map((side) => ({ name: playerTag(side), value: shownName(game[side] ?? "") }));
    await this.game.load({ ...game, tags, moves: from, result: "*" });
  }

  /** A game of the match, as far as it has been played. */
  async gameOf(number) {
    const { game } = this.match;
    return number === game.number ? game : (await this.host.ask({ do: "played", number })).played;
  }

  /** Whether the match is over, and all of it has been shown that one wants to see. */
  get done() {
    const { match, number, game } = this;
    if (match === null || match.state !== "over") return match !== null && match.state !== "playing";
    return this.left || (number === match.game.number && game.moves.length >= match.game.moves.length);
  }

  /** Whether no move is shown until one wants it. */
  get waits() {
    return this.paused || !this.game.atEnd;
  }

  async pause(paused) {
    this.paused = paused;
    if (!paused) await this.desk.goTo((_, moves) => moves);
    this.show();
  }

  /** Shows the moves one after the other. */
  async follow() {
    const signal = this.searching.begin();
    while (!signal.aborted) {
      if (this.match && !this.waits && !this.left) await this.advance().catch((error) => this.fail(error));
      await new Promise((resolve) => setTimeout(resolve, PACE));
    }
  }

  /** Shows the next move, or after the last one the next game. */
  async advance() {
    const { match, game, number } = this;
    const goesOn = number < match.game.number;
    if (goesOn && number > 0) this.whole ??= await this.gameOf(number);
    const { moves, comments } = this.whole ?? match.game;
    const at = game.moves.length;
    if (number > 0 && at < moves.length) await game.append(moves[at], comments[at]);
    else if (goesOn && number > 0 && this.ended < END / PACE) this.ended++;
    else if (goesOn) await this.open(await this.gameOf(number + 1), []);
    this.show();
  }

  /** Tells what the move on the board was worth to the engine that made it. */
  tell() {
    if (!this.entered) return;
    const { view, ply, comments } = this.game;
    const told = view.last && !view.over && readComment(comments[ply - 1], view.last.side);
    if (told) showBar(told);
    else hideBar();
    this.show();
  }

  /** Shows what goes with the game on the board: the score of the games before, and what one can do. */
  show() {
    if (!this.entered) return;
    const { match, done } = this;
    const over = match === null || done;
    for (const part of [this.start, this.startButton]) part.hidden = !over;
    for (const [index, side] of SIDES.entries()) showPlayer(this.seats[index], text(`side.${side}`), playerName(this.players[side]), this.players[side]);
    this.end.hidden = over || (match.state === "playing" && !this.mine);
    this.pauseButton.hidden = over;
    this.pauseButton.textContent = text(this.waits ? "watch.goOn" : "watch.pause");
    this.fault.textContent = done && match.state === "failed" ? [match.reason, match.command].filter(Boolean).join("\n") : "";
    const seen = (match?.finished ?? []).filter(({ number }) => number < this.number || done);
    const points = [0, 1].map((player) => seen.reduce((sum, { number, result }) => sum + pointsOf(result, (number + player) % 2), 0));
    this.title.textContent = match ? match.players.map((name, player) => `${shownName(name)} ${decimal(points[player], points[player] % 1 && 1)}`).join(" – ") : "";
    if (this.finished.children.length !== seen.length) this.finished.replaceChildren(...seen.map((one) => element("li", {},
      button(`${one.number}. ${shownName(one.light)} – ${shownName(one.dark)} ${one.result} (${one.score.light}–${one.score.dark})`,
        () => this.review(one.number), { title: text("watch.look") }))));
    this.desk.refresh();
  }

  /** Takes a finished game over into the review. */
  review(number) {
    return attempt(async () => this.openIn("review", (await this.host.ask({ do: "played", number })).played));
  }
}

/** What a player is called: "cathedral 1670" is a level. */
function shownName(name) {
  const level = LEVELS.find(({ elo }) => elo && name.endsWith(` ${elo}`));
  return level ? levelName(level) : name;
}

/** The points from a result for Light (1) or Dark (0). */
const pointsOf = (result, light) => ({ "1-0": light, "0-1": 1 - light }[result] ?? 0.5);
