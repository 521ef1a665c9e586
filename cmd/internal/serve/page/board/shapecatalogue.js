// The shapes of the buildings, as the server lists them: which squares a move
// covers. This is notation; what may be placed where only the server knows.

import { columnOf, rowOf, squareAt, squareName } from "./geometry.js";

/** The parts of a move such as CSnE8-. */
export const parseMove = (move) =>
  ({ code: move.slice(0, 2), orientation: move[2], square: squareAt(move.slice(3)), spares: move.endsWith("-") });

/** Whether a word is a placement and not a pass. */
export const isPlacement = (move) => move !== "pass" && move !== "none";

/** The shapes of all buildings of both sides. */
export class ShapeCatalogue {
  /** Takes the buildings as the server's greeting lists them, in the order of the hand. */
  constructor(buildings) {
    this.codes = buildings.map(({ code }) => code);
    this.kinds = new Map(buildings.map((building) => [building.code, building]));
  }

  /** The distinct orientations of a building, clockwise: some of n, e, s, w. */
  orientations(side, code) {
    return this.kinds.get(code)[side].map(({ turn }) => turn);
  }

  /** The squares that a move of a side covers. */
  squares(side, move) {
    const { code, orientation, square } = parseMove(move);
    return this.offsets(side, code, orientation).map(([row, column]) =>
      (rowOf(square) + row) * 10 + columnOf(square) + column);
  }

  /** Rows and columns of a building's squares, counted from its reference square. */
  offsets(side, code, orientation) {
    return this.kinds.get(code)[side].find(({ turn }) => turn === orientation).offsets;
  }

  /**
   * A building in an orientation with its surrounding rectangle: offsets from the
   * rectangle's upper left corner, its size, and where in it the reference square is.
   */
  box(side, code, orientation) {
    const offsets = this.offsets(side, code, orientation);
    const top = Math.min(...offsets.map(([row]) => row));
    const left = Math.min(...offsets.map(([, column]) => column));
    return {
      cells: offsets.map(([row, column]) => [row - top, column - left]),
      rows: Math.max(...offsets.map(([row]) => row)) - top + 1,
      columns: Math.max(...offsets.map(([, column]) => column)) - left + 1,
      reference: [-top, -left],
    };
  }

  /** The move that places a building with its rectangle's corner at row and column. */
  move(side, code, orientation, row, column) {
    const { reference } = this.box(side, code, orientation);
    return code + orientation + squareName((row + reference[0]) * 10 + column + reference[1]);
  }
}
