// The rule sets that one may choose.

import { text } from "../texts/texts.js";

/** The rule sets as messages have them, the usual one first. */
export const RULE_SETS = ["classic", "mattel", "woods"];

/** The rules of a game, as messages have them; `fair` is the text of a fair game, "" for none. */
export const rulesOf = ({ rules = "classic", optionalCapture = false, fair = "" }) => ({ rules, optionalCapture, fair });

/** The side that begins: Light with the Cathedral, or Dark with a building, and then Light does both. */
export const beginner = (rules) => (rules === "woods" ? "dark" : "light");

/** The choices for a new game, as [value, words]: the words say what is different. */
export const ruleSetChoices = () => RULE_SETS.map((name) => [name, text(`ruleset.about.${name}`)]);
