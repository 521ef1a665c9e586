// What a review makes of a game's evaluations: which moves were mistakes, and from
// where on the result is proven.

import { capitalized, decimal, text } from "../texts/texts.js";
import { forLight } from "../texts/scoretexts.js";
import { moveWithNotation, moveWords } from "../texts/gamemessages.js";

/** Hundredths of a square that a mistake and a blunder lose at least. */
const MISTAKE = 200;
const BLUNDER = 400;

/** The share of the point that a mistake and a blunder lose at least: squares alone decide nothing. */
const MISTAKE_SHARE = 0.08;
const BLUNDER_SHARE = 0.2;

/** The signs of the kinds of marks, from the worst to the least. */
const SIGNS = { thrown: "✗", blunder: "??", mistake: "?", slip: "?!" };

/** The sign of a move of the opening book. */
const BOOK_SIGN = "§";

/** The keys of the results for the side that moved, by what is proven for it. */
const RESULTS = { 1: "win", 0: "draw", [-1]: "loss" };

const resultWords = (verdict) => text(`result.${RESULTS[verdict]}`);

/**
 * The moves that lost something: a Map from a move's index to a mark. `evaluations` has for each position what a PositionJudge found, or null; `sides`
 * the side to move in each; `book` the indexes of the moves of the opening book, which lose nothing.
 */
export function judge(moves, evaluations, sides, book) {
  const marks = new Map();
  for (const [index, move] of moves.entries()) {
    const before = evaluations[index];
    const after = evaluations[index + 1];
    if (!before || !after || move === "pass" || book.has(index)) continue;
    const mark = judgeMove(move, before, after, sides[index]);
    if (mark) marks.set(index, mark);
  }
  return marks;
}

/**
 * The mark of a move of a side: {kind, sign, loss, share, better, text, verdict}, or null. What throws a
 * proven result away is the worst, and its mark has also `was`, the result in a word, and
 * `is`, the result it left: 0 or -1. Else a move must lose squares and a share of the
 * point. One that only loses many squares, as in a game that stays won, has slipped.
 */
export function judgeMove(move, before, after, side) {
  if (move === before.best) return null;
  const loss = forLight(before.centi - after.centi, side);
  const share = forLight(before.share - after.share, side);
  const named = { move: moveWithNotation(move), better: moveWithNotation(before.best) };
  const values = { ...named, squares: decimal(loss / 100, before.final && after.final ? 0 : 1) };
  const mark = (kind, words, results = {}) => {
    const short = { ...results, move: moveWords(move), squares: Math.round(loss / 100) };
    const verdict = capitalized(text(kind === "thrown" ? "verdict.thrown" : "verdict.loses", short));
    return { kind, sign: SIGNS[kind], loss, share, better: before.best, text: words, verdict, ...results };
  };
  if (before.verdict !== null && after.verdict !== null) {
    const was = forLight(before.verdict, side);
    const is = forLight(after.verdict, side);
    const results = { was: resultWords(was), is: resultWords(is) };
    if (is < was) return mark("thrown", capitalized(text("mark.thrown", { ...values, ...results })), { was: results.was, is });
    return loss >= BLUNDER ? mark("slip", text("mark.slipProven", { ...values, ...results })) : null;
  }
  if (loss >= BLUNDER && share >= BLUNDER_SHARE) return mark("blunder", text("mark.blunder", values));
  if (loss >= MISTAKE && share >= MISTAKE_SHARE) return mark("mistake", text("mark.mistake", values));
  return loss >= BLUNDER ? mark("slip", text("mark.slip", values)) : null;
}

/**
 * The indexes of the moves that cost the side `own` most, or any if that is null: by the share of the point,
 * the worst first; slips only if there is nothing else.
 */
export function costliest(marks, sides, own) {
  const all = [...marks].filter(([index]) => !own || sides[index] === own);
  const mistakes = all.filter(([, { kind }]) => kind !== "slip");
  return (mistakes.length > 0 ? mistakes : all).sort(([, one], [, other]) => other.share - one.share || other.loss - one.loss).map(([index]) => index);
}

/** The marks of moves that lost something and of those of the opening book. */
export function withBookMoves(marks, moves, book) {
  const bookMarks = [...book].map((index) => [index, { kind: "book", sign: BOOK_SIGN, verdict: capitalized(text("verdict.book", { move: moveWords(moves[index]) })), text: capitalized(text("mark.book", { move: moveWithNotation(moves[index]) })) }]);
  return new Map([...marks, ...bookMarks]);
}

/** The first ply from which on the result is proven in every evaluation, or null. */
export function provenFrom(evaluations) {
  let ply = evaluations.length;
  while (ply > 0 && (evaluations[ply - 1]?.verdict ?? null) !== null) ply--;
  return ply < evaluations.length ? ply : null;
}

/** The first ply from which on the result that the game had is proven, or null. */
export function decidedFrom(evaluations) {
  const first = provenFrom(evaluations);
  return first && Math.max(first, evaluations.findLastIndex((evaluation) => evaluation?.verdict !== evaluations.at(-1).verdict) + 1);
}

/**
 * In words, from which move on the result was proven, and which moves threw it away. Moves
 * have the numbers of the list of moves, in which the first is 0.
 */
export function provenWords(evaluations) {
  const first = provenFrom(evaluations);
  if (first === null) return "";
  const { verdict } = evaluations[first];
  if (first === evaluations.length - 1) return text("proven.end", { verdict });
  const sentences = [text("proven.from", { verdict, move: first })];
  for (let ply = first + 1; ply < evaluations.length; ply++) {
    const was = evaluations[ply - 1].verdict;
    const is = evaluations[ply].verdict;
    if (is !== was) sentences.push(text("proven.thrown", { verdict: is, move: ply - 1 }));
  }
  // By how much: where the result is the last one, and its margin is proven too.
  const decided = decidedFrom(evaluations);
  const at = evaluations.findIndex((evaluation, ply) => ply >= decided && evaluation.final);
  if (at >= 0 && evaluations[at].verdict !== 0) {
    sentences.push(text("proven.margin", { verdict: evaluations[at].verdict, move: at, squares: Math.abs(evaluations[at].centi / 100) }));
  }
  return sentences.join(" ");
}
