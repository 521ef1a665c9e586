// The list of the moves, to read and to click on, with the marks of a review: Dark's moves on
// the left, Light's on the right.

import { afterPainting, element } from "../dom.js";
import { capitalized } from "../texts/texts.js";
import { lastMoveWords, shortWords, turnWord } from "../texts/gamemessages.js";

/** The moves of a game. Event: "go" with a ply as detail when one is clicked. */
export class MoveList extends EventTarget {
  constructor(list) {
    super();
    this.list = list;
    const resized = new ResizeObserver(() => this.keepInSight());
    for (const box of [list, list.parentElement]) resized.observe(box);
    list.addEventListener("pointerover", ({ target }) => {
      const button = target.closest("button");
      if (button) button.title = button.lastChild.textContent; // not before: a screen reader would read it twice
    });
    list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.dispatchEvent(new CustomEvent("go", { detail: Number(button.dataset.ply) }));
    });
  }

  /**
   * Shows moves; `views` are those of the positions before the first and after each move, as far
   * as they are known, and `marks` has, for a move's index, {kind, sign, text} if it deserves one.
   */
  show(moves, ply, views, marks = new Map()) {
    while (this.list.children.length > moves.length) this.list.lastChild.remove();
    for (const [index, move] of moves.entries()) {
      const item = this.list.children[index] ?? this.list.appendChild(element("li"));
      const mark = marks.get(index);
      const last = views[index + 1]?.last;
      const claimed = last?.claimed.length ?? 0;
      item.className = last?.side ?? (index % 2 === 0 ? "light" : "dark");
      item.toggleAttribute("data-marked", mark !== undefined && mark.kind !== "book");
      const written = `${move}${mark?.sign ?? ""}`;
      if (item.dataset.move !== `${written}+${claimed}`) {
        item.dataset.move = `${written}+${claimed}`;
        item.replaceChildren(moveButton(index, move, claimed, mark));
      }
      const button = item.firstChild;
      button.lastChild.textContent = [last && lastMoveWords(views[index + 1]), mark?.text].filter(Boolean).join(" ");
      if (index === ply - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    if (!this.scrolls) afterPainting(() => this.keepInSight()); // it needs the layout
    this.scrolls = true;
  }

  /** Scrolls the list, and not the page, so that the current move is seen. */
  keepInSight() {
    this.scrolls = false;
    const { list } = this;
    const box = list.scrollHeight > list.clientHeight ? list : list.parentElement; // which of them scrolls depends on the layout
    const { offsetTop: top, offsetHeight: height } = list.querySelector("[aria-current]") ?? { offsetTop: 0, offsetHeight: 0 };
    if (top < box.scrollTop) box.scrollTop = top;
    else box.scrollTop = Math.max(box.scrollTop, top + height - box.clientHeight);
  }
}

function moveButton(index, move, claimed, mark) {
  const turn = turnWord(move);
  const parts = [
    element("span", { class: "ply" }, `${index} `),
    mark && element("b", { class: `mark ${mark.kind}` }, mark.sign),
    element("span", { class: "move-words" }, capitalized(shortWords(move)), turn && element("span", { class: "turned" }, ` ${turn}`)),
    claimed > 0 && element("b", { class: "gain" }, `+${claimed}`),
    element("span", { class: "code" }, move),
    mark?.loss && element("b", { class: "loss" }, `\u2212${Math.round(mark.loss / 100)}`),
    element("span", { class: "unseen" }), // what the move did, for who does not see it
  ];
  return element("button", { "data-ply": index + 1, "data-move": move }, ...parts.filter(Boolean));
}
