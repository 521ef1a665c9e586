// The field in which one writes the comment on a move, in the place where comments are shown.

import { button, byId, element } from "../dom.js";
import { MOST_COMMENT, cleanWords, wordsOf } from "./movecomment.js";
import { text } from "../texts/texts.js";

/** The editor of a game's comments. `written` is called with the moves before a comment, and its words, after they are in the game. */
export class CommentEditor {
  constructor(game, written) {
    Object.assign(this, { game, written });
    this.node = null; // whose comment is written
    this.field = element("textarea", { id: "comment-field", rows: 3, maxlength: MOST_COMMENT, dir: "auto", "aria-label": text("comment.name") });
    this.form = element("form", { id: "comment-form" }, this.field, element("p", { class: "note" }, text("comment.draws")), element("div", { class: "row end" },
      button(text("dialog.cancel"), () => this.close()), element("button", { class: "primary" }, text("dialog.done"))));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.keep();
    });
    this.field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.close();
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.keep();
    });
    // Who goes on to another move has not given up what is written.
    game.addEventListener("change", () => this.node && game.line[game.ply] !== this.node && this.keep());
  }

  /** Opens the field for the comment where one is. */
  open() {
    const { game } = this;
    this.node = game.line[game.ply];
    this.field.value = wordsOf(game.commentAt(this.node));
    byId("comment").after(this.form);
    byId("comment").hidden = true;
    this.field.focus();
    this.form.scrollIntoView({ block: "nearest" });
  }

  /** Writes what is in the field into the game, if it still has the move, and closes the field. */
  keep() {
    const { game, node } = this;
    if (node === null) return;
    const words = cleanWords(this.field.value);
    this.close();
    const moves = game.tree.pathTo(node).slice(1).map(({ move }) => move);
    if (game.tree.nodeAfter(moves) !== node || words === wordsOf(game.commentAt(node))) return;
    game.annotate(node, words);
    this.written(moves, words);
  }

  /** Closes the field, and leaves the comment as it was. */
  close() {
    if (this.node === null) return;
    const focused = this.form.contains(document.activeElement);
    this.node = null;
    this.form.remove();
    byId("comment").hidden = false;
    if (focused) byId("tools-button").focus();
  }
}
