// The dialog for a new game: players, rules, clocks.

import { EvenGame } from "./evengame.js";
import { LEVELS, levelAbout, levelOf, levelTitle } from "../game/strengthlevels.js";
import { byId } from "../dom.js";
import { nameField } from "./namefield.js";
import { parsePlayer } from "../game/gameplayers.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { ruleSetChoices } from "../game/rulesets.js";
import { text } from "../texts/texts.js";

const KEY = "cathedral-new-game";

/** The dialog. It opens with what was chosen for the last game. `start` is called with {players, control, moveTime, rules, optionalCapture, fair, start, opens, twoGames}. */
export class NewGameDialog {
  constructor(engines, start) {
    this.dialog = byId("setup-dialog");
    this.form = byId("setup-form");
    for (const side of ["light", "dark"]) {
      const select = this.form.elements[side];
      select.append(new Option(text("newgame.you"), "person"));
      for (const level of LEVELS) select.append(new Option(levelTitle(level), `level ${level.id}`));
      for (const engine of engines.slice(1)) select.append(new Option(text("newgame.engine", { engine }), `engine ${engine}`));
      select.addEventListener("change", () => this.describe(select.value));
    }
    this.form.elements.rules.append(...ruleSetChoices().map(([rules, words]) => new Option(words, rules)));
    this.form.elements.dark.value = "level visitor";
    this.even = new EvenGame({ opening: true });
    this.form.elements.optionalCapture.closest("label").after(...this.even.fields);
    this.form.querySelector(".fields").append(nameField());
    this.recall();
    this.ownEngine = engines[0];
    this.dialog.addEventListener("close", () => {
      if (this.dialog.returnValue !== "start") return;
      remember(KEY, new URLSearchParams(new FormData(this.form)).toString());
      start(this.chosen());
    });
  }

  /** Chooses what was chosen for the last game, as far as it is still offered. */
  recall() {
    const { elements } = this.form;
    for (const [name, value] of new URLSearchParams(remembered(KEY) ?? "")) {
      const field = elements[name];
      if (field?.type === "checkbox") field.checked = true;
      else if (field?.type === "number" || [...(field?.options ?? [])].some((option) => option.value === value)) field.value = value;
    }
    const { light, dark } = elements;
    this.describe(dark.value === "person" ? light.value : dark.value);
  }

  /** Opens the dialog; for a game from a position, {rules, optionalCapture, fair, start}, the rules are those of it. */
  open(from = null) {
    this.from = from;
    const { rules, optionalCapture } = this.form.elements;
    for (const field of [rules, optionalCapture]) field.closest("label").hidden = from !== null;
    this.even.show(from === null);
    this.dialog.returnValue = "";
    this.dialog.showModal();
  }

  /** Says what a level is like. */
  describe(value) {
    const [kind, id] = value.split(" ");
    const book = { level: () => text("newgame.withBook", { about: levelAbout(levelOf(id)) }), engine: () => text("newgame.ownBook") };
    byId("level-about").textContent = book[kind]?.() ?? "";
  }

  /** What the form says. */
  chosen() {
    const { light, dark, clock, moveTime, rules, optionalCapture } = this.form.elements;
    return {
      players: { light: parsePlayer(light.value, this.ownEngine), dark: parsePlayer(dark.value, this.ownEngine) },
      control: clock.value,
      moveTime: moveTime.value,
      rules: rules.value,
      optionalCapture: optionalCapture.checked,
      ...(this.from ?? this.even.chosen),
    };
  }
}
