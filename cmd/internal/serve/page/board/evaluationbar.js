// The score of a position, in the panel: a number, who leads in words, and a bar of which
// Light's share is on the left.

import { barShare, evaluationWords, scoreText } from "../texts/scoretexts.js";
import { capitalized } from "../texts/texts.js";
import { byId } from "../dom.js";

const score = byId("bar");
const words = byId("score-words");

/** Shows an evaluation, {centi, final, verdict}, in hundredths of a square from Light's side. */
export function showBar({ centi, final = false, verdict = null }) {
  score.hidden = false;
  score.style.setProperty("--light", `${(100 * barShare(centi)).toFixed(1)}%`);
  score.querySelector(".bar-text").textContent = scoreText(centi, final);
  words.textContent = capitalized(evaluationWords({ centi, final, verdict }));
}

/** Takes the score away. */
export function hideBar() {
  score.hidden = true;
  words.textContent = "";
}
