// A game on a board: rules, start and moves, and where in it one is. Each of the
// page's modes has one of its own. It asks the server for the view of each position,
// keeps the answers, and tells who listens.

import { Latest } from "../engine/latest.js";
import { rulesOf } from "./rulesets.js";
import { VariationTree } from "./variationtree.js";
import { withWords } from "../savedgames/movecomment.js";

/** The sides, in the protocol's order. */
export const SIDES = ["light", "dark"];

/** The other side. */
export const opponent = (side) => (side === "light" ? "dark" : "light");

/** The tag of a game's record that names who plays a side. */
export const playerTag = (side) => (side === "light" ? "White" : "Black");

/** The value of a tag of a game's record, or undefined. */
export const tagOf = ({ tags }, name) => tags.find((tag) => tag.name === name)?.value;

/** The result of a game that a side has lost. */
export const lostBy = (side) => (side === "light" ? "0-1" : "1-0");

/**
 * A game. Event: "change" whenever `view` is that of another position or game.
 *
 * `line` are the nodes of the tree of variations from the start through where one is
 * to the end of that line, and `ply` is the index of where one is. `recorded` is the
 * result that a loaded record has, "*" for a game of one's own; `ending` is how the
 * game ended for another reason than the rules of the board, or null: {result,
 * termination, rule}, of which the last two are the tags Termination and Adjudication.
 * `savedId` is the id of the saved game that was loaded, or null.
 *
 * Every change is made when the server's answer is there, and in one piece: when a
 * question fails, all is as it was.
 */
export class Game extends EventTarget {
  /** `looksBack` is true for a game that goes on at its end only: earlier positions are just looked at. */
  constructor(carrier, { looksBack = false } = {}) {
    super();
    Object.assign(this, { carrier, looksBack });
    this.going = new Latest(); // to a position, whose view is asked for
    this.adopt({}, new VariationTree());
  }

  adopt({ start = "", comment = "", tags = [], result = "*", ending = null, id = null, ...game }, tree) {
    Object.assign(this, rulesOf(game), { start, comment, tags: [...tags], recorded: result, ending, savedId: id, tree });
    this.line = tree.lineThrough(tree.root);
    this.ply = this.line.length - 1;
  }

  /** Takes another game in place of this one, at its end unless a ply is given. */
  async load(game, ply = undefined) {
    const signal = this.going.begin();
    const tree = new VariationTree(game);
    const here = tree.nodeAfter(game.line ?? game.moves ?? []);
    const line = tree.lineThrough(here);
    const moves = line.slice(1).map(({ move }) => move);
    const target = clamp(ply ?? line.indexOf(here), moves.length);
    const about = { ...rulesOf(game), start: game.start ?? "" };
    const view = async (count) => (await this.carrier.ask({ do: "view", ...about, moves: moves.slice(0, count) })).view;
    const [all, last, shown] = await Promise.all([
      moves.length > 0 ? this.carrier.ask({ do: "game", ...about, moves }) : null,
      view(moves.length),
      target < moves.length ? view(target) : null,
    ]);
    if (signal.aborted) return;
    for (const [index, node] of line.entries()) {
      node.view = all?.game.views[index] ?? null;
      node.move = node.view?.last?.move ?? node.move; // as the rules write it
    }
    line[moves.length].view = last;
    if (shown) line[target].view = shown;
    this.adopt(game, tree);
    this.line = line;
    this.ply = target;
    this.changed();
  }

  /** Takes a copy of another game, and goes to where one is in that. */
  async copy(other) {
    const tree = new VariationTree({ moves: other.moves, comments: other.comments });
    const line = tree.lineThrough(tree.root);
    for (const [index, view] of other.views.entries()) line[index].view = view;
    this.going.end();
    this.adopt(other.text, tree);
    await this.goToNode(this.line[other.ply]);
  }

  /** The moves of the line one is in, also those after where one is. */
  get moves() {
    return this.line.slice(1).map(({ move }) => move);
  }

  /** The comments on the moves. */
  get comments() {
    return this.line.slice(1).map(({ comment }) => comment);
  }

  /** The views of all positions of the line; null where one was not asked for. */
  get views() {
    return this.line.map(({ view }) => view);
  }

  /** The position on the board. */
  get view() {
    return this.line[this.ply].view;
  }

  /** The position at the end of the line. */
  get lastView() {
    return this.line.at(-1).view;
  }

  get atEnd() {
    return this.ply === this.line.length - 1;
  }

  /**
   * The game as text: what load takes, and what messages have of games. Besides,
   * `line` are the moves of the line one is in, when that is a variation.
   */
  get text() {
    const { start, comment, tags, recorded, ending, tree } = this;
    const line = tree.isInVariation(this.line.at(-1)) ? this.moves : undefined;
    return { ...rulesOf(this), start, comment, ...tree.write(), line, tags, result: recorded, ending };
  }

