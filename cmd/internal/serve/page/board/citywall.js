// The city wall around the board: battlements, four corner towers, and on the wall walk, which is
// wide on the left and above, the names of columns and rows.

import { UNIT, svg } from "./geometry.js";
import { cone } from "./roofdrawings.js";

const SIZE = 10 * UNIT;

/** Units from the city's edge to the outer edge of the drawing on the left and above. */
export const WALL = 76;

/** The width of the drawing in units. */
export const EXTENT = SIZE + WALL + 32;

const WIDE = 68; // from the city's edge to the wall's outer face on the left and above
const NARROW = 26; // and on the right and below
const MERLON = 25;
const DEPTH = 9; // of a merlon

/** Draws the wall with its towers and labels. */
export function drawWall() {
  const ring = (wide, narrow, name, aside = 0) => svg("rect", {
    x: aside - wide, y: aside - wide, width: SIZE + wide + narrow, height: SIZE + wide + narrow, rx: 8, class: name,
  });
  const tower = (x, y) => {
    const radius = x < 0 && y < 0 ? 38 : 24;
    return [svg("circle", { cx: x, cy: y, r: radius, class: "wall-tower" }), cone(x, y, radius - 6, 16)];
  };
  const edges = [-36, SIZE + 7];
  return svg("g", { class: "wall", "aria-hidden": "true" }, ring(WIDE, NARROW, "wall-cast", 5), ring(WIDE, NARROW, "wall-stone"), merlons(),
    ring(WIDE - DEPTH - 3, NARROW - DEPTH - 2, "wall-walk"), ring(4, 4, "wall-inner"),
    ...edges.flatMap((x) => edges.flatMap((y) => tower(x, y))), ...labels());
}

/** The teeth of the battlements, as one path. */
function merlons() {
  let data = "";
  for (let at = -10; at < SIZE + 10; at += 2 * MERLON) {
    for (const face of [-WIDE, SIZE + NARROW - DEPTH]) {
      data += `M${at} ${face}h${MERLON}v${DEPTH}h${-MERLON}z`;
      data += `M${face} ${at}v${MERLON}h${DEPTH}v${-MERLON}z`;
    }
  }
  return svg("path", { d: data, class: "merlons" });
}

/** A to J above, 1 to 10 on the left. */
function labels() {
  const label = (x, y, words) => svg("text", { x, y, class: "label", "text-anchor": "middle", "dominant-baseline": "central" }, words);
  return [..."ABCDEFGHIJ"].flatMap((column, index) => {
    const at = (index + 0.5) * UNIT;
    return [label(at, -30, column), label(-30, at, String(index + 1))];
  });
}
