// The texts of the page, in the language of the reader. Every word that a player reads
// or hears stands in a catalogue, such as english.json, under a key.
//
// An entry of a catalogue is a text or the forms of a number. In both {name} stands for a
// value, and {name:key} for a number in the forms with that key: "{squares:count.squares}"
// is "1 square" or "3 squares". Forms have the names that Intl.PluralRules has for them in the
// language, such as "one" and "other", or are those of one number, such as "0"; in them {number}
// is the number. A language may have forms of its own for words, which have the words as names,
// such as "Turm": "der Turm". Texts about a friend have the form "" for a friend without a name. In
// texts of index.html, what stands between two asterisks is emphasized.

/** The language of the texts, as language.js has found it. */
export const LANGUAGE = document.documentElement.lang;

const plurals = new Intl.PluralRules(LANGUAGE);
const numbers = new Intl.NumberFormat(LANGUAGE, { useGrouping: "min2" });
const largeNumbers = new Intl.NumberFormat(LANGUAGE, { notation: "compact", maximumFractionDigits: 1 });

const catalogue = {};

/** Adds the texts of a catalogue. */
const load = (address) => fetch(address).then(async (answer) => {
  const failed = (reason) => { throw new Error(`${answer.url}: ${reason}`); };
  Object.assign(catalogue, answer.ok ? await answer.json().catch(failed) : failed(answer.status));
});

/** Resolves when the catalogue is there: before, there are no texts. */
export const textsLoaded = load(document.getElementById("catalogue").href);

let study = null;

/** Resolves when the texts of the modes are there that a first visit does not need, in the folder study. */
export const studyTexts = () => (study ??= load(document.getElementById("catalogue").href.replace(/[^/]+$/, "study/$&")).catch((error) => {
  study = null;
  throw error;
}));

/** The text with a key, in which the values stand. */
export function text(key, values = {}) {
  const entry = catalogue[key];
  if (entry === undefined) throw new Error(`no text with the key ${key}`);
  return filled(entry, values);
}

const filled = (words, values) =>
  words.replace(/\{(\w+)(?::([\w.]+))?\}/g, (_, name, key) => (key ? inForm(key, values[name], values) : written(values[name])));

const written = (value) => (typeof value === "number" ? numbers.format(value) : value);

/** The form of a number or a word. */
function inForm(key, number, values) {
  const forms = { __proto__: null, ...catalogue[key] }; // a word may be what somebody is called
  return filled(forms[number] ?? forms[plurals.select(number)] ?? forms.other, { ...values, number });
}

/** A number to stand in a text, with as many digits after the point as `digits` says: "2.3" as one writes it. */
export function decimal(number, digits = 1) {
  const words = number.toLocaleString(LANGUAGE, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return { valueOf: () => number, toString: () => words };
}

/** A share of the whole, from 0 to 1, as a text: "40%". */
export const percent = (share) => share.toLocaleString(LANGUAGE, { style: "percent" });

/** A large number, rounded: 1200000 is "1.2M". */
export const large = (number) => largeNumbers.format(number);

/** Parts of a sentence with commas and an "and" between them. */
export function sentence(parts) {
  if (parts.length < 2) return parts.join("");
  const first = parts.slice(0, -1).reduce((before, next) => text("sentence.comma", { first: before, next }));
  return text("sentence.and", { first, last: parts.at(-1) });
}

/** A text that begins with a capital letter. */
export const capitalized = (words) => words.charAt(0).toUpperCase() + words.slice(1);
