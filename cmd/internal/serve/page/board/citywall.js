// The city wall around the board: battlements, four corner towers, two gates, and
// opposite to them the names of columns and rows on the wall walk.

import { UNIT, svg } from "./geometry.js";
import { cone, pyramid } from "./roofdrawings.js";

/** Units from the city's edge to the outer edge of the drawing. */
export const WALL = 84;

const SIZE = 10 * UNIT;
const OUTSIDE = 66; // of the wall's outer face
const MERLON = 25;

/** Draws the wall with its towers and labels. */
export function drawWall() {
  const wall = svg("g", { class: "wall", "aria-hidden": "true" });
  const ring = (reach, name) => svg("rect", {
    x: -reach, y: -reach, width: SIZE + 2 * reach, height: SIZE + 2 * reach, rx: 8, class: name,
  });
  wall.append(svg("rect", {
    x: -OUTSIDE + 4, y: -OUTSIDE + 8, width: SIZE + 2 * OUTSIDE, height: SIZE + 2 * OUTSIDE, rx: 10, class: "wall-cast",
  }));
  wall.append(ring(OUTSIDE, "wall-stone"), merlons(), ring(OUTSIDE - 14, "wall-walk"), ring(4, "wall-inner"));
  wall.append(pyramid(SIZE / 2, SIZE + 34, 16), pyramid(SIZE + 34, SIZE / 2, 16));
  for (const x of [-34, SIZE + 34]) {
    for (const y of [-34, SIZE + 34]) {
      wall.append(svg("circle", { cx: x, cy: y, r: 47, class: "wall-tower" }), cone(x, y, 39, 16));
    }
  }
  wall.append(...labels());
  return wall;
}

/** The teeth of the battlements, as one path. */
function merlons() {
  const outer = OUTSIDE;
  let data = "";
  for (let at = -10; at < SIZE + 10; at += 2 * MERLON) {
    data += `M${at} ${-outer}h${MERLON}v11h${-MERLON}z`;
    data += `M${at} ${SIZE + outer - 11}h${MERLON}v11h${-MERLON}z`;
    data += `M${-outer} ${at}v${MERLON}h11v${-MERLON}z`;
    data += `M${SIZE + outer - 11} ${at}v${MERLON}h11v${-MERLON}z`;
  }
  return svg("path", { d: data, class: "merlons" });
}

/** A to J above, 1 to 10 on the left. */
function labels() {
  const label = (x, y, words) => svg("text", { x, y, class: "label", "text-anchor": "middle", "dominant-baseline": "central" }, words);
  const all = [];
  for (let index = 0; index < 10; index++) {
    const at = (index + 0.5) * UNIT;
    all.push(label(at, -28, "ABCDEFGHIJ"[index]), label(-28, at, String(index + 1)));
  }
  return all;
}
