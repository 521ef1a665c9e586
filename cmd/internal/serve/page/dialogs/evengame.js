// The choice of an even game: between equals Dark nearly always wins, and these ways give both
// sides about the same chances.

import { choice, element } from "../dom.js";
import { fairWay } from "../texts/gamemessages.js";
import { percent, text } from "../texts/texts.js";

/**
 * The fair games, and Light's score in games of the study (bench/study/FAIRGAME.md) between
 * players of a club's level and in strong play. The last is shown beside squares of one's own choice.
 */
const FAIR = [
  { fair: "stable-1", first: "stable", squares: -1, club: 0.559, strong: 0.474 },
  { fair: "stable-1.5", first: "stable", squares: -1.5, club: 0.513, strong: 0.369 },
  { fair: "inn-or-bridge", first: "inn-or-bridge", squares: 0, club: 0.484, strong: 0.331 },
  { fair: "4", first: "any", squares: 4, club: 0.538, strong: 0.389 },
];

/** Squares in advance that are chosen at first, and at most. */
const USUAL = 4;
const MOST = 20;

/** The choice, whose `fields` are parts of a form. With `opening` one may begin with an even opening too. */
export class EvenGame {
  constructor({ opening = false } = {}) {
    const about = FAIR.map((way) => [way.fair, fairWay(way), text("even.measured", { club: percent(way.club), strong: percent(way.strong) })]);
    const [, , measured] = about.pop();
    this.ways = [
      ["", text("even.none"), text("even.why")],
      ["two", text("even.two"), text("even.twoAbout")],
      ...(opening ? [["opening", text("even.opening"), text("even.openingAbout")]] : []),
      ...about,
      ["squares", text("even.squares"), text("even.four", { measured })],
    ];
    const { select, label } = choice(text("even.title"), this.ways, () => this.follow());
    this.select = select;
    this.number = element("input", { type: "number", name: "advance", min: -MOST, max: MOST, step: 0.5, value: USUAL });
    this.advance = element("label", {}, `${text("even.advance")} `, this.number);
    this.about = element("p", { class: "note", id: "even-about" });
    Object.assign(select, { name: "even" }).setAttribute("aria-describedby", "even-about");
    this.fields = [label, this.advance, this.about];
    this.show(true);
  }

  /** Shows the choice, or hides it. */
  show(shown) {
    for (const field of this.fields) field.hidden = !shown;
    this.follow(shown);
  }

  /** Shows what belongs to the chosen way. */
  follow(shown = true) {
    const { value } = this.select;
    this.advance.hidden = !shown || value !== "squares";
    this.number.disabled = this.advance.hidden; // what cannot be seen is not checked
    this.about.textContent = this.ways.find(([name]) => name === value)[2];
  }

  /** What is chosen: `opens` with an even opening, `twoGames` whose squares are added up, and the text of a `fair` game. */
  get chosen() {
    const { value } = this.select;
    const squares = value === "squares" && Number(this.number.value) ? String(Number(this.number.value)) : "";
    const isFair = FAIR.some(({ fair }) => fair === value);
    return { opens: value === "opening", twoGames: value === "two", fair: isFair ? value : squares };
  }
}
