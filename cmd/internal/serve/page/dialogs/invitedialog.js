// The dialog that invites a friend: side, rules and time of the game; and then the link
// for the friend, with a code that the camera of a phone reads.

import { button, choice, element } from "../dom.js";
import { THIS_MACHINE, drawCode } from "./devicesdialog.js";
import { copy } from "./sharedialog.js";
import { friendLink, gameOfToken } from "../game/gamelink.js";
import { ruleSetChoices } from "../game/rulesets.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { text } from "../texts/texts.js";

/** Where the tokens for the friend and for those who watch are kept until the friend has come. */
const storageKey = (id) => `cathedral-invitation-${id}`;

/** The dialog. `join` is called with the token of the one who invites. */
export class InviteDialog {
  constructor(carrier, join) {
    Object.assign(this, { carrier, join });
    const select = (label, options) => choice(label, options, () => {});
    this.side = select(text("friend.side"), [["either", text("friend.either")], ["light", text("side.light")], ["dark", text("side.dark")]]);
    this.rules = select(text("newgame.rules"), ruleSetChoices());
    this.control = select(text("newgame.time"), [
      ["", text("newgame.noClock")], ["180+2", text("newgame.threeMinutes")], ["600+5", text("newgame.tenMinutes")],
      ["1800+10", text("newgame.halfAnHour")], ["1d", text("friend.oneDay")], ["3d", text("friend.threeDays")], ["7d", text("friend.sevenDays")]]);
    this.optional = element("input", { type: "checkbox" });
    this.fault = element("p", { class: "note", role: "alert" });
    const form = element("form", { method: "dialog" }, element("h2", { id: "invite-title" }, text("friend.invite")),
      element("p", { class: "note" }, text("friend.about")),
      element("div", { class: "fields" }, this.side.label, this.rules.label,
        element("label", { class: "check" }, this.optional, ` ${text("newgame.optional")}`), this.control.label), this.fault,
      element("div", { class: "row end" }, button(text("dialog.cancel"), () => this.dialog.close()),
        element("button", { class: "primary", id: "make-invitation" }, text("friend.makeLink"))));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.invite().catch((error) => { this.fault.textContent = error.message; });
    });
    this.dialog = element("dialog", { id: "invite-dialog", "aria-labelledby": "invite-title" }, form);
    document.body.append(this.dialog);
  }

  open() {
    this.fault.textContent = "";
    this.dialog.showModal();
  }

  async invite() {
    const chosen = this.side.select.value;
    const side = chosen === "either" ? ["light", "dark"][Math.floor(Math.random() * 2)] : chosen;
    const { invite } = await this.carrier.ask({
      do: "invite", side, rules: this.rules.select.value, optionalCapture: this.optional.checked, control: this.control.select.value,
    });
    const id = gameOfToken(invite.host);
    remember(storageKey(id), JSON.stringify({ invited: invite.invited, watch: invite.watch }));
    await this.join(invite.host);
    this.dialog.close();
    await showLinks(this.carrier, invite);
  }
}

/** Shows the link of a game that this browser has invited to. */
export async function showInvitation(carrier, id) {
  const kept = remembered(storageKey(id));
  if (!kept) throw new Error(text("friend.linkGone"));
  await showLinks(carrier, JSON.parse(kept));
}

/** Shows the links of an invitation in a dialog of its own. */
async function showLinks(carrier, { invited, watch }) {
  const { addresses } = await carrier.ask({ do: "addresses" });
  const isHere = THIS_MACHINE.includes(location.hostname);
  const base = (isHere && addresses[0]) || location.origin + location.pathname;
  const told = element("p", { class: "note", role: "status" });
  const field = (id, label, copyLabel, token) => {
    const input = element("input", { readonly: true, id, value: base + friendLink(token) });
    return [element("label", {}, `${label} `, input), button(copyLabel, () => copy(input, (words) => { told.textContent = words; }))];
  };
  const place = element("div");
  const dialog = element("dialog", { id: "link-dialog", "aria-labelledby": "link-title" },
    element("h2", { id: "link-title" }, text("friend.linkTitle")),
    element("p", {}, text(isHere && addresses.length === 0 ? "devices.onlyHere" : "friend.sendIt")), place,
    element("div", { class: "fields" },
      ...field("friend-link-field", text("friend.linkFriend"), text("friend.copyFriend"), invited),
      ...field("watch-link-field", text("friend.linkWatch"), text("friend.copyWatch"), watch)),
    told, element("form", { method: "dialog", class: "row end" }, element("button", { class: "primary", autofocus: true }, text("dialog.done"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  const { code } = await carrier.ask({ do: "code", text: base + friendLink(invited) });
  place.append(drawCode(code, text("friend.code")));
  dialog.showModal();
}
