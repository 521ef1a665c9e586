// The list of the saved games, in a dialog: each with a small board, to resume, review,
// rename or delete; and all of them to take away and to bring.

import { button, byId, disable, element, saveFile, textOfFile } from "../dom.js";
import { focusOn } from "../keyboard.js";
import { parsePlayer, playerName, recordedName } from "../game/gameplayers.js";
import { SIDES } from "../game/game.js";
import { pictureOf, smallBoard } from "../board/smallboard.js";
import { withReason } from "../engine/refusal.js";
import { rulesOf } from "../game/rulesets.js";
import { turnSince } from "../game/turnsince.js";
import { note, part } from "../texts/gamemessages.js";
import { LANGUAGE, text } from "../texts/texts.js";

/** How many games are shown at a time. */
const PAGE = 24;

/** The dialog. `resume`, `review` and `analyse` are called with a saved game. */
export class GameList {
  constructor({ carrier, saved, resume, review, analyse }) {
    Object.assign(this, { carrier, saved, resume, review, analyse });
    this.dialog = byId("games-dialog");
    this.list = byId("games-list");
    this.about = byId("games-about");
    this.more = byId("games-more");
    this.more.addEventListener("click", () => this.showMore());
    const file = byId("import-file");
    this.transfers = new Map([[byId("export-games"), () => this.exportAll()], [byId("import-games"), () => file.click()]]);
    for (const [one, act] of this.transfers) one.addEventListener("click", () => one.ariaDisabled !== "true" && act());
    file.addEventListener("change", async () => {
      if (file.files[0]) await this.importFile(file.files[0]);
      file.value = "";
    });
  }

  async open() {
    this.dialog.showModal();
    await this.refresh();
  }

  async refresh() {
    import("./gametransfer.js").catch(() => {}); // while there is a connection
    await this.saved.repair();
    this.last = null;
    this.list.replaceChildren(...await this.nextItems());
    await this.tellCount();
  }

  /** Says how many games there are, or why they are not kept. */
  async tellCount() {
    const count = await this.saved.count();
    byId("export-games").hidden = count === 0;
    this.about.textContent = this.saved.problem || (count === 0 ? text("games.none") : text("games.kept", { count }));
  }

  async showMore() {
    const items = await this.nextItems();
    this.list.append(...items);
    items[0]?.querySelector("button").focus();
  }

  async nextItems() {
    const games = await this.saved.list(PAGE + 1, this.last);
    this.more.hidden = games.length <= PAGE;
    const shown = games.slice(0, PAGE);
    this.last = shown.at(-1) ?? null;
    await this.askTurns(shown.filter(({ outcome, players }) => outcome === "*" && tokenIn(players)));
    return shown.map((game) => this.item(game));
  }

  /** Asks for the turns of games with friends, which have gone on since they were seen here. */
  async askTurns(games) {
    if (games.length === 0) return;
    const { turns } = await this.carrier.ask({ do: "turns", tokens: games.map(({ players }) => tokenIn(players)) }).catch(() => ({ turns: [] }));
    games.forEach((game, index) => { game.turn = turns[index]; });
  }

  item(game) {
    if (game.broken) return this.brokenItem(game);
    const title = element("b", { class: "game-title" }, titleOf(game));
    const item = element("li", { class: "saved-game" }, smallBoard(game.picture),
      element("div", { class: "game-words" }, title, element("span", { class: "note" }, wordsAbout(game))));
    const act = (then) => async () => {
      this.dialog.close();
      await then(game).catch((error) => note(withReason(text("games.unreadable"), error)));
    };
    const resume = game.variations?.length > 0 ? button(text("games.analyse"), act(this.analyse), { class: "primary" })
      : button(text(game.outcome === "*" ? "games.resume" : "games.show"), act(this.resume), { class: "primary" });
    item.append(element("div", { class: "row" }, resume, button(text("games.review"), act(this.review)),
      button(text("games.rename"), ({ currentTarget }) => this.rename(game, title, currentTarget)), button(text("games.delete"), () => this.remove(game, item))));
    addPicture(game, item, this.carrier);
    return item;
  }

  /** What is kept where a game should be: one may look at it and delete it. */
  brokenItem(game) {
    const item = element("li", { class: "saved-game" }, smallBoard(null),
      element("div", { class: "game-words" }, element("b", { class: "game-title" }, text("games.broken"))));
    const save = async () => saveFile("cathedral-game.json", plainText(await this.saved.stored(game.id)), "application/json");
    item.append(element("div", { class: "row" }, button(text("games.saveBroken"), save), button(text("games.delete"), () => this.remove(game, item))));
    return item;
  }

  rename(game, title, pressed) {
    const before = titleOf(game);
    const field = element("input", { "aria-label": text("games.nameField"), maxlength: 80, value: before });
    const done = async () => {
      const name = field.value.trim();
      if (name !== before) game.name = name;
      field.replaceWith(title);
      title.textContent = titleOf(game);
      if (name !== before) await this.saved.rename(game.id, name);
    };
    field.addEventListener("keydown", ({ key }) => key === "Enter" && focusOn(pressed));
    field.addEventListener("blur", done, { once: true });
    title.replaceWith(field);
    field.select();
    field.focus();
  }

