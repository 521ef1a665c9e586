// What the board shows: the position one is at, or for a moment a line that is
// played out.

import { Latest } from "../engine/latest.js";
import { element } from "../dom.js";
import { say, standsWords } from "../texts/gamemessages.js";
import { setting } from "../looks/settings.js";

/** Milliseconds between the moves of a line that is played out. */
const PACE = 550;

/** Shows views on a board. Event: "change" with the view as detail, whenever another one is seen. */
export class Stage extends EventTarget {
  constructor(board, carrier) {
    super();
    Object.assign(this, { board, carrier });
    this.view = null;
    this.drawn = null; // what is seen
    this.playing = new Latest(); // of the lines
    this.preview = false;
    this.caption = element("p", { class: "caption", hidden: true });
    document.querySelector(".table").append(this.caption);
  }

  /** Shows a position, and ends a line that is played out. */
  show(view) {
    this.view = view;
    this.back();
    this.draw(view);
  }

  /** Draws the board as it will be after the move of the building in the air, and nothing else. */
  foresee(view) {
    this.board.show(view);
    this.board.put("ghost");
    this.board.put("reach");
  }

  draw(view) {
    this.drawn = view;
    this.board.show(view);
    this.dispatchEvent(new CustomEvent("change", { detail: view }));
  }

  /** Plays moves out from the position of a game question; `captionOf` gives the caption of a view with its number from 1. */
  async playOut(question, moves, captionOf = () => "") {
    const signal = this.playing.begin();
    const { game } = await this.carrier.ask({ do: "game", ...question, moves: [...question.moves, ...moves] });
    if (signal.aborted) return;
    const still = setting("motion") === "off";
    const views = game.views.slice(question.moves.length + 1);
    for (const [index, view] of views.entries()) {
      if (signal.aborted) return;
      if (still && index < views.length - 1) continue;
      this.look(view, captionOf(view, index + 1), standsWords(view));
      await new Promise((resolve) => setTimeout(resolve, PACE));
    }
  }

  /** Shows a position that one is not at, with a caption over the board, until one goes back; `squares` are said besides. */
  look(view, words = "", squares = "") {
    this.preview = true;
    this.tell(words, squares);
    this.board.svg.classList.add("preview");
    this.draw(view);
  }

  /** Sets the caption, and says it. */
  tell(words, squares = "") {
    this.caption.textContent = words;
    this.caption.hidden = words === "";
    if (words !== "") say([words, squares].filter(Boolean).join(". "));
  }

  /** Goes back to the position one is at. */
  back() {
    this.playing.end();
    if (!this.preview) return;
    this.preview = false;
    this.tell("");
    this.board.svg.classList.remove("preview");
    this.draw(this.view);
  }
}
