// The board as a picture of its own, SVG or PNG.

import { element } from "../dom.js";
import { svg } from "./geometry.js";

/** The properties that the style sheets give to drawings, and pictures need as attributes. */
const PROPERTIES = [
  "fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linejoin",
  "stroke-linecap", "opacity", "font-family", "font-size", "font-weight",
];

/** What they give to groups: all else is passed on to what is in the group anyway. */
const GROUP_PROPERTIES = ["opacity"];

/** Layers that belong to the moment and not to the position. */
const PASSING = [".layer-ghost", ".layer-reach"];

/** Layers with what an engine suggests. */
const SUGGESTIONS = [".layer-heat", ".layer-ideas"];

/** The width of a picture, and its height without words. */
const PIXELS = 1200;

/** Units below the board for words. */
const FOOT = 150;

/** Whether the board has what an engine suggests. */
export const hasSuggestions = (board) => SUGGESTIONS.some((layer) => board.querySelector(layer).children.length > 0);

/**
 * The board as the text of an SVG file that needs no style sheet; suggestions are drawn as on the board, or left out.
 * `words` are {light, dark, status}, or null for the board alone.
 */
export function boardAsSvg(board, suggestions, words = null) {
  const copy = board.cloneNode(true);
  for (const layer of suggestions ? PASSING : [...PASSING, ...SUGGESTIONS]) copy.querySelector(layer).replaceChildren();
  inline(board, copy);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", PIXELS);
  copy.setAttribute("height", PIXELS);
  if (words) addFoot(copy, words);
  return new XMLSerializer().serializeToString(copy);
}

/** Adds the words below the board. */
function addFoot(picture, { light, dark, status }) {
  const { x, y, width, height } = picture.viewBox.baseVal;
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
  const mark = (from, wood) => svg("rect", { x: from, y: y + height + 18, width: 40, height: 40, rx: 8, fill: colour(`${wood}-n`), stroke: colour(`${wood}-line`), "stroke-width": 4 });
  const put = (anchor, from, down, words) =>
    svg("text", { x: from, y: y + height + down, "text-anchor": anchor, fill: colour("ink"), "font-family": "sans-serif", "font-size": 40 }, words);
  picture.prepend(svg("rect", { x, y, width, height: height + FOOT, fill: colour("page") }));
  picture.append(mark(x + 20, "walnut"), put("start", x + 76, 52, dark), mark(x + width - 60, "maple"), put("end", x + width - 76, 52, light),
    put("middle", x + width / 2, 118, status));
  picture.setAttribute("viewBox", `${x} ${y} ${width} ${height + FOOT}`);
  picture.setAttribute("height", Math.round(PIXELS * (height + FOOT) / width));
}

/** Writes what the style sheets say of an element, and of those in it, into its copy. */
function inline(original, copy) {
  const style = getComputedStyle(original);
  const group = original instanceof SVGGElement || original instanceof SVGDefsElement;
  for (const property of group ? GROUP_PROPERTIES : PROPERTIES) {
    const value = style.getPropertyValue(property);
    if (value) copy.setAttribute(property, value);
  }
  copy.removeAttribute("class");
  for (const [index, child] of [...copy.children].entries()) inline(original.children[index], child);
}

/** The same as a PNG file, a Blob. */
export async function boardAsPng(...picture) {
  const url = URL.createObjectURL(new Blob([boardAsSvg(...picture)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = element("canvas", { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
