// The texts of the page, in the language of the reader. Every word that a player reads
// or hears stands in a catalogue, english.js, under a key; a language more is a catalogue
// more.

import { ENGLISH } from "./english.js";

/**
 * The text with a key. An entry of the catalogue is a text, in which {name} stands for a
 * value, or a function of the values, when a number or a side changes its words.
 */
export function text(key, values = {}) {
  const entry = ENGLISH[key];
  if (entry === undefined) throw new Error(`no text with the key ${key}`);
  return typeof entry === "function" ? entry(values) : entry.replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