  /** What a request needs to say of the position on the board, or of the one after other moves. */
  question(moves = this.moves.slice(0, this.ply)) {
    return { ...rulesOf(this), start: this.start, moves };
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** Asks for the view of a node, unless all is known of it that one can want. */
  async look(node) {
    if (node.view && (node.view.legal !== undefined || (this.looksBack && node !== this.line.at(-1)))) return;
    await this.ask(node);
  }

  async ask(node) {
    const moves = this.tree.pathTo(node).slice(1).map(({ move }) => move);
    node.view = (await this.carrier.ask({ do: "view", ...this.question(moves) })).view;
  }

  /** Plays a move where one is: the next one of the line, another variation, or a new one. */
  async play(move) {
    const signal = this.going.begin();
    const here = this.line[this.ply];
    const known = here.children.find((child) => child.move === move);
    const node = known ?? { move, comment: "", parent: here, children: [], view: null };
    await this.look(node);
    if (signal.aborted) return;
    if (!known) {
      here.children.push(node);
      this.recorded = "*";
      this.ending = null;
    }
    if (!this.line.includes(node)) this.line = this.tree.lineThrough(node);
    this.ply = this.line.indexOf(node);
    this.changed();
  }

  /**
   * Plays a move at the end of the line, wherever one is looking; who looks at the end
   * goes along. Resolves to false if the end was another one when the answer came. With a
   * `view` the move is played at once, and the board shows that until `complete` has asked for
   * all that the rules say.
   */
  async append(move, comment = "", view = null) {
    const end = this.line.at(-1);
    const node = { move, comment, parent: end, children: [], view };
    if (!view) await this.ask(node);
    if (this.line.at(-1) !== end || end.children.length > 0) return false;
    const follows = this.atEnd;
    end.children.push(node);
    this.line = [...this.line, node];
    if (follows) this.ply++;
    this.changed();
    return true;
  }

  /** Asks for all that the rules say of the position at the end of the line. */
  async complete() {
    const end = this.line.at(-1);
    await this.ask(end);
    if (this.line.at(-1) === end) this.changed();
  }

  /** Takes the moves after a ply back; resolves to them. */
  async takeBack(ply) {
    const end = this.line[ply];
    const first = this.line[ply + 1];
    if (!first) return [];
    if (end.view?.legal === undefined) await this.ask(end);
    if (this.line[ply + 1] !== first) return [];
    this.going.end();
    const taken = this.line.slice(ply + 1).map(({ move, comment }) => ({ move, comment }));
    this.tree.remove(first);
    this.line = this.line.slice(0, ply + 1);
    this.ply = ply;
    this.ending = null;
    this.changed();
    return taken;
  }

  /** The comment on the move before a position of the tree; on the game, before its first move. */
  commentAt(node = this.line[this.ply]) {
    return node === this.tree.root ? this.comment : node.comment;
  }

  /** Replaces what people have written on the move before a position of the tree. */
  annotate(node, words) {
    const written = node === this.tree.root ? this : node;
    written.comment = withWords(this.commentAt(node), words);
    this.changed();
  }

  /** Moves the variation one is in up by one. */
  promote() {
    this.tree.promote(this.line[this.ply]);
    this.changed();
  }

  /** Deletes the move before the position one is at, and all that comes after it. */
  async remove() {
    const node = this.line[this.ply];
    if (!node.parent) return;
    await this.goToNode(node.parent);
    this.tree.remove(node);
    this.line = this.tree.lineThrough(node.parent);
    this.changed();
  }

  /** Goes to the position after that many moves of the line. */
  async goTo(ply) {
    const target = clamp(ply, this.line.length - 1);
    if (target !== this.ply) await this.goToNode(this.line[target]);
  }

  /** Goes to a node of the tree, and into its line. */
  async goToNode(node) {
    const signal = this.going.begin();
    await this.look(node);
    if (signal.aborted) return;
    if (!this.line.includes(node)) this.line = this.tree.lineThrough(node);
    this.ply = this.line.indexOf(node);
    this.changed();
  }

  /** Ends the game for another reason than the rules, such as the clock. */
  end(ending) {
    this.ending = ending;
    this.changed();
  }

  /** Whether nobody can move any more where one is. */
  get over() {
    return this.view !== null && (this.view.over || (this.ending !== null && this.atEnd));
  }

  /** Whether the game has ended, wherever one looks. */
  get ended() {
    return this.ending !== null || this.lastView?.over === true;
  }

  /** "1-0", "0-1", "1/2-1/2", or "*" while nothing is decided. */
  get result() {
    if (this.ending) return this.ending.result;
    return this.lastView?.over ? this.lastView.result : "*";
  }
}

const clamp = (value, most) => Math.max(0, Math.min(value, most));
