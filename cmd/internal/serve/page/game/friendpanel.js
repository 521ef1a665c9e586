// What stands beside the board in a game with a friend: whether the friend has come, who else
// has opened a seat, what was offered, and how the series stands.

import { aboutNotices } from "./turnnotification.js";
import { button, byId, element } from "../dom.js";
import { attempt, part, say } from "../texts/gamemessages.js";
import { SIDES, opponent } from "./game.js";
import { LANGUAGE, text } from "../texts/texts.js";

/** The panel, which is hidden while no game with a friend is played. */
export class FriendPanel {
  constructor(carrier) {
    this.carrier = carrier;
    this.place = element("div", { id: "friend-panel", class: "card", hidden: true });
    byId("panel-play").append(this.place);
    this.said = "";
    this.answers = []; // the buttons in the bar
    this.links = button(text("friend.links"), () => attempt(() => this.showLinks()), { id: "friend-links", "aria-haspopup": "dialog" });
    this.draw = button(text("friend.offerDraw"), () => attempt(() => this.friend.offer("draw")), { id: "friend-draw" });
    byId("resign").before(this.links, this.draw);
  }

  /** Shows what there is to tell of a game, or of none. */
  show(friend) {
    this.friend = friend;
    this.place.hidden = friend === null;
    for (const answer of this.answers.splice(0)) answer.remove();
    const { offer, you, result, met, moves } = friend?.state ?? {};
    this.links.hidden = !you || !met[opponent(you)];
    this.draw.hidden = this.links.hidden || result !== "*" || moves.length === 0 || Boolean(offer);
    const about = friend ? this.about(friend) : { acts: [] };
    const notices = friend ? [...this.seats(friend), about, this.question(friend)] : [];
    // The buttons of what is wanted are in the bar, in sight in every window; to agree, or to show the link, is the filled one.
    const asks = notices.find(({ acts }) => acts.length > 1) ?? about;
    const fills = asks === about && about.acts.length > 0 && offer?.side !== you;
    for (const id of ["review-here", "to-game"]) byId(id).classList.toggle("primary", !fills);
    if (!friend) return;
    const row = (acts) => acts.map(([label, act, id]) => button(label, () => attempt(act), { id }));
    if (asks.acts.length > 0) {
      this.answers.push(...row(fills ? asks.acts.splice(0).reverse() : asks.acts.splice(0)));
      this.answers.at(-1).classList.toggle("primary", fills);
      document.querySelector(".deeds[data-of=play]")[fills ? "append" : "prepend"](...this.answers); // the filled one is rightmost
    }
    this.place.replaceChildren(...notices.flatMap(({ words, acts }) =>
      [words && element("p", {}, words), acts.length > 0 && element("div", { class: "row" }, ...row(acts))].filter(Boolean)));
    const wordsOf = (isUrgent) => notices.filter(({ urgent = false, words }) => urgent === isUrgent && words).map(({ words }) => words).join(" ");
    friend.asks = wordsOf(true); // told by crossings.js
    const words = wordsOf(false);
    if (words && words !== this.said) say(words);
    this.said = words;
  }

  /** The words, and the buttons as [label, what they do, id]. */
  about(friend) {
    const { you, seat, offer, met, here, number, points, result } = friend.state;
    if (you === "") return { words: seat ? "" : text("friend.watching"), acts: [] };
    const other = opponent(you);
    const name = { friend: friend.named(other) };
    const decline = () => friend.decline();
    if (offer && offer.side !== you) {
      const words = text(`friend.asks.${offer.what}`, name);
      return { urgent: true, words, acts: [[text("friend.agree"), () => friend.offer(offer.what), "friend-agree"], [text("friend.decline"), decline, "friend-decline"]] };
    }
    if (offer) {
      const words = text(`friend.offered.${offer.what}`);
      return { words, acts: [[text("friend.withdraw"), decline, "friend-decline"]] };
    }
    if (!met[other]) return { words: text("friend.notMet"), acts: [[text("friend.showLink"), () => this.showLinks(), "friend-link"]] };
    const games = number - (result === "*" ? 1 : 0);
    const away = here[other] ? [] : [text("friend.isAway", name)];
    const series = games > 0 ? [text("friend.series", { ...name, games, yours: points[you], theirs: points[other] })] : [];
    return { words: [...away, ...series].join(" "), acts: [] };
  }

  /** What there is to say of devices that have opened a seat which another one holds. */
  seats(friend) {
    const { you, seat, asked, askedAt } = friend.state;
    const time = (side) => new Date(askedAt[side]).toLocaleTimeString(LANGUAGE, { timeStyle: "short" });
    if (seat && !you) {
      const acts = asked[seat] ? [] : [[text("friend.askSeat"), () => friend.join(), "seat-ask"]];
      return [{ urgent: !friend.gaveSeatAway, words: text(asked[seat] ? "friend.heldAsked" : "friend.held"), acts }];
    }
    return SIDES.filter((side) => you && asked[side]).map((side) => ({
      urgent: true,
      words: text(side === you ? "friend.openElsewhere" : "friend.opensElsewhere", { friend: friend.named(side), time: time(side) }),
      acts: [[text("friend.handOver"), () => friend.answerAsking(side, asked[side], true), `hand-over-${side}`],
        [text(side === you ? "friend.keepSeat" : "friend.refuseSeat"), () => friend.answerAsking(side, asked[side], false), `keep-${side}`]],
    }));
  }

  /** What there is to say of notices, while one waits for the friend. */
  question(friend) {
    const { you, met, offer, moves, result } = friend.state;
    const waits = you && met[opponent(you)] && result === "*" && moves.length > 0 && !offer && friend.inPlay.game.lastView.side !== you;
    return waits ? aboutNotices(friend, () => this.show(friend)) : { words: "", acts: [] };
  }

  async showLinks() {
    (await part(import("../dialogs/invitedialog.js"))).showLinks(this.carrier, this.friend);
  }
}
