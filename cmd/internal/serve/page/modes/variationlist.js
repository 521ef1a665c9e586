// The tree of variations as text to click on: the main line with its variations in
// brackets, as chess books print them.

import { button, element } from "../dom.js";
import { attempt, moveWords } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";
import { withoutDrawing, wordsOf } from "../savedgames/movecomment.js";

/** The list of a game's variations in a place, and in the menu the buttons for the one that one is in. */
export class VariationList {
  constructor(place, menu, game, changed) {
    Object.assign(this, { game, changed });
    this.text = element("div", { class: "variations", role: "group", "aria-label": text("variations.name") });
    this.promote = button(text("variations.promote"), () => this.change(() => game.promote()), { title: text("variations.promoteMeans") });
    this.remove = button(text("variations.delete"), () => this.change(() => game.remove()), { title: text("variations.deleteMeans") });
    place.append(this.text);
    menu.append(this.promote, this.remove);
    game.addEventListener("change", () => this.show());
  }

  change(act) {
    return attempt(async () => {
      await act();
      this.changed();
    });
  }

  show() {
    const { game } = this;
    const { root } = game.tree;
    this.here = game.line[game.ply];
    this.promote.hidden = !game.tree.isInVariation(this.here);
    this.remove.hidden = this.here === root;
    this.text.hidden = !game.tree.hasVariations;
    if (!this.text.hidden) this.text.replaceChildren(...this.write(root, 0));
  }

  /** The elements for what comes after a node: a move, the variations of it, and what comes after the move. */
  write(node, ply) {
    const written = [];
    for (let at = node, number = ply; at.children.length > 0; at = at.children[0], number++) {
      const [main, ...others] = at.children;
      written.push(...this.move(main, number));
      for (const other of others) {
        written.push(element("span", { class: "variation" }, "(", ...this.move(other, number), ...this.write(other, number + 1), ") "));
      }
    }
    return written;
  }

  /** A move and the comment on it. */
  move(node, number) {
    const move = button(`${number}. ${node.move}`, () => this.change(() => this.game.goToNode(node)),
      { class: "variation-move", title: moveWords(node.move), "aria-current": node === this.here ? "step" : undefined });
    const words = withoutDrawing(wordsOf(node.comment));
    return words ? [move, " ", element("span", { class: "variation-comment", dir: "auto" }, words), " "] : [move, " "];
  }
}