  async remove(game, item) {
    const stored = await this.saved.remove(game.id);
    const title = game.broken ? text("games.broken") : titleOf(game);
    const deleted = element("li", { class: "saved-game" }, element("span", {}, text("games.deleted", { name: title })),
      button(text("games.undo"), async () => {
        await this.saved.restore(stored);
        deleted.replaceWith(item);
        [...item.querySelectorAll("button")].at(-1).focus();
        await this.tellCount();
      }));
    item.replaceWith(deleted);
    deleted.lastChild.focus();
    await this.tellCount();
  }

  /** Saves the records of all games as one file. */
  async exportAll() {
    await this.transfer(text("games.writing"), async (progress, signal) => {
      const { exportGames } = await part(import("./gametransfer.js"));
      const { records, faults } = await exportGames({ ...this, progress, signal });
      saveFile("cathedral-games.txt", new Blob(records, { type: "text/plain" }));
      const unwritten = faults.length > 0 && text("games.unwritten", { count: faults.length, fault: clause(faults[0]) });
      return sentences(text("games.written", { count: records.length }), unwritten);
    });
  }

  /** Brings the games of a file. */
  async importFile(file) {
    await this.transfer(text("games.reading"), async (progress, signal) => {
      const { importGames } = await part(import("./gametransfer.js"));
      const { count, known, faults, ended } = await importGames({ ...this, progress, signal }, await textOfFile(file));
      await this.refresh();
      const unread = faults.length > 0 && text("games.unread", { count: faults.length, fault: clause(faults[0]) });
      return sentences(text("games.read", { count }), known > 0 && text("games.known", { count: known }), ended, unread);
    });
  }

  /** Moves many games, and shows what is being done, how far it is and a button to end it. */
  async transfer(doing, move) {
    const stop = new AbortController();
    const bar = element("progress", { "aria-label": doing });
    const row = element("div", { class: "row", id: "games-transfer" }, bar, button(text("games.cancel"), () => stop.abort(), { id: "cancel-transfer" }));
    for (const one of this.transfers.keys()) disable(one, true);
    this.about.textContent = doing;
    this.about.after(row);
    try {
      this.about.textContent = await move((done, all) => Object.assign(bar, { max: all, value: done }), stop.signal);
    } catch (error) {
      this.about.textContent = stop.signal.aborted ? text("games.cancelled") : error.message;
    }
    row.remove();
    for (const one of this.transfers.keys()) disable(one, false);
  }
}

/** Asks for the last position of a game that has no picture yet, and shows it in its item. */
export async function addPicture(game, item, carrier) {
  const { start, moves, picture } = game;
  if (picture) return;
  try {
    const { view } = await carrier.ask({ do: "view", ...rulesOf(game), start, moves });
    game.picture = pictureOf(view);
    item.querySelector(".small-board").replaceWith(smallBoard(game.picture));
  } catch {
    // A game that cannot be shown has an empty board.
  }
}

/** A fault as a part of a sentence, which has its own full stop. */
const clause = (fault) => fault.replace(/\.$/, "");

const sentences = (...all) => all.filter(Boolean).join(" ");

/** Characters that are shown of a name. */
const SHOWN = 120;

/** The token of a game with a friend, or undefined. */
const tokenIn = (players) => SIDES.map((side) => parsePlayer(players[side], "").token).find(Boolean);

/** What one calls a game: its name, or who plays. */
export const titleOf = (game) => (game.name || playersOf(game)).slice(0, SHOWN);

/** The names of the players; the only person without one is you. */
function playersOf(game) {
  const players = SIDES.map((side) => parsePlayer(game.players[side], ""));
  const person = text(players.filter(({ kind }) => kind === "person").length === 1 ? "player.you" : "player.person");
  return players.map((player, index) => (player.kind === "engine" ? playerName(player) : recordedName(game, SIDES[index], person))).join(" – ");
}

/** What lists say of a game beside that: when it was played, how long it is, and how it ended. */
export function wordsAbout(game) {
  const players = game.name ? playersOf(game).slice(0, SHOWN) : "";
  const date = new Date(game.updated).toLocaleDateString(LANGUAGE, { dateStyle: "medium" });
  const rules = game.rules === "classic" ? "" : text(`ruleset.${game.rules}`);
  return [players, date, text("games.moves", { count: game.moves.length }), rules, turnSince(game.turn) || outcomeWords(game.outcome)].filter(Boolean).join(" · ");
}

function outcomeWords(outcome) {
  if (outcome === "1-0") return text("games.light");
  if (outcome === "0-1") return text("games.dark");
  return text(outcome === "1/2-1/2" ? "games.drawn" : "games.unfinished");
}

/** Anything as text for people to look at. */
function plainText(value) {
  const seen = new Set();
  return JSON.stringify(value, (_, part) => {
    if (typeof part === "bigint") return String(part);
    if (typeof part !== "object" || part === null) return part;
    if (seen.has(part)) return "…";
    seen.add(part);
    return part;
  }, 1);
}
