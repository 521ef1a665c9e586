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

  /** Plays moves out from the position of a game question. */
  async playOut(question, moves) {
    const turn = ++this.playing;
    const { game } = await this.carrier.ask({ do: "game", ...question, moves: [...question.moves, ...moves] });
    if (turn !== this.playing) return;
    this.preview = true;
    this.board.svg.classList.add("preview");
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const views = still ? game.views.slice(-1) : game.views.slice(question.moves.length + 1);
    for (const view of views) {
      if (turn !== this.playing) return;
      this.draw(view);
      await new Promise((resolve) => setTimeout(resolve, PACE));
    }
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
