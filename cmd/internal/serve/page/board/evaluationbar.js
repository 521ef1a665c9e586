// The evaluation bar: upright beside the board, Light's share from below; lying above
// the board where that is as wide as the window, Light's share from the left.

import { barShare, scoreText, scoreWords } from "../texts/scoretexts.js";
import { text } from "../texts/texts.js";
import { byId } from "../dom.js";

const bar = byId("bar");

/** Shows an evaluation in hundredths of a square from Light's side. */
export function showBar(centi, final = false) {
  bar.hidden = false;
  bar.style.setProperty("--light", `${(100 * barShare(centi)).toFixed(1)}%`);
  // There is room for four characters: large scores go without their fraction.
  bar.querySelector(".bar-text").textContent = scoreText(Math.abs(centi) < 1000 ? centi : Math.round(centi / 100) * 100, final || Math.abs(centi) >= 1000);
  bar.classList.toggle("dark-leads", centi < 0);
  bar.setAttribute("aria-label", text("score.evaluation", { score: scoreWords(centi, final) }));
}

/** Takes the bar away. */
export function hideBar() {
  bar.hidden = true;
}
