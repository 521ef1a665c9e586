// The buildings, seen from above, as one knows them from the wooden set. A drawing
// is made from the squares alone: where a tower or a dome stands follows from how
// the squares hang together, so a building needs no drawing for each orientation.

import { EAVES, EDGES, OPPOSITE, SIDES, cone, pyramid, roof } from "./roofdrawings.js";
import { UNIT, columnOf, outline, rowOf, svg } from "./geometry.js";

/** How high the buildings are: how far their shadows fall, in units. */
const HEIGHTS = { TA: 6, ST: 7, IN: 9, BR: 10, SQ: 11, MA: 13, AB: 15, TO: 20, IF: 16, CS: 17, AC: 18, CA: 26 };

/** The height of a building. */
export const heightOf = (code) => HEIGHTS[code];

/** From the shadow's edge to where it is darkest: the shares of its length in which it is drawn. */
const SHADES = [1, 0.75, 0.5];

const ARCHITECTS = {
  TA: tavern, ST: stable, IN: inn, BR: bridge, SQ: square, MA: manor, AB: abbey, TO: tower,
  IF: infirmary, CS: castle, AC: academy, CA: cathedral,
};

/** Draws a building on its squares. Its side, light, dark or none, is its class. */
export function drawBuilding(code, side, squares) {
  const walls = outline(squares, EAVES);
  return svg("g", { class: `building ${code === "CA" ? "stone" : side}` },
    svg("path", { d: walls, class: "walls", transform: "translate(0 6)" }),
    svg("path", { d: walls, class: "base" }),
    ...ARCHITECTS[code](cellsOf(squares), squares),
    svg("path", { d: walls, class: "eaves" }));
}

/** Draws the shadow of a building: one shade over the other, which is soft enough without a filter, whose colours browsers differ about. */
export function drawShadow(code, squares) {
  const walls = outline(squares, EAVES);
  return SHADES.map((share) => svg("path", { d: walls, class: "shadow", transform: `translate(${HEIGHTS[code] * share} ${HEIGHTS[code] * share})` }));
}

/** The cells of a building, for its roof: see roofdrawings.js. */
function cellsOf(squares) {
  const set = new Set(squares.map((square) => `${columnOf(square)},${rowOf(square)}`));
  return squares.map((square) => {
    const column = columnOf(square);
    const row = rowOf(square);
    const open = Object.keys(SIDES).filter((side) =>
      set.has(`${column + SIDES[side][0]},${row + SIDES[side][1]}`));
    return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT, sides: new Set(open) };
  });
}

const withSides = (cells, count) => cells.filter((cell) => cell.sides.size === count);

