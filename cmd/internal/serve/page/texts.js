// The texts of the page, in the language of the reader. Every word that a player reads
// or hears stands in a catalogue, english.js, under a key; a language more is a catalogue
// more.

import { ENGLISH } from "./english.js";

/** The language of the texts, for dates and for screen readers. */
export const LANGUAGE = "en-GB";

/**
 * The text with a key. An entry of the catalogue is a text, in which {name} stands for a
 * value, or a function of the values, when a number or a side changes its words.
 */
export function text(key, values = {}) {
  const entry = ENGLISH[key];
  if (entry === undefined) throw new Error(`no text with the key ${key}`);
  return typeof entry === "function" ? entry(values) : entry.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** Parts of a sentence with commas and an "and" between them. */
export function sentence(parts) {
  if (parts.length < 2) return parts.join("");
  const first = parts.slice(0, -1).reduce((before, next) => text("sentence.comma", { first: before, next }));
  return text("sentence.and", { first, last: parts.at(-1) });
}

/** A text that begins with a capital letter. */
export const capitalized = (words) => words.charAt(0).toUpperCase() + words.slice(1);
