// The board as a picture of its own, SVG or PNG.

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

/** The width and the height of a picture. */
const PIXELS = 1200;

/** Whether the board has what an engine suggests. */
export const hasSuggestions = (board) => SUGGESTIONS.some((layer) => board.querySelector(layer).children.length > 0);

/** The board as the text of an SVG file that needs no style sheet; suggestions are drawn as on the board, or left out. */
export function boardAsSvg(board, suggestions) {
  const copy = board.cloneNode(true);
  for (const layer of suggestions ? PASSING : [...PASSING, ...SUGGESTIONS]) copy.querySelector(layer).replaceChildren();
  inline(board, copy);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", PIXELS);
  copy.setAttribute("height", PIXELS);
  return new XMLSerializer().serializeToString(copy);
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

/** The board as a PNG file, a Blob. */
export async function boardAsPng(board, suggestions) {
  const url = URL.createObjectURL(new Blob([boardAsSvg(board, suggestions)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = PIXELS;
    canvas.height = PIXELS;
    canvas.getContext("2d").drawImage(image, 0, 0, PIXELS, PIXELS);
    return await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
