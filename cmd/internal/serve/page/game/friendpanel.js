// What stands beside the board in a game with a friend: whether the friend has come, what
// was offered, and how the series stands.

import { button, byId, element } from "../dom.js";
import { note, say } from "../texts/gamemessages.js";
import { opponent } from "./gamestate.js";
import { text } from "../texts/texts.js";

/** The panel, which is hidden while no game with a friend is played. */
export class FriendPanel {
  constructor(carrier) {
    this.carrier = carrier;
    this.words = element("p");
    this.buttons = element("div", { class: "row" });
    this.place = element("div", { id: "friend-panel", class: "card", hidden: true }, this.words, this.buttons);
    byId("panel-play").append(this.place);
    this.said = "";
  }

  /** Shows what there is to tell of a game, or of none. */
  show(friend) {
    this.place.hidden = friend === null;
    byId("rematch").hidden = friend?.state.you === "";
    if (!friend) return;
    const { offer, you, result } = friend.state;
    const { words, acts } = this.about(friend);
    this.words.textContent = words;
    this.buttons.replaceChildren(...acts.map(([label, act, id]) => button(label, () => Promise.resolve(act()).catch((error) => note(error.message)), { id })));
    // On a phone one may not see the panel.
    if (words && words !== this.said) (offer && offer.side !== you ? note : say)(words);
    this.said = words;
    // The message at the end of a game is over the panel: it tells of a rematch too.
    if (offer?.what === "rematch" && offer.side !== you) byId("gameover-series").textContent = words;
    if (result === "*" && byId("gameover-dialog").open) byId("gameover-dialog").close();
  }

  /** The words, and the buttons as [label, what they do, id]. */
  about(friend) {
    const { you, offer, met, here, number, points, result } = friend.state;
    if (you === "") return { words: text("friend.watching"), acts: [] };
    const decline = () => friend.decline();
    if (offer && offer.side !== you) {
      const words = text(offer.what === "takeback" ? "friend.asksTakeback" : "friend.asksRematch");
      return { words, acts: [[text("friend.agree"), () => friend.offer(offer.what), "friend-agree"], [text("friend.decline"), decline, "friend-decline"]] };
    }
    if (offer) {
      const words = text(offer.what === "takeback" ? "friend.offeredTakeback" : "friend.offeredRematch");
      return { words, acts: [[text("friend.withdraw"), decline, "friend-decline"]] };
    }
    const other = opponent(you);
    if (!met[other]) {
      const { carrier } = this;
      const show = async () => (await import("../dialogs/invitedialog.js")).showInvitation(carrier, friend.state.id);
      return { words: text("friend.notMet"), acts: [[text("friend.showLink"), show, "friend-link"]] };
    }
    const games = number - (result === "*" ? 1 : 0);
    const away = here[other] ? [] : [text("friend.isAway")];
    const series = games > 0 ? [text("friend.series", { games, yours: points[you], theirs: points[other] })] : [];
    return { words: [...away, ...series].join(" "), acts: [] };
  }
}
