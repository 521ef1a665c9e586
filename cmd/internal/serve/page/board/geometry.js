// Squares, outlines and SVG elements: what every drawing is made of.
// A square is a number, row * 10 + column, row 0 on top. On the drawing a square
// is UNIT wide, and the city's upper left corner is the origin.

export const UNIT = 100;

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Makes an SVG element with attributes, and appends children to it. */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** The row of a square, 0 on top. */
export const rowOf = (square) => Math.floor(square / 10);

/** The column of a square, 0 on the left. */
export const columnOf = (square) => square % 10;

/** The name of a square as in moves, such as "E8". */
export const squareName = (square) => "ABCDEFGHIJ"[columnOf(square)] + (rowOf(square) + 1);

/** The square of a name; what follows it does not matter. */
export const squareAt = (name) => (parseInt(name.slice(1), 10) - 1) * 10 + "ABCDEFGHIJ".indexOf(name[0]);

/**
 * The outline of a set of squares as the data of an SVG path, drawn `inset`
 * units inside the squares' edges.
 */
export function outline(squares, inset = 0) {
  const set = new Set(squares);
  const has = (row, column) =>
    row >= 0 && row < 10 && column >= 0 && column < 10 && set.has(row * 10 + column);
  // Edges run clockwise, so that the inside is on the right: from "x,y" in a
  // direction 0 east, 1 south, 2 west, 3 north.
  const edges = new Map();
  const add = (x, y, direction) => {
    const key = `${x},${y}`;
    edges.set(key, [...edges.get(key) ?? [], direction]);
  };
  for (const square of set) {
    const row = rowOf(square);
    const column = columnOf(square);
    if (!has(row - 1, column)) add(column, row, 0);
    if (!has(row, column + 1)) add(column + 1, row, 1);
    if (!has(row + 1, column)) add(column + 1, row + 1, 2);
    if (!has(row, column - 1)) add(column, row + 1, 3);
  }
  let data = "";
  while (edges.size > 0) data += traceLoop(edges, inset);
  return data;
}

const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/** Takes one closed loop out of the edges and returns its path data. */
function traceLoop(edges, inset) {
  const [first] = edges.keys();
  let [x, y] = first.split(",").map(Number);
  const corners = [];
  let previous = null;
  for (;;) {
    const key = `${x},${y}`;
    const directions = edges.get(key);
    if (!directions) break;
    // Where two squares meet with a corner only, turning right keeps them apart.
    const right = previous === null ? directions[0] : (previous + 1) % 4;
    const direction = directions.includes(right) ? right : directions[0];
    directions.splice(directions.indexOf(direction), 1);
    if (directions.length === 0) edges.delete(key);
    if (direction !== previous) corners.push({ x, y, direction });
    previous = direction;
    x += STEPS[direction][0];
    y += STEPS[direction][1];
  }
  if (corners.length > 1 && corners[0].direction === previous) corners.shift();
  const points = corners.map((corner, index) => {
    const before = corners[(index + corners.length - 1) % corners.length].direction;
    const [x1, y1] = inward(before);
    const [x2, y2] = inward(corner.direction);
    return `${corner.x * UNIT + (x1 + x2) * inset} ${corner.y * UNIT + (y1 + y2) * inset}`;
  });
  return `M${points.join("L")}Z`;
}

/** The unit vector from an edge to its inside, which is on its right. */
const inward = (direction) => STEPS[(direction + 1) % 4];
