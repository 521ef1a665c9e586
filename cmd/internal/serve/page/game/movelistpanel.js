// The list of the moves, to read and to click on, with the marks of a review.

import { element } from "../dom.js";
import { text } from "../texts/texts.js";

/** The moves of a game. Event: "go" with a ply as detail when one is clicked. */
export class MoveList extends EventTarget {
  constructor(list) {
    super();
    this.list = list;
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.dispatchEvent(new CustomEvent("go", { detail: Number(button.dataset.ply) }));
    });
  }

  /**
   * Shows moves; `words` tells what each of them did, and `marks` has, for a move's index,
   * {sign, text} if it deserves one.
   */
  show(moves, ply, words, marks = new Map()) {
    while (this.list.children.length > moves.length) this.list.lastChild.remove();
    for (const [index, move] of moves.entries()) {
      const item = this.list.children[index] ?? this.list.appendChild(element("li"));
      const mark = marks.get(index);
      const written = `${move}${mark?.sign ?? ""}`;
      if (item.dataset.move !== written) {
        item.dataset.move = written;
        item.replaceChildren(moveButton(index, move, mark));
      }
      const button = item.firstChild;
      button.title = [words[index], mark?.text].filter(Boolean).join(" ");
      if (button.title) button.setAttribute("aria-label", text("moves.move", { number: index, move: written, words: button.title }));
      if (index === ply - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const current = this.list.children[ply - 1];
    if (current) scrollInto(this.list, current);
    else this.list.scrollTop = 0;
  }
}

function moveButton(index, move, mark) {
  const button = element("button", { "data-ply": index + 1, "data-move": move }, element("span", { class: "ply" }, `${index} `), move);
  if (mark) button.append(element("b", { class: `mark ${mark.kind}` }, mark.sign));
  return button;
}

/** Scrolls a list, and not the page, so that an item is seen. */
function scrollInto(list, item) {
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top + item.offsetHeight - list.clientHeight;
  }
}
