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

/** Words as records keep them: lines without control characters, and without more than one space at a time. */
export function cleanWords(words) {
  const lines = words.split(/\r\n?|\n/);
  return lines.map((line) => line.replace(/[\s\p{Cc}]+/gu, " ").trim()).join("\n").trim();
}
