// The comment on a move: what an engine notes on its move, and what people write. An engine's
// note, {+4.50/3 0.190s} or {book}, begins the comment and is not shown; people's words may follow.

/** How long a comment may be that is written here. */
export const MOST_COMMENT = 1000;

/**
 * An engine's note: a score with its depth, the time and what is left of it, as engine/record/FORMATS.md
 * and bench/match/MATCH.md have them, or the word that a move belongs to an opening.
 */
const NOTE = /^(?:[+-]\d+(?:\.\d+)?\/\d+(?: \d[\d.]*m?s)?(?:, \d[\d.]*s left)?(?=[\s,]|$)|(?:book|random)(?=\n|$))/;

/** The engine's note with which a comment begins, or "". */
export const noteOf = (comment = "") => NOTE.exec(comment)?.[0] ?? "";

/** What people have written of a comment, or "". */
export const wordsOf = (comment = "") => comment.slice(noteOf(comment).length).replace(/^[\s,]+/, "");

/** A comment with other words of people after the same note of an engine. */
export const withWords = (comment, words) => [noteOf(comment), words].filter(Boolean).join("\n");

/** What words draw on the board: in brackets squares, and arrows from one to another, as in "[E4 A1-C5]". */
const DRAWING = /\s*\[([A-J](?:10|[1-9])(?:[ -][A-J](?:10|[1-9]))*)\]/g;

/** What is drawn by words, a list. */
export const drawnBy = (words) => [...words.matchAll(DRAWING)].flatMap(([, marks]) => marks.split(" "));

/** Words without what they draw. */
export const withoutDrawing = (words) => words.replace(DRAWING, "").trim();

/** Words that draw other things. */
export const drawing = (words, marks) => [withoutDrawing(words), marks.length > 0 && `[${marks.join(" ")}]`].filter(Boolean).join(" ");

/** Words as records keep them: lines without control characters, and without more than one space at a time. */
export function cleanWords(words) {
  const lines = words.split(/\r\n?|\n/);
  return lines.map((line) => line.replace(/[\s\p{Cc}]+/gu, " ").trim()).join("\n").trim();
}
