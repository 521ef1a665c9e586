// What the browser's database has may be of another version of the page, cut off, or
// written by somebody else's hand: each field of a saved game is looked at before the
// page makes use of it.

const RESULTS = ["1-0", "0-1", "1/2-1/2"];

/** Variations that are nested deeper are left out, as in records. */
const DEEPEST = 100;

/** How many marks of a review are kept: no game that people play has more, and they take less than 2 kB. */
const MOST_MARKS = 24;

/**
 * A saved game of which every field is of the right kind. What is not is left out; a
 * game without moves that can be read is {id, updated, broken: true}.
 */
export function soundGame(saved) {
  const game = objectOf(saved);
  const { id, updated } = game;
  if (!isTexts(game.moves)) return { id, updated, broken: true };
  const control = /^\d{1,6}\+\d{1,4}$/.test(textOf(game.control)) ? game.control : "";
  return {
    id, updated, created: numberOf(game.created), name: textOf(game.name),
    rules: /^[a-z]{1,20}$/.test(textOf(game.rules)) ? game.rules : "classic", optionalCapture: game.optionalCapture === true,
    fair: /^[a-z\d.+-]{1,20}$/.test(textOf(game.fair)) ? game.fair : "", start: textOf(game.start),
    ...lineOf(game, 0), line: isTexts(game.line) ? game.line : undefined,
    comment: textOf(game.comment), tags: tagsOf(game.tags), ending: endingOf(game.ending),
    result: resultOf(game.result), outcome: resultOf(game.outcome),
    players: bySide(game.players, (player) => textOf(player) || "person"),
    control, left: control && isCount(game.left) ? bySide(game.left, Number) : null,
    moveTime: /^\d{1,6}$/.test(textOf(game.moveTime)) ? game.moveTime : "",
    series: seriesOf(game.series), plan: planOf(game.plan), marks: marksOf(game), picture: pictureOf(game.picture),
  };
}

const isObject = (value) => typeof value === "object" && value !== null;
const objectOf = (value) => (isObject(value) ? value : {});
const listOf = (value) => (Array.isArray(value) ? value : []);
const textOf = (value) => (typeof value === "string" ? value : "");
const numberOf = (value) => (Number.isFinite(value) ? value : 0);
const resultOf = (value) => (RESULTS.includes(value) ? value : "*");
const isTexts = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");
const isSquares = (value) => Array.isArray(value) && value.length <= 100
  && value.every((square) => Number.isInteger(square) && square >= 0 && square < 100);
const isCount = (value) => isObject(value) && Number.isFinite(value.light) && Number.isFinite(value.dark);
const bySide = (value, read) => ({ light: read(objectOf(value).light), dark: read(objectOf(value).dark) });

function lineOf({ moves, comments, variations }, depth) {
  const isVariation = ({ at, moves: other }) => Number.isInteger(at) && at >= 0 && at < moves.length && isTexts(other) && other.length > 0;
  const others = depth < DEEPEST ? listOf(variations).filter((one) => isObject(one) && isVariation(one)) : [];
  return {
    moves, comments: listOf(comments).slice(0, moves.length).map(textOf),
    variations: others.map((other) => ({ at: other.at, ...lineOf(other, depth + 1) })),
  };
}

function tagsOf(tags) {
  const isTag = (tag) => isObject(tag) && typeof tag.name === "string" && typeof tag.value === "string";
  return listOf(tags).filter(isTag).map(({ name, value }) => ({ name, value }));
}

function endingOf(ending) {
  if (!isObject(ending) || !RESULTS.includes(ending.result)) return null;
  return { result: ending.result, termination: textOf(ending.termination), rule: textOf(ending.rule) };
}

function seriesOf(series) {
  if (!isObject(series) || !isCount(series.points) || !isCount(series.squares)) return null;
  return { games: numberOf(series.games), points: bySide(series.points, Number), squares: bySide(series.squares, Number), pair: series.pair === true };
}

function planOf(plan) {
  const { after, move, squares, claimed, captured } = objectOf(plan);
  const sound = isTexts(after) && typeof move === "string" && isSquares(squares) && isSquares(claimed) && isTexts(captured);
  return sound ? { after, move, squares, claimed, captured } : null;
}

/** The marks of the last review, whose moves are there; null for a game that was not reviewed. */
function marksOf({ marks, moves }) {
  const isMark = (mark) => isObject(mark) && Number.isInteger(mark.ply) && moves[mark.ply] !== undefined && ["light", "dark"].includes(mark.side);
  const soundMark = ({ ply, side, kind, loss, reason, captured }) =>
    ({ ply, side, kind: textOf(kind), loss: numberOf(loss), reason: textOf(reason), captured: numberOf(captured) });
  return Array.isArray(marks) ? marks.filter(isMark).slice(0, MOST_MARKS).map(soundMark) : null;
}

function pictureOf(picture) {
  const isPiece = (piece) => isObject(piece) && ["light", "dark", ""].includes(piece.side) && isSquares(piece.squares);
  const { pieces, territory, score } = objectOf(picture);
  const sound = Array.isArray(pieces) && pieces.every(isPiece) && isObject(territory) && isSquares(territory.light) && isSquares(territory.dark);
  return sound ? { pieces, territory, score } : null;
}
