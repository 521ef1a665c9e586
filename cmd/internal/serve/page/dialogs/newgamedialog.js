// The dialog for a new game: who plays, and which side, come first; rules, time and engines are
// folded. It also gives a game that goes on another opponent.

import { EvenGame } from "./evengame.js";
import { LEVELS, levelAbout, levelName, levelOf } from "../game/strengthlevels.js";
import { PERSON, parsePlayer } from "../game/gameplayers.js";
import { SIDES, opponent } from "../game/game.js";
import { button, byId, choice, element, segments } from "../dom.js";
import { stairUpTo } from "../game/playercard.js";
import { RulesFold, chosenWords } from "./rulesfold.js";
import { nameField } from "./namefield.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { ruleSetChoices } from "../game/rulesets.js";
import { text } from "../texts/texts.js";

const KEY = "cathedral-new-game";

/** A select with a name, in its label. */
function field(name, label, options) {
  const made = choice(label, options);
  made.select.name = name;
  return made.label;
}

/**
 * The dialog. It opens with what was chosen for the last game. `start` is called with {players, control,
 * moveTime, rules, optionalCapture, fair, start, opens, twoGames}, `change` with the player that is the
 * opponent from now on, and `invite` for a game with a friend on another device.
 */
export class NewGameDialog {
  constructor(engines, acts) {
    Object.assign(this, { engines, acts });
    this.form = element("form", { method: "dialog", id: "setup-form" });
    this.dialog = element("dialog", { id: "setup-dialog", "aria-labelledby": "setup-title" }, this.form);
    this.build();
    document.body.append(this.dialog);
    this.recall();
    this.form.addEventListener("input", () => this.follow());
    this.dialog.addEventListener("close", () => this.dialog.returnValue === "start" && this.act());
  }

  build() {
    const others = this.engines.slice(1);
    this.title = element("h2", { id: "setup-title", tabindex: -1, autofocus: true });
    this.against = segments("against", text("newgame.against"), [["engine", text("newgame.theEngine")], ["here", text("newgame.here")], ["elsewhere", text("newgame.elsewhere")]]);
    this.buildLevel();
    this.side = segments("side", text("friend.side"),
      [["light", text("side.light")], ["dark", text("side.dark")], ["either", text("newgame.either")], ["neither", text("newgame.watch")]]);
    this.even = new EvenGame({ opening: true });
    this.rules = [field("rules", text("newgame.rules"), ruleSetChoices()),
      element("label", { class: "check" }, element("input", { type: "checkbox", name: "optionalCapture" }), ` ${text("newgame.optional")}`)];
    this.fold = new RulesFold(...this.rules, ...this.even.fields,
      field("clock", text("newgame.time"), [["", text("newgame.noClock")], ["180+2", text("newgame.threeMinutes")],
        ["600+5", text("newgame.tenMinutes")], ["1800+10", text("newgame.halfAnHour")]]),
      field("moveTime", text("newgame.think"), [["", text("newgame.thinkLevel")], ["500", text("newgame.thinkHalf")],
        ["2000", text("newgame.thinkTwo")], ["10000", text("newgame.thinkTen")], ["30000", text("newgame.thinkThirty")]]),
      field("engine", text("analysis.engine"), [["", text("newgame.ownEngine")], ...others.map((engine) => [engine, engine])]), nameField());
    this.fold.element.id = "setup-more";
    this.kept = element("p", { class: "note" });
    this.anew = button(text("play.newGame"), () => this.open(), { id: "setup-anew" });
    this.begin = element("button", { value: "start", class: "primary" });
    this.form.append(this.title, element("div", { class: "setup" }, this.against, this.levels, this.side), this.fold.element, this.kept,
      element("div", { class: "row end" }, element("button", { value: "cancel", formnovalidate: true }, text("dialog.cancel")), this.anew, this.begin));
  }

  /** The levels as a stair, on which one goes by steps or by a slider that lies over it. */
  buildLevel() {
    const step = (by, label, sign) => button(element("span", { "aria-hidden": "true" }, sign), () => {
      this.form.elements.level.value = Number(this.form.elements.level.value) + by;
      this.follow();
    }, { "aria-label": label });
    this.name = element("b");
    this.rating = element("small");
    this.words = element("span", {}, this.name, this.rating);
    this.stair = stairUpTo();
    this.slider = element("input", { type: "range", name: "level", min: 0, max: LEVELS.length - 1, value: LEVELS.indexOf(levelOf("")), "aria-label": text("newgame.levelName") });
    this.about = element("p", { class: "note", id: "level-about" });
    this.levels = element("fieldset", {}, element("legend", {}, text("newgame.levelName")),
      element("div", { class: "level" }, step(-1, text("newgame.weaker"), "‹"), this.words, step(1, text("newgame.stronger"), "›")),
      element("div", { class: "stair" }, ...this.stair, this.slider), this.about);
  }

