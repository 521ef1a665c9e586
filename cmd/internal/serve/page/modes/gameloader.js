// What Review has to load a game: one pastes it, or chooses a file.

import { SIDES, playerTag, tagOf } from "../game/game.js";
import { Refusal } from "../engine/refusal.js";
import { button, element, textOfFile } from "../dom.js";
import { readLink } from "../game/gamelink.js";
import { attempt, moveNames } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";

/**
 * Loads games into `game`; a faulty one up to its fault, which is shown. It calls `loaded` when
 * a game has come. Its elements are `element`, and `choice`, the choice among several games.
 */
export class GameLoader {
  constructor(carrier, game, loaded) {
    Object.assign(this, { carrier, game, loaded });
    this.text = element("textarea", { id: "review-text", rows: 4, spellcheck: "false", autocapitalize: "off", "aria-label": text("review.textName"), placeholder: text("review.textHelp") });
    this.fault = element("p", { class: "edit-problem", role: "alert" });
    const file = element("input", { type: "file", accept: ".txt,.pgn,.cathedral,text/*", hidden: true });
    file.addEventListener("change", async () => this.load(await textOfFile(file.files[0])));
    this.choice = element("select", { "aria-label": text("review.fileGames"), hidden: true });
    this.choice.addEventListener("change", () => this.take(Number(this.choice.value)));
    this.paste = element("div", { class: "paste", hidden: true }, this.fault, this.text,
      button(text("review.load"), () => this.load(this.text.value), { class: "primary", id: "load-text" }));
    this.element = element("div", { class: "loader" }, element("div", { class: "row" },
      button(text("review.paste"), () => this.open(), { id: "paste-game" }), button(text("review.loadFile"), () => file.click())), this.paste, file);
  }

  /** Has room to paste a game. */
  open() {
    this.element.hidden = this.paste.hidden = false;
    this.text.scrollIntoView({ block: "nearest" });
    this.text.focus();
  }

  /** Loads the games of a text, or goes where a link leads that has none. */
  load(words) {
    const [fragment] = words.trim().match(/#\S+$/) ?? [""];
    const game = readLink(fragment)?.game;
    if (game && !game.start && game.moves.length === 0) {
      location.hash = fragment;
      return;
    }
    return attempt(async () => {
      const { rules, optionalCapture } = this.game;
      const { open } = await this.carrier.ask({ do: "open", text: words, names: moveNames(this.carrier.hello), rules, optionalCapture });
      this.games = [...open.games, ...open.faults.map(({ game }) => game).filter(Boolean)];
      this.choice.hidden = this.games.length < 2;
      this.choice.replaceChildren(...this.games.map((game, index) => element("option", { value: index }, gameName(game, index))));
      if (this.games.length > 0) await this.take(0);
      const [fault] = open.faults;
      this.element.hidden = !fault;
      this.paste.hidden &&= !fault;
      this.fault.textContent = fault ? markFault(this.text, words, fault) : "";
    });
  }

  /** Takes one of the games, and shows its end, or how far it goes before a fault. */
  async take(index) {
    await this.game.load(this.games[index]);
    this.loaded();
  }
}

/** Marks where the text in a field is faulty; returns what is wrong there. */
function markFault(field, words, fault) {
  field.value = words;
  const lines = field.value.split("\n");
  const before = [...lines.slice(0, fault.line - 1), ""].join("\n").length;
  const characters = [...lines[fault.line - 1] ?? ""];
  const units = (from, count) => characters.slice(from, from + count).join("").length;
  const begin = Math.max(fault.column - 1, 0);
  const marked = [before + units(0, begin), before + units(0, fault.length ? begin + fault.length : characters.length)];
  field.focus();
  field.setSelectionRange(...marked);
  const about = { line: fault.line, words: field.value.slice(...marked), reason: new Refusal(fault).message };
  return [text(fault.length ? "review.fault" : "review.faultInLine", about), fault.game && text("review.loadedBefore")].filter(Boolean).join(" ");
}

function gameName(game, index) {
  const [light, dark] = SIDES.map((side) => tagOf(game, playerTag(side)) ?? text(`side.${side}`));
  return text("review.gameName", { number: index + 1, light, dark, result: game.result });
}
