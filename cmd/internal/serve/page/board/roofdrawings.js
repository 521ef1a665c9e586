// Roofs: how a hip or gable roof over a set of squares looks from above. The
// light comes from the north-west, so what a slope looks like depends on the way
// it faces, and on nothing else: turning a building turns its light correctly.

import { UNIT, svg } from "./geometry.js";

const HALF = UNIT / 2;
/** Units between the edge of a square and the eaves: half a street. */
export const EAVES = 7;

/** The directions of a square's sides, as slopes are named. */
export const SIDES = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };

/** The side opposite to each. */
export const OPPOSITE = { n: "s", e: "w", s: "n", w: "e" };
/** Of each side of a square about the origin, the corners at its ends: x and y of both. */
export const EDGES = { n: [-1, -1, 1, -1], e: [1, -1, 1, 1], s: [1, 1, -1, 1], w: [-1, 1, -1, -1] };

const ACROSS = { n: ["w", "e"], e: ["n", "s"], s: ["w", "e"], w: ["n", "s"] };

/**
 * The roof over cells. Each cell is {x, y, sides}: its middle in units, and the
 * set of sides on which the building goes on. Gable roofs end in a straight wall
 * where a wing ends, hip roofs in a slope.
 */
export function roof(cells, { gable = false } = {}) {
  const slopes = { n: "", e: "", s: "", w: "" };
  let ridges = "";
  let courses = "";
  for (const cell of cells) {
    for (const side of Object.keys(SIDES)) {
      const open = cell.sides.has(side);
      const gabled = gable && !open && cell.sides.size <= 1 && endsRidge(cell, side);
      if (open) ridges += line(at(cell, side, 0), at(cell, side, HALF));
      if (gabled) ridges += line(at(cell, side, 0), at(cell, side, HALF - EAVES));
      for (const across of ACROSS[side]) {
        const facing = open || gabled ? across : side;
        slopes[facing] += octant(cell, side, across, open);
        courses += courseLines(cell, side, across, open, gabled);
      }
    }
  }
  const faces = Object.entries(slopes).map(([facing, d]) => ({ d, class: `slope slope-${facing}` }));
  const paths = [...faces, { d: courses, class: "course" }, { d: ridges, class: "ridge" }];
  return svg("g", {}, ...paths.filter(({ d }) => d).map((path) => svg("path", path)));
}

/** Whether the ridge of a wing's last cell runs out at this side. */
function endsRidge(cell, side) {
  if (cell.sides.size === 0) return side === "e" || side === "w";
  return cell.sides.has(OPPOSITE[side]);
}

/** The point `along` units from a cell's middle to a side, and `aside` units to another. */
function at(cell, side, along, across = side, aside = 0) {
  const [x1, y1] = SIDES[side];
  const [x2, y2] = SIDES[across];
  return [cell.x + x1 * along + x2 * aside, cell.y + y1 * along + y2 * aside];
}

/** An eighth of a cell: between its middle, the middle of a side, and a corner. */
function octant(cell, side, across, open) {
  const reach = HALF - EAVES;
  const points = [at(cell, side, 0), at(cell, side, open ? HALF : reach)];
  if (open) points.push(at(cell, side, HALF, across, reach));
  points.push(at(cell, side, reach, across, reach));
  return `M${points.map((point) => point.join(" ")).join("L")}Z`;
}

/** The courses of tiles in an octant, parallel to the eaves. */
function courseLines(cell, side, across, open, gabled) {
  const reach = HALF - EAVES;
  return [reach * 0.34, reach * 0.67].map((height) => {
    const end = open || gabled ? at(cell, side, open ? HALF : reach, across, height) : at(cell, side, height);
    return line(at(cell, side, height, across, height), end);
  }).join("");
}

const line = (from, to) => `M${from.join(" ")}L${to.join(" ")}`;

/** A pyramid roof of a square turret, `size` units from its middle to its eaves. */
export function pyramid(x, y, size) {
  const slopes = Object.entries(EDGES).map(([facing, [x1, y1, x2, y2]]) =>
    svg("path", { d: `M${x} ${y}L${x + x1 * size} ${y + y1 * size}L${x + x2 * size} ${y + y2 * size}Z`, class: `slope slope-${facing}` }));
  return svg("g", { class: "turret" }, ...slopes, svg("rect", { x: x - size, y: y - size, width: 2 * size, height: 2 * size, class: "rim" }));
}

/** A round tower's cone, or a dome, of slices lit according to the way they face. */
export function cone(x, y, radius, slices = 12) {
  const rim = (turn) => `${x + radius * Math.cos(turn * 2 * Math.PI)} ${y + radius * Math.sin(turn * 2 * Math.PI)}`;
  const slopes = Array.from({ length: slices }, (_, slice) => {
    const facing = "eswn"[Math.round((slice / slices) * 4) % 4];
    const d = `M${x} ${y}L${rim((slice - 0.5) / slices)}A${radius} ${radius} 0 0 1 ${rim((slice + 0.5) / slices)}Z`;
    return svg("path", { d, class: `slope slope-${facing}` });
  });
  return svg("g", { class: "turret" }, ...slopes, svg("circle", { cx: x, cy: y, r: radius, class: "rim" }));
}
