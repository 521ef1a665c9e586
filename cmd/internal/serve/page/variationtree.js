// The tree of variations: a game and all that was tried instead of its moves. A node
// is the position after a move: {move, comment, parent, children, view}. The first
// child goes on with the main line, the others are variations; `view` is what the
// server has said of the position, null while it was not asked.

/** A tree of variations, which has at least the position before the first move. */
export class VariationTree {
  constructor(moves = [], comments = []) {
    this.root = { move: null, comment: "", parent: null, children: [], view: null };
    let node = this.root;
    for (const [index, move] of moves.entries()) node = this.add(node, move, comments[index] ?? "");
  }

  /** Returns the node after a move, which is made where there is none yet. */
  add(parent, move, comment = "") {
    const known = parent.children.find((child) => child.move === move);
    if (known) return known;
    const node = { move, comment, parent, children: [], view: null };
    parent.children.push(node);
    return node;
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

  /** Takes a node away, and all that comes after it. */
  remove(node) {
    node.parent.children = node.parent.children.filter((child) => child !== node);
  }

  /** Moves the variation that a node belongs to up by one among its siblings. */
  promote(node) {
    let at = node;
    while (at.parent && at.parent.children[0] === at) at = at.parent;
    if (!at.parent) return;
    const siblings = at.parent.children;
    const rank = siblings.indexOf(at);
    [siblings[rank - 1], siblings[rank]] = [siblings[rank], siblings[rank - 1]];
  }

  /** Whether anything branches off. */
  get hasVariations() {
    for (let node = this.root; node; node = node.children[0]) {
      if (node.children.length > 1) return true;
    }
    return false;
  }
}
