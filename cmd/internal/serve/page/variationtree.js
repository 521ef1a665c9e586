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

  /** The moves after a node with all their variations, as data that can be saved: [move, comment, what comes after it]. */
  write(node = this.root) {
    return node.children.map((child) => [child.move, child.comment, this.write(child)]);
  }

  /** The tree of what write has returned. */
  static read(written) {
    const tree = new VariationTree();
    const read = (parent, children) => {
      for (const [move, comment, after] of children) read(tree.add(parent, move, comment), after);
    };
    read(tree.root, written);
    return tree;
  }

  /** Whether anything branches off. */
  get hasVariations() {
    // Every variation is one of the main line, or a variation of one.
    for (let node = this.root; node; node = node.children[0]) {
      if (node.children.length > 1) return true;
    }
    return false;
  }
}