/** The middle of the rectangle around all cells. */
function centre(cells) {
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

const chimney = (x, y) => [
  svg("rect", { x: x + 2, y: y + 3, width: 15, height: 15, class: "cast" }),
  svg("rect", { x: x - 7, y: y - 7, width: 14, height: 14, class: "chimney" }),
  svg("rect", { x: x - 3, y: y - 3, width: 6, height: 6, class: "flue" }),
];

/** The shadow that a turret throws on its own building's roof. */
const cast = (x, y, size) =>
  svg("path", {
    d: `M${x - size} ${y + size}L${x + size} ${y - size}L${x + size * 1.45} ${y - size * 0.3}` +
      `L${x + size * 1.45} ${y + size * 1.45}L${x - size * 0.3} ${y + size * 1.45}Z`,
    class: "cast",
  });

const turret = (x, y, size) => [cast(x, y, size), pyramid(x, y, size)];

const roundTower = (x, y, radius) => [
  svg("circle", { cx: x + radius * 0.4, cy: y + radius * 0.4, r: radius, class: "cast" }),
  cone(x, y, radius),
];

/** A dome: a cone's slices, smoothed by a highlight, with a lantern on top. */
const dome = (x, y, radius) => [
  ...roundTower(x, y, radius),
  svg("circle", { cx: x - radius * 0.3, cy: y - radius * 0.3, r: radius * 0.45, class: "shine" }),
  svg("circle", { cx: x, cy: y, r: radius * 0.2, class: "lantern" }),
];

function tavern(cells) {
  const [{ x, y }] = cells;
  return [roof(cells, { gable: true }), ...chimney(x + 18, y - 18)];
}

function stable(cells) {
  const [first, second] = cells;
  const along = first.y === second.y ? [1, 0] : [0, 1];
  const [x, y] = centre(cells);
  const hatches = [-1, 1].map((way) => {
    const [hatchX, hatchY] = [x + along[0] * way * 46 + along[1] * 20, y + along[1] * way * 46 + along[0] * 20];
    return svg("rect", { x: hatchX - 9, y: hatchY - 9, width: 18, height: 18, class: "hatch" });
  });
  return [roof(cells, { gable: true }), ...hatches];
}

function inn(cells) {
  const [bend] = withSides(cells, 2);
  const [end] = withSides(cells, 1);
  return [roof(cells, { gable: true }), ...chimney(bend.x, bend.y), ...chimney(end.x + 15, end.y - 15)];
}

function bridge(cells) {
  const [middle] = withSides(cells, 2);
  const across = middle.sides.has("n");
  const reach = UNIT / 2 - EAVES;
  const size = (along, aside) => (across
    ? { x: middle.x - aside, y: middle.y - along, width: 2 * aside, height: 2 * along }
    : { x: middle.x - along, y: middle.y - aside, width: 2 * along, height: 2 * aside });
  const planks = [-60, -45, -30, -15, 0, 15, 30, 45, 60].map((along) => (across
    ? `M${middle.x - reach + 11} ${middle.y + along}h${2 * reach - 22}`
    : `M${middle.x + along} ${middle.y - reach + 11}v${2 * reach - 22}`));
  return [
    svg("rect", { ...size(90, reach), class: "slope slope-n" }),
    svg("rect", { ...size(90, reach - 11), class: "deck" }),
    svg("path", { d: planks.join(""), class: "course strong" }),
    ...withSides(cells, 1).flatMap(({ x, y }) => turret(x, y, reach - 3)),
  ];
}

/** Four wings about a court with a well. */
function square(cells) {
  const [x, y] = centre(cells);
  const outer = UNIT - EAVES;
  const ridge = outer - 30;
  const inner = outer - 60;
  const wing = (facing, from, to) => {
    const [x1, y1, x2, y2] = EDGES[facing];
    return `M${x + x1 * from} ${y + y1 * from}L${x + x2 * from} ${y + y2 * from}` +
      `L${x + x2 * to} ${y + y2 * to}L${x + x1 * to} ${y + y1 * to}Z`;
  };
  const ring = (size, attributes) =>
    svg("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, ...attributes });
  const slopes = Object.keys(EDGES).flatMap((facing) => [
    svg("path", { d: wing(facing, outer, ridge), class: `slope slope-${facing}` }),
    svg("path", { d: wing(facing, ridge, inner), class: `slope slope-${OPPOSITE[facing]}` }),
  ]);
  const corners = Object.values(EDGES).map(([dx, dy]) =>
    `M${x + dx * outer} ${y + dy * outer}L${x + dx * inner} ${y + dy * inner}`);
  return [
    ...slopes,
    ring(outer - 15, { class: "course" }),
    ring(ridge - 15, { class: "course" }),
    ring(ridge, { class: "ridge" }),
    svg("path", { d: corners.join(""), class: "course" }),
    ring(inner, { class: "court" }),
    svg("path", { d: `M${x - inner} ${y + inner}V${y - inner}H${x + inner}v10H${x - inner + 10}V${y + inner}Z`, class: "cast" }),
    svg("circle", { cx: x, cy: y, r: 12, class: "well" }),
    svg("circle", { cx: x, cy: y, r: 6, class: "flue" }),
  ];
}

function manor(cells) {
  const [middle] = withSides(cells, 3);
  const wings = withSides(cells, 1).flatMap((cell) => chimney(cell.x, cell.y));
  return [roof(cells), ...wings, ...turret(middle.x, middle.y, 27)];
}

function abbey(cells) {
  const [x, y] = centre(cells);
  return [roof(cells, { gable: true }), ...turret(x, y, 23), cross(x, y, 11)];
}

/** The keep stands at the middle of the stair of wings. */
function tower(cells) {
  const [x, y] = centre(cells);
  return [
    roof(cells),
    ...roundTower(x, y, 42),
    svg("path", { d: `M${x} ${y}v-34l20 7l-20 8`, class: "flag" }),
    svg("circle", { cx: x, cy: y, r: 4, class: "lantern" }),
  ];
}

function infirmary(cells) {
  const [middle] = withSides(cells, 4);
  return [roof(cells), ...dome(middle.x, middle.y, 37)];
}

/** Battlements on flat walls, with a round tower at each corner and each end. */
function castle(cells, squares) {
  const towers = withSides(cells, 1);
  const corners = withSides(cells, 2).filter((cell) => !straight(cell));
  return [
    svg("path", { d: outline(squares, EAVES), class: "deck" }),
    svg("path", { d: outline(squares, EAVES + 5), class: "battlement" }),
    svg("path", { d: outline(squares, EAVES + 14), class: "slope slope-s" }),
    svg("path", { d: outline(squares, EAVES + 26), class: "course strong" }),
    ...[...towers, ...corners].flatMap(({ x, y }) => roundTower(x, y, 35)),
  ];
}

const straight = (cell) =>
  (cell.sides.has("n") && cell.sides.has("s")) || (cell.sides.has("e") && cell.sides.has("w"));

function academy(cells) {
  const [middle] = withSides(cells, 3);
  const ends = withSides(cells, 1).flatMap((cell) => turret(cell.x, cell.y, 15));
  return [roof(cells), ...ends, ...octagon(middle.x, middle.y, 36)];
}

/** The academy's eight-sided lantern. */
function octagon(x, y, radius) {
  return [
    svg("circle", { cx: x + radius * 0.4, cy: y + radius * 0.4, r: radius * 0.95, class: "cast" }),
    cone(x, y, radius, 8),
    svg("circle", { cx: x, cy: y, r: radius * 0.5, class: "rim" }),
    svg("circle", { cx: x, cy: y, r: radius * 0.22, class: "lantern" }),
  ];
}

const cross = (x, y, size) =>
  svg("path", { d: `M${x} ${y - size}V${y + size}M${x - size * 0.7} ${y - size * 0.2}h${size * 1.4}`, class: "cross" });

/** Nave, transept and choir with a spire on the crossing and two towers in the west. */
function cathedral(cells) {
  const [crossing] = withSides(cells, 4);
  const ends = withSides(cells, 1);
  const foot = ends.reduce((far, cell) => (distance(cell, crossing) > distance(far, crossing) ? cell : far));
  const along = [Math.sign(foot.x - crossing.x), Math.sign(foot.y - crossing.y)];
  const front = [-1, 1].flatMap((way) => turret(
    foot.x + along[0] * 24 + along[1] * way * 24, foot.y + along[1] * 24 + along[0] * way * 24, 19));
  return [
    ...cells.flatMap(buttresses),
    roof(cells, { gable: true }),
    ...front,
    ...turret(crossing.x, crossing.y, 34),
    cross(crossing.x, crossing.y, 19),
  ];
}

const distance = (one, other) => Math.abs(one.x - other.x) + Math.abs(one.y - other.y);

/** Stone piers along the walls of a cell. */
function buttresses({ x, y, sides }) {
  const walls = Object.entries(SIDES).filter(([side]) => !sides.has(side));
  return walls.flatMap(([, [dx, dy]]) => [-24, 24].map((aside) =>
    svg("rect", { x: x + dx * 43 + dy * aside - 5, y: y + dy * 43 + dx * aside - 5, width: 10, height: 10, class: "pier" })));
}
