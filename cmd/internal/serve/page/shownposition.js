// What the board shows: the position one is at, or for a moment a line that is
// played out.

/** Milliseconds between the moves of a line that is played out. */
const PACE = 550;

/** Shows views on a board. Event: "change" with the view as detail, whenever another one is seen. */
export class Stage extends EventTarget {
  constructor(board, carrier) {
    super();
    this.board = board;
    this.carrier = carrier;
    this.view = null;
    this.playing = 0; // counts the lines, so that an old one knows that it is over
    this.preview = false;
  }

  /** Shows a position, and ends a line that is played out. */
  show(view) {
    this.view = view;
    this.back();
    this.draw(view);
  }

  draw(view) {
    this.board.show(view);
    this.dispatchEvent(new CustomEvent("change", { detail: view }));
  }

  /** Plays moves out from the position of a game question; `told` is called with each view and its number from 1. */
  async playOut(question, moves, told = () => {}) {
    const turn = ++this.playing;
    const { game } = await this.carrier.ask({ do: "game", ...question, moves: [...question.moves, ...moves] });
    if (turn !== this.playing) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const views = game.views.slice(question.moves.length + 1);
    for (const [index, view] of views.entries()) {
      if (turn !== this.playing) return;
      if (still && index < views.length - 1) continue;
      this.look(view);
      told(view, index + 1);
      await new Promise((resolve) => setTimeout(resolve, PACE));
    }
  }

  /** Shows a position that one is not at, until one goes back. */
  look(view) {
    this.preview = true;
    this.board.svg.classList.add("preview");
    this.draw(view);
  }

  /** Goes back to the position one is at. */
  back() {
    this.playing++;
    if (!this.preview) return;
    this.preview = false;
    this.board.svg.classList.remove("preview");
    this.draw(this.view);
  }
}
