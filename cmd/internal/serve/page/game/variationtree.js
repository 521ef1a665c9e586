// The tree of variations: a game and all that was tried instead of its moves. A node
// is the position after a move: {move, comment, parent, children, view}. The first
// child goes on with the main line, the others are variations; `view` is what the
// server has said of the position, null while it was not asked.

/** A tree of variations, which has at least the position before the first move. */
export class VariationTree {
  /** Takes a line of play {moves, comments, variations}, as games in messages have it. */
  constructor(line = {}) {
    this.root = { move: null, comment: "", parent: null, children: [], view: null };
    this.addLine(this.root, line);
  }

  addLine(parent, { moves = [], comments = [], variations = [] }) {
    const nodes = [parent];
    for (const [index, move] of moves.entries()) nodes.push(this.add(nodes[index], move, comments[index]));
    for (const variation of variations) this.addLine(nodes[variation.at], variation);
  }

  /** Returns the node after a move, which is made if there is none yet; its comment then gets longer. */
  add(parent, move, comment = "") {
    const known = parent.children.find((child) => child.move === move);
    if (!known) {
      const node = { move, comment, parent, children: [], view: null };
      parent.children.push(node);
      return node;
    }
    if (!known.comment.includes(comment)) known.comment = `${known.comment} ${comment}`.trim();
    return known;
  }

  /** The nodes from the root to a node. */
  pathTo(node) {
    const path = [];
    for (let at = node; at; at = at.parent) path.unshift(at);
    return path;
  }

  /** The nodes from the root through a node to the end of its main line. */
  lineThrough(node) {
    const line = this.pathTo(node);
    while (line.at(-1).children.length > 0) line.push(line.at(-1).children[0]);
    return line;
  }

  /** The node after moves from the start, as far as they are in the tree. */
  nodeAfter(moves) {
    let node = this.root;
    for (const move of moves) {
      const next = node.children.find((child) => child.move === move);
      if (!next) return node;
      node = next;
    }
    return node;
  }

  /** Whether moves from the start are all in the tree. */
  has(moves) {
    return this.pathTo(this.nodeAfter(moves)).length === moves.length + 1;
  }

  /** Takes a node away, and all that comes after it. */
  remove(node) {
    node.parent.children = node.parent.children.filter((child) => child !== node);
  }

  /** The node with which the innermost variation begins that a node is in, or null in the main line. */
  beginningOf(node) {
    let at = node;
    while (at.parent && at.parent.children[0] === at) at = at.parent;
    return at.parent ? at : null;
  }

  isInVariation(node) {
    return this.beginningOf(node) !== null;
  }

  /** Moves the variation that a node is in up by one among its siblings. */
  promote(node) {
    const at = this.beginningOf(node);
    if (!at) return;
    const siblings = at.parent.children;
    const rank = siblings.indexOf(at);
    [siblings[rank - 1], siblings[rank]] = [siblings[rank], siblings[rank - 1]];
  }

  /** The main line with all variations, as the constructor takes it. */
  write(parent = this.root, first = parent.children[0]) {
    const line = { moves: [], comments: [], variations: [] };
    // What else there is in the place of a variation's first move belongs to the line around it.
    let others = first === parent.children[0] ? parent.children.slice(1) : [];
    for (let node = first, at = 0; node; node = node.children[0], at++) {
      line.moves.push(node.move);
      line.comments.push(node.comment);
      for (const other of others) line.variations.push({ at, ...this.write(node.parent, other) });
      others = node.children.slice(1);
    }
    return line;
  }

  /** Whether anything branches off. */
  get hasVariations() {
    return this.lineThrough(this.root).some(({ children }) => children.length > 1); // every variation is one of the main line, or a variation of one
  }
}
