// What a review tells first, at the end of the game: who has won, the moves that cost most, how
// often each side erred, and the first of those moves, as a small board.

import { SIDES, playerTag, tagOf } from "../game/game.js";
import { button, element } from "../dom.js";
import { costliest } from "./mistakes.js";
import { ownName } from "../game/gameplayers.js";
import { pictureOf, smallBoard } from "../board/smallboard.js";
import { say, verdictWords } from "../texts/gamemessages.js";
import { capitalized, sentence, text } from "../texts/texts.js";

/** How many moves are named. */
const NAMED = 2;

/** The side of the person whose game it is, as its record names the players, or null. */
export function ownSide(game) {
  const names = [ownName(), text("player.person")].filter(Boolean);
  const own = SIDES.filter((side) => names.includes(tagOf(game, playerTag(side))));
  return own.length === 1 ? own[0] : null;
}

/** The story; `go` goes to a ply. */
export class GameStory {
  constructor(go) {
    this.heading = element("h2", { class: "verdict", id: "story-heading", hidden: true });
    this.numbers = element("p", { class: "tally" });
    this.turn = button("", () => go(this.turningPly), { id: "turning-point", hidden: true });
    this.element = element("div", { class: "story", id: "story", hidden: true }, this.heading, this.numbers, this.turn);
  }

  /** Shows the story of a game to the person who played the side `own`, or to others if that is null; its `marks` are those of moves that lost something; `sides` are to move, and `judged` is true when all is. */
  show({ game, own, marks, sides, judged }) {
    const words = this.words(game, own, marks, sides, judged);
    if (this.heading.textContent !== words) {
      this.heading.textContent = words;
      this.heading.hidden = words === "";
      if (judged) say(words);
    }
    this.numbers.replaceChildren(...SIDES.map((side) => {
      const lost = [...marks].filter(([index]) => sides[index] === side);
      const slips = lost.filter(([, { kind }]) => kind === "slip").length;
      const onlySlips = judged && slips === lost.length;
      const count = onlySlips ? slips : lost.length - slips;
      const words = side === own
        ? text(onlySlips ? "story.onlyYourSlips" : "story.yourMistakes", { count })
        : text(onlySlips ? "story.onlySlips" : "story.mistakes", { count, side: text(`side.${side}`) });
      return element("span", { class: `${side} errors`, hidden: judged && lost.length === 0 },
        element("b", {}, judged ? String(count) : "…"), " ", judged && slips > 0 && !onlySlips ? text("story.slips", { words, slips }) : words);
    }));
    const [turning] = [...costliest(marks, sides, own), ...costliest(marks, sides, null)];
    this.turn.hidden = turning === undefined || !judged;
    if (this.turn.hidden || this.turningPly === turning + 1) return;
    this.turningPly = turning + 1;
    this.turn.ariaLabel = text("story.turning", { move: turning });
    this.turn.dataset.move = turning;
    this.turn.replaceChildren(smallBoard(pictureOf(game.views[this.turningPly])));
  }

  words(game, own, marks, sides, judged) {
    const verdict = game.ended ? verdictWords(game, own) : "";
    const moves = costliest(marks, sides, own).slice(0, NAMED).sort((a, b) => a - b).map(String);
    const cost = moves.length > 0 ? text(own ? "story.yours" : "story.cost", { count: moves.length, moves: sentence(moves) }) : text(own ? "story.yoursClean" : "story.clean");
    if (!judged) return verdict && text("sentence.end", { sentence: verdict });
    return text("sentence.end", { sentence: verdict ? text("story.sentence", { verdict, cost }) : capitalized(cost) });
  }
}
