// What the person's mistakes in the last reviewed games were about: a fold that names what cost most,
// and has a card for each kind, to try its worst mistake again.

import { boardCard } from "../board/smallboard.js";
import { costsOf, lastReviewed } from "../savedgames/reviewedgames.js";
import { element } from "../dom.js";
import { rulesOf } from "../game/rulesets.js";
import { capitalized, text } from "../texts/texts.js";

/** The fold. `tryAgain` is called with a saved game and the index of a move. */
export class Habits {
  constructor({ carrier, saved }, tryAgain) {
    Object.assign(this, { carrier, saved, tryAgain });
    this.costs = [];
    this.summary = element("summary");
    this.list = element("ul", { class: "cards" });
    this.element = element("details", { id: "habits", hidden: true }, this.summary, element("p", { class: "note" }, text("habits.about")), this.list);
    this.element.addEventListener("toggle", () => this.showCards().then(() => this.element.scrollIntoView({ block: "nearest" })));
  }

  /** Counts anew. */
  async count() {
    const games = await lastReviewed(this.saved);
    this.costs = costsOf(games);
    const [most] = this.costs;
    if (most) this.summary.textContent = text("habits.most", { games: games.length, habit: text(`habits.${most.subject}`), cost: costWords(most) });
    this.showCards();
  }

  /** Shows the cards, as soon as somebody looks. */
  async showCards() {
    const { costs } = this;
    if (!this.element.open) return;
    const look = ({ worst: { game, ply } }) => this.carrier.ask({ do: "view", ...rulesOf(game), start: game.start, moves: game.moves.slice(0, ply) });
    const views = await Promise.all(costs.map((cost) => look(cost).catch(() => ({ view: null })))); // of a damaged game
    if (costs !== this.costs) return;
    this.list.replaceChildren(...costs.map((cost, index) => {
      const { game, ply } = cost.worst;
      const about = { picture: views[index].view, title: capitalized(text(`habits.${cost.subject}`)), note: costWords(cost) };
      return element("li", {}, boardCard(about, () => this.tryAgain(game, ply)));
    }));
  }
}

const costWords = ({ squares, count }) => text("habits.cost", { squares, count });
