// The dialog that invites a friend: side, rules and time of the game; and then the links of
// the game, with a code of the first that the camera of a phone reads.

import { button, byId, choice, element, openOnce } from "../dom.js";
import { EvenGame } from "./evengame.js";
import { RulesFold, chosenWords } from "./rulesfold.js";
import { THIS_MACHINE, drawCode } from "./devicesdialog.js";
import { copy, sendButton } from "./linkfield.js";
import { friendLink, gameOfToken } from "../game/gamelink.js";
import { nameField } from "./namefield.js";
import { ruleSetChoices } from "../game/rulesets.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { text } from "../texts/texts.js";

/** Where the tokens for the friend and for those who watch are kept. */
const storageKey = (id) => `cathedral-invitation-${id}`;

/** The dialog. `join` is called with the token of the one who invites, and resolves to the game (friendgame.js). */
export class InviteDialog {
  constructor(carrier, join) {
    Object.assign(this, { carrier, join });
    this.side = choice(text("friend.side"), [["either", text("friend.either")], ["light", text("side.light")], ["dark", text("side.dark")]]);
    this.rules = choice(text("newgame.rules"), ruleSetChoices());
    this.control = choice(text("newgame.time"), [
      ["", text("newgame.noClock")], ["180+2", text("newgame.threeMinutes")], ["600+5", text("newgame.tenMinutes")],
      ["1800+10", text("newgame.halfAnHour")], ["1d", text("friend.oneDay")], ["3d", text("friend.threeDays")], ["7d", text("friend.sevenDays")]]);
    this.optional = element("input", { type: "checkbox" });
    this.even = new EvenGame();
    this.fold = new RulesFold(this.rules.label, element("label", { class: "check" }, this.optional, ` ${text("newgame.optional")}`), this.control.label, ...this.even.fields);
    this.fault = element("p", { class: "note", role: "alert" });
    const form = element("form", { method: "dialog" }, element("h2", { id: "invite-title" }, text("friend.invite")),
      element("p", { class: "note" }, text("friend.about")),
      element("div", { class: "fields" }, nameField(), this.side.label), this.fold.element, this.fault,
      element("div", { class: "row end" }, button(text("dialog.cancel"), () => this.dialog.close()),
        element("button", { class: "primary", id: "make-invitation" }, text("friend.makeLink"))));
    form.addEventListener("input", () => this.follow());
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.invite().catch((error) => { this.fault.textContent = error.message; });
    });
    this.dialog = element("dialog", { id: "invite-dialog", "aria-labelledby": "invite-title" }, form);
    document.body.append(this.dialog);
  }

  open() {
    this.fault.textContent = "";
    this.follow();
    this.dialog.showModal();
  }

  /** Says what is chosen in the fold. */
  follow() {
    const { even, rules, control } = this;
    this.fold.tell(text(`ruleset.${rules.select.value}`), even.select.value && chosenWords(even.select), chosenWords(control.select));
  }

  async invite() {
    const chosen = this.side.select.value;
    const side = chosen === "either" ? ["light", "dark"][Math.floor(Math.random() * 2)] : chosen;
    const { fair, twoGames } = this.even.chosen;
    const { invite } = await this.carrier.ask({
      do: "invite", side, rules: this.rules.select.value, optionalCapture: this.optional.checked, fair, twoGames, control: this.control.select.value,
    });
    const id = gameOfToken(invite.host);
    remember(storageKey(id), JSON.stringify({ invited: invite.invited, watch: invite.watch }));
    const friend = await this.join(invite.host);
    this.dialog.close();
    await showLinks(this.carrier, friend, invite);
  }
}

/** Says that nobody can be invited where no server keeps games, and leads to a game at one device. */
export function tellWhyNot() {
  const here = () => {
    dialog.close();
    byId("new-game").click();
  };
  const dialog = element("dialog", { id: "no-invitation", "aria-labelledby": "no-invitation-title" },
    element("h2", { id: "no-invitation-title" }, text("friend.invite")), element("p", {}, text("friend.needsServer")),
    element("form", { method: "dialog", class: "row end" }, button(text("play.newGame"), here), element("button", { class: "primary", autofocus: true }, text("dialog.done"))));
  openOnce(dialog);
}

/**
 * Shows the links of a game in a dialog of its own: first that for the friend, where this browser has
 * invited; then, folded, those for spectators and for another device, by which the same player plays too.
 */
export async function showLinks(carrier, friend, invitation = JSON.parse(remembered(storageKey(friend.state.id)))) {
  const links = [
    ...(invitation ? [["friend-link-field", text("friend.linkFriend"), friendLink(invitation.invited)], ["watch-link-field", text("friend.linkWatch"), friendLink(invitation.watch)]] : []),
    ["device-link-field", text("friend.linkDevice"), friend.deviceLink],
  ];
  const { addresses } = await carrier.ask({ do: "addresses" });
  const isHere = THIS_MACHINE.includes(location.hostname);
  const base = (isHere && addresses[0]) || location.origin + location.pathname;
  const told = element("p", { class: "note", role: "status" });
  const [first, ...others] = links.map(([id, label, link]) => {
    const input = element("input", { readonly: true, id, value: base + link });
    return [element("label", {}, `${label} `, input), button(text("share.copyLink"), () => copy(input, (words) => { told.textContent = words; })), input];
  });
  const [label, copying, input] = first;
  const sending = invitation ? sendButton(input, text("friend.comeAndPlay"), text("friend.send")) : "";
  Object.assign(sending || copying, { className: "primary", autofocus: true });
  const { code } = await carrier.ask({ do: "code", text: base + links[0][2] });
  const dialog = element("dialog", { id: "link-dialog", "aria-labelledby": "link-title" },
    element("h2", { id: "link-title" }, text(invitation ? "friend.linkTitle" : "friend.linkDevice")),
    isHere && addresses.length === 0 ? element("p", {}, text("devices.onlyHere")) : "",
    element("p", {}, text(invitation ? "friend.sendIt" : "friend.sendDevice")),
    element("div", { class: "fields" }, label, element("div", { class: "row" }, sending, copying)), told,
    element("details", { open: !invitation }, element("summary", {}, text("friend.otherWays")),
      drawCode(code, text(invitation ? "friend.code" : "friend.codeDevice")),
      element("div", { class: "fields" }, ...others.map(([field, copies]) => element("div", { class: "beside" }, field, copies)), invitation ? element("p", { class: "note" }, text("friend.sendDevice")) : "")),
    element("form", { method: "dialog", class: "row end" }, element("button", {}, text("dialog.done"))));
  openOnce(dialog);
}