  /** Chooses what was chosen for the last game, as far as it is still offered. */
  recall(choices = remembered(KEY) ?? "") {
    const { elements } = this.form;
    for (const [name, value] of new URLSearchParams(choices)) {
      const known = elements[name];
      const offered = known?.options ?? (known instanceof RadioNodeList ? known : []);
      if (known?.type === "checkbox") known.checked = true;
      else if (["number", "range"].includes(known?.type) || [...offered].some((option) => option.value === value)) known.value = value;
    }
  }

  /**
   * Opens the dialog. For a game from a position, {rules, optionalCapture, fair, start}, the rules are
   * those of it. `opponents` are those of the game in play: {player, side of the person, goesOn}. A `seat` of a match,
   * {player, side, take}, is given to an engine: take is called with that.
   */
  open({ from = null, seat = null, opponents = seat } = {}) {
    if (this.seat && !seat) this.recall(this.before);
    if (seat && !this.seat) this.before = this.choices;
    Object.assign(this, { from, seat, changes: opponents?.goesOn === true });
    this.fold.element.open = this.form.toggleAttribute("data-seat", seat !== null);
    const { against, engine, level, side } = this.form.elements;
    if (opponents) {
      const { player } = opponents;
      against.value = player.kind === "engine" ? "engine" : "here";
      engine.value = player.level ? "" : player.engine ?? "";
      if (player.level) level.value = LEVELS.indexOf(levelOf(player.level));
      if (opponents.side) side.value = opponents.side;
    }
    this.title.textContent = seat ? text(`side.${seat.side}`) : text(this.changes ? "newgame.opponent" : "newgame.title");
    if (from && against.value === "elsewhere") against.value = "engine";
    for (const rule of this.rules) rule.hidden = from !== null;
    this.even.show(from === null);
    this.follow();
    this.dialog.returnValue = "";
    if (!this.dialog.open) this.dialog.showModal();
  }

  /** Shows what belongs to what is chosen. */
  follow() {
    const { against, engine, level, rules, clock, even } = this.form.elements;
    const plays = against.value === "engine";
    const invites = against.value === "elsewhere";
    const chosen = LEVELS[level.value];
    const show = (part, shown) => { part.hidden = !shown; };
    show(this.levels, plays && !engine.value);
    show(this.side, plays && !this.changes);
    show(this.fold.element, !invites && !this.changes && !(this.seat && this.engines.length === 1));
    show(this.anew, this.changes);
    show(this.against.querySelector("[value=elsewhere]").parentElement, !this.changes && !this.from);
    this.words.ariaLive = this.words.parentElement.contains(document.activeElement) ? "polite" : "off"; // the slider says it itself
    this.name.textContent = levelName(chosen);
    const number = Number(level.value) + 1;
    this.rating.textContent = text(chosen.elo === null ? "newgame.top" : "newgame.step", { number, of: LEVELS.length, elo: chosen.elo });
    this.slider.setAttribute("aria-valuetext", `${this.name.textContent}, ${this.rating.textContent}`);
    for (const [index, step] of this.stair.entries()) step.classList.toggle("on", index < number);
    this.about.textContent = levelAbout(chosen);
    this.fold.tell(!this.from && text(`ruleset.${rules.value}`), !this.from && even.value && chosenWords(even), chosenWords(clock), engine.value);
    this.kept.textContent = invites ? text("friend.about") : this.changes ? text("newgame.goesOn") : "";
    if (this.seat) this.begin.textContent = text("dialog.done");
    else this.begin.textContent = invites ? text("play.invite") : text(this.changes ? "newgame.playOn" : "newgame.start");
  }

  /** Does what was decided on. */
  act() {
    const { against, clock, moveTime, rules, optionalCapture } = this.form.elements;
    if (this.seat) return this.seat.take(this.player);
    if (!this.changes) remember(KEY, this.choices);
    if (against.value === "elsewhere") return this.acts.invite();
    byId("board").focus({ preventScroll: true }); // keys go on from there
    if (this.changes) this.acts.change(this.player);
    else this.acts.start({
      players: this.players, control: clock.value, moveTime: moveTime.value, rules: rules.value,
      optionalCapture: optionalCapture.checked, ...(this.from ?? this.even.chosen),
    });
  }

  /** All that is chosen, as a text. */
  get choices() {
    return new URLSearchParams(new FormData(this.form)).toString();
  }

  /** The opponent. */
  get player() {
    const { against, engine, level } = this.form.elements;
    if (against.value === "here") return PERSON;
    return parsePlayer(engine.value ? `engine ${engine.value}` : `level ${LEVELS[level.value].id}`, this.engines[0]);
  }

  /** Who plays each side. Who watches an engine play itself may give the seat opposite to another one. */
  get players() {
    const { player } = this;
    const { value } = this.form.elements.side;
    if (player === PERSON || value === "neither") return { light: player, dark: player };
    const own = value === "either" ? SIDES[Math.floor(2 * Math.random())] : value;
    return { [own]: PERSON, [opponent(own)]: player };
  }
}
