// Long texts of many games in parts: a message has a limit, and a file has none. Where
// a game begins is all that has to be known of the formats here, and where that is in
// doubt, nothing is parted; the server reads the parts.

/** How many pieces a part has at most; the server reads up to a thousand games at once. */
const MOST_PIECES = 500;

/** A line that begins a list of moves, or is a position. */
const LIST_OR_POSITION = /^\s*(1[.\s]|ca[nesw]|[^\s[{;%]*\/)/i;

/** A line with which a record ends. */
const RESULT = /(^|[\s)}])(1-0|0-1|1\/2-1\/2|\*)\s*$/;

/** Parts {pieces, line} of at most `most` characters each, as far as that goes; `line` is the one on which a part begins, from 1. */
export function partsOf(text, most) {
  const parts = [];
  let part = null;
  let length = 0;
  for (const { piece, line } of piecesOf(text)) {
    if (!part || length + piece.length > most || part.pieces.length === MOST_PIECES) {
      part = { pieces: [], line };
      parts.push(part);
      length = 0;
    }
    part.pieces.push(piece);
    length += piece.length;
  }
  return parts;
}

/** The two halves of a part, or nothing if it is only one piece. */
export function halves({ pieces, line }) {
  if (pieces.length < 2) return [];
  const middle = pieces.length >> 1;
  const [first, second] = [pieces.slice(0, middle), pieces.slice(middle)];
  return [{ pieces: first, line }, { pieces: second, line: line + first.join("").split("\n").length - 1 }];
}

/**
 * The pieces of a text, each with the line on which it begins. A record begins with a tag
 * after a blank line, and ends with a result before one; without tags a blank line ends
 * a game, and lists and positions may stand on a line each.
 */
function* piecesOf(text) {
  let lines = [];
  let tagged = false;
  let blank = true;
  let number = 0;
  const piece = () => ({ piece: lines.join(""), line: number - lines.length + 1 });
  for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    const isBlank = line.trim() === "";
    const tag = blank && /^\[[A-Z]/.test(line);
    const begins = tag || (!tagged && !isBlank && (blank || LIST_OR_POSITION.test(line)));
    if (begins && lines.some((one) => one.trim())) {
      yield piece();
      lines = [];
    }
    if (begins) tagged = tag;
    if (RESULT.test(line)) tagged = false;
    lines.push(line);
    number++;
    blank = isBlank;
  }
  if (lines.some((line) => line.trim())) yield piece();
}
