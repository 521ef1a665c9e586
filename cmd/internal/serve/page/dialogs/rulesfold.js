// The fold of a dialog with the rules and the time of a game, whose summary says what is chosen.

import { element } from "../dom.js";
import { text } from "../texts/texts.js";

/** The words of what is chosen in a select. */
export const chosenWords = ({ selectedOptions: [option] }) => option.textContent;

/** The fold; its `element` has the fields. */
export class RulesFold {
  constructor(...fields) {
    this.summary = element("span", { class: "note" });
    this.element = element("details", {}, element("summary", {}, text("newgame.more"), this.summary), element("div", { class: "fields" }, ...fields));
  }

  /** Says what is chosen, without the words that are empty. */
  tell(...words) {
    this.summary.textContent = words.filter(Boolean).reduce((first, next) => text("sentence.comma", { first, next }));
  }
}
