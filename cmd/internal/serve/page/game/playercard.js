// What one sees of a player whom one may choose: the name, what the level is like, and how far up the stair of levels it is.

import { LEVELS, levelOf } from "./strengthlevels.js";
import { element } from "../dom.js";
import { text } from "../texts/texts.js";

/** The steps of the stair; those up to a level, if any, are in colour. */
export const stairUpTo = (chosen) => LEVELS.map((level, index) => {
  const step = element("i", { class: index <= LEVELS.indexOf(chosen) ? "on" : "" });
  step.style.setProperty("--height", `${25 + 5 * index}%`);
  return step;
});

/** Shows a player on a button of the class *player-card*: the name below what the player is, and if it is a level, more of that. */
export function showPlayer(card, what, name, { level = null }) {
  if (card.dataset.shows === name + level) return;
  card.dataset.shows = name + level;
  const chosen = level && levelOf(level);
  const about = chosen ? [element("span", { class: "note" }, text(`about.${chosen.id}`)), element("span", { class: "stair" }, ...stairUpTo(chosen))] : [];
  card.replaceChildren(element("small", {}, what), element("b", {}, name), ...about);
}
