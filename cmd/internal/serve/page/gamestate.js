// The game on the board: rules, start and moves, and where in it one is. It asks
// the server for the view of each position, and tells who listens.

/** The sides, in the protocol's order. */
export const SIDES = ["light", "dark"];

/** The other side. */
export const opponent = (side) => (side === "light" ? "dark" : "light");

/** "Light" of "light". */
export const title = (word) => word[0].toUpperCase() + word.slice(1);

/**
 * A game. Events: "change" whenever `view` is that of another position or game, and
 * "fail" with a message where the server does not answer.
 * `moves` is the whole game, `ply` how many of them are on the board: those after
 * it can be had again by going forward, until another move is played. `recorded` is
 * the result that a loaded record has, "*" for a game of one's own.
 */
export class Game extends EventTarget {
  constructor(socket) {
    super();
    this.socket = socket;
    this.turn = 0;
    this.view = null;
    this.reset({});
  }

  reset({ rules = "classic", optionalCapture = false, start = "", moves = [], comment = "", comments = [], tags = [], result = "*" }) {
    Object.assign(this, { rules, optionalCapture, start, comment });
    Object.assign(this, { moves: [...moves], comments: [...comments], tags: [...tags], recorded: result });
    this.ply = this.moves.length;
    this.ending = null;
  }

  /** Takes another game in place of this one, at its end unless a ply is given. */
  async load(game, ply = undefined) {
    this.reset(game);
    if (ply !== undefined) this.ply = Math.max(0, Math.min(ply, this.moves.length));
    await this.refresh();
  }

  /** What a request needs to say of the position on the board, or of the one after other moves. */
  question(moves = this.moves.slice(0, this.ply)) {
    return { rules: this.rules, optionalCapture: this.optionalCapture, start: this.start, moves };
  }

  /** Asks for the view of the position; an answer that is out of date is dropped. */
  async refresh() {
    const turn = ++this.turn;
    const { view } = await this.socket.ask({ do: "view", ...this.question() });
    if (turn !== this.turn) return;
    this.view = view;
    this.legal = new Set(view.legal ? view.legal.split(" ") : []);
    this.dispatchEvent(new Event("change"));
  }

  /**
   * Plays a move; when it is the next one anyway, the moves after it stay. Where it
   * cannot be played, all is as it was.
   */
  async play(move, comment = "") {
    const before = { moves: this.moves, comments: this.comments, ply: this.ply, ending: this.ending, recorded: this.recorded };
    if (this.moves[this.ply] !== move) {
      this.moves = [...this.moves.slice(0, this.ply), move];
      this.comments = [...this.comments.slice(0, this.ply), comment];
      this.ending = null;
      this.recorded = "*";
    }
    this.ply++;
    try {
      await this.refresh();
    } catch (error) {
      Object.assign(this, before);
      throw error;
    }
  }

  /** Goes to the position after that many moves. */
  async goTo(ply) {
    const before = this.ply;
    const target = Math.max(0, Math.min(ply, this.moves.length));
    if (target === before) return;
    this.ply = target;
    try {
      await this.refresh();
    } catch (error) {
      this.ply = before;
      this.dispatchEvent(new CustomEvent("fail", { detail: error.message }));
    }
  }

  /** Ends the game for another reason than the rules, such as the clock. */
  end(result, termination) {
    this.ending = { result, termination };
    this.dispatchEvent(new Event("change"));
  }

  /** Whether nobody can move any more. */
  get over() {
    return this.view !== null && (this.view.over || (this.ending !== null && this.ply === this.moves.length));
  }

  /** "1-0", "0-1", "1/2-1/2", or "*" while nothing is decided. */
  get result() {
    if (this.ending && this.ply === this.moves.length) return this.ending.result;
    return this.view?.over ? this.view.result : "*";
  }
}
