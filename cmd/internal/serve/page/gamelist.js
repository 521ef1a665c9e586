// The list of the saved games, in a dialog: each with a small board, to resume, review,
// rename or delete; and all of them to take away and to bring.

import { button, element, saveFile } from "./dom.js";
import { savedGame } from "./savedgames.js";
import { parsePlayer, playerName } from "./gameplayers.js";
import { partsOf } from "./textparts.js";
import { plural } from "./gamemessages.js";
import { recordRequest } from "./sharedialog.js";
import { pictureOf, smallBoard } from "./smallboard.js";

/** How many games are shown at a time. */
const PAGE = 24;

const byId = (id) => document.getElementById(id);

/** The dialog. `resume`, `review` and `analyse` are called with a saved game. */
export class GameList {
  constructor({ carrier, saved, resume, review, analyse }) {
    Object.assign(this, { carrier, saved, resume, review, analyse });
    this.dialog = byId("games-dialog");
    this.list = byId("games-list");
    this.about = byId("games-about");
    this.more = byId("games-more");
    byId("games").addEventListener("click", () => this.open());
    this.more.addEventListener("click", () => this.showMore());
    byId("export-games").addEventListener("click", () => this.exportAll());
    const file = byId("import-file");
    byId("import-games").addEventListener("click", () => file.click());
    file.addEventListener("change", async () => {
      if (file.files[0]) await this.importText(await file.files[0].text());
      file.value = "";
    });
  }

  async open() {
    this.dialog.showModal();
    await this.refresh();
  }

  async refresh() {
    this.list.replaceChildren();
    this.last = Infinity;
    await this.showMore();
    const count = await this.saved.count();
    this.about.textContent = this.saved.problem || (count === 0 ? "No games yet: they are kept in this browser from the first move." : `${plural(count, "game")}, kept in this browser.`);
  }

  async showMore() {
    const games = await this.saved.list(PAGE + 1, this.last);
    this.more.hidden = games.length <= PAGE;
    for (const game of games.slice(0, PAGE)) {
      this.last = game.updated;
      this.list.append(this.item(game));
    }
  }

  item(game) {
    const title = element("b", { class: "game-title" }, titleOf(game));
    const item = element("li", { class: "saved-game" }, smallBoard(game.picture),
      element("div", { class: "game-words" }, title, element("span", { class: "note" }, wordsAbout(game))));
    const act = (then) => () => {
      this.dialog.close();
      then(game);
    };
    const resume = game.variations?.length > 0 ? button("Analyse", act(this.analyse), { class: "primary" })
      : button(game.outcome === "*" ? "Resume" : "Show", act(this.resume), { class: "primary" });
    item.append(element("div", { class: "row" }, resume, button("Review", act(this.review)),
      button("Rename", () => this.rename(game, title)), button("Delete", () => this.remove(game, item))));
    if (!game.picture) this.addPicture(game, item);
    return item;
  }

  /** Asks for the last position of a game that has no picture yet. */
  async addPicture(game, item) {
    const { rules, optionalCapture, start, moves } = game;
    try {
      const { view } = await this.carrier.ask({ do: "view", rules, optionalCapture, start, moves });
      game.picture = pictureOf(view);
      item.firstChild.replaceWith(smallBoard(game.picture));
    } catch {
      // A game that cannot be shown has an empty board.
    }
  }

  rename(game, title) {
    const field = element("input", { "aria-label": "Name of the game", maxlength: 80, value: titleOf(game) });
    const done = async () => {
      game.name = field.value.trim();
      field.replaceWith(title);
      title.textContent = titleOf(game);
      await this.saved.put(game);
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") field.blur();
    });
    field.addEventListener("blur", done, { once: true });
    title.replaceWith(field);
    field.select();
    field.focus();
  }

  async remove(game, item) {
    await this.saved.remove(game.id);
    const deleted = element("li", { class: "saved-game" }, element("span", {}, `“${titleOf(game)}” is deleted.`),
      button("Undo", async () => {
        await this.saved.put(game);
        deleted.replaceWith(item);
      }));
    item.replaceWith(deleted);
    deleted.lastChild.focus();
  }

  /** Saves the records of all games as one file. */
  async exportAll() {
    const records = [];
    const faults = [];
    let last = Infinity;
    const count = await this.saved.count();
    for (;;) {
      const games = await this.saved.list(PAGE, last);
      if (games.length === 0) break;
      last = games.at(-1).updated;
      const answers = await Promise.allSettled(games.map((game) => this.carrier.ask(recordRequest(game))));
      for (const { value, reason } of answers) {
        if (value) records.push(value.save.record);
        else faults.push(reason.message);
      }
      this.about.textContent = `Writing: ${records.length} of ${plural(count, "game")}…`;
    }
    saveFile("cathedral-games.txt", records.join("\n"), "text/plain");
    this.about.textContent = `${plural(records.length, "game")} written.${faultWords(faults, "could not be written")}`;
  }

  /** Brings the games of a text, in parts that fit into a message. */
  async importText(text) {
    let count = 0;
    const faults = [];
    const bring = async (part) => {
      try {
        const { open } = await this.carrier.ask({ do: "open", text: part });
        await this.saved.put(...open.games.map((game) => savedGame(game, this.saved.now)));
        count += open.games.length;
        this.about.textContent = `Reading: ${plural(count, "game")}…`;
      } catch (error) {
        // The fault is in one of the records: the others of the part are read without it.
        const smaller = partsOf(part, part.length / 2);
        if (smaller.length < 2) faults.push(error.message);
        else for (const one of smaller) await bring(one);
      }
    };
    for (const part of partsOf(text, this.carrier.hello.limits.message / 2)) await bring(part);
    await this.refresh();
    this.about.textContent = `${plural(count, "game")} read.${faultWords(faults, "could not be read")}`;
  }
}

const faultWords = (faults, what) => (faults.length === 0 ? "" : ` ${faults.length} ${what}: ${faults[0]}.`);

const tagOf = (game, name) => game.tags.find((tag) => tag.name === name)?.value;

function titleOf(game) {
  if (game.name) return game.name;
  const [light, dark] = ["light", "dark"].map((side) => {
    const player = parsePlayer(game.players[side], "");
    return player.kind === "engine" ? playerName(player) : tagOf(game, side === "light" ? "White" : "Black") ?? "Person";
  });
  return `${light} – ${dark}`;
}

function wordsAbout(game) {
  const words = { "1-0": "Light won", "0-1": "Dark won", "1/2-1/2": "drawn" }[game.outcome] ?? "not finished";
  const rules = game.rules === "classic" ? "" : `, ${game.rules}`;
  return `${new Date(game.updated).toLocaleDateString("en-GB", { dateStyle: "medium" })} · ${plural(game.moves.length, "move")}${rules} · ${words}`;
}
