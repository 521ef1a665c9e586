// The dialog for other devices: the addresses of the page in the network, and a code that
// the camera of a phone reads.

import { Latest } from "../engine/latest.js";
import { button, element } from "../dom.js";
import { attempt } from "../texts/gamemessages.js";
import { linkField } from "./linkfield.js";
import { svg } from "../board/geometry.js";
import { text } from "../texts/texts.js";

/** Light modules around a code. */
const QUIET = 4;

/** The names of this machine for itself. */
export const THIS_MACHINE = ["localhost", "127.0.0.1", "[::1]"];

/** The dialog. `link` returns the fragment of an address with the game on the board. */
export class DevicesDialog {
  constructor(carrier, link) {
    Object.assign(this, { carrier, link });
    this.asking = new Latest(); // for codes
    this.words = element("p");
    this.address = element("select");
    this.withGame = element("input", { type: "checkbox" });
    this.full = linkField({ name: "devices", label: text("devices.whole") });
    this.place = element("div");
    this.choice = element("label", {}, `${text("devices.address")} `, this.address);
    this.fields = element("div", { class: "fields" }, this.choice,
      element("label", { class: "check" }, this.withGame, ` ${text("devices.withGame")}`), this.full);
    this.dialog = element("dialog", { "aria-labelledby": "devices-title", id: "devices-dialog" },
      element("h2", { id: "devices-title" }, text("devices.title")), this.words, this.place, this.fields,
      element("form", { method: "dialog", class: "row end" }, element("button", { class: "primary", autofocus: true }, text("dialog.done"))));
    document.body.append(this.dialog);
    for (const field of [this.address, this.withGame]) field.addEventListener("change", () => this.showCode());
  }

  /** The button that opens the dialog in the place of another one. */
  opener(other) {
    return button(text("devices.open"), () => {
      other.close();
      this.open();
    }, { id: "devices", "aria-haspopup": "dialog" });
  }

  open() {
    return attempt(async () => {
      let { addresses } = await this.carrier.ask({ do: "addresses" });
      // Who came over the network knows an address that other devices can use.
      if (addresses.length === 0 && !THIS_MACHINE.includes(location.hostname)) addresses = [location.origin + location.pathname];
      this.fields.hidden = addresses.length === 0;
      this.words.textContent = text(addresses.length === 0 ? "devices.onlyHere" : "devices.scan");
      this.choice.hidden = addresses.length < 2;
      this.address.replaceChildren(...addresses.map((address) => element("option", {}, address)));
      this.withGame.checked = false;
      await this.showCode();
      this.dialog.showModal();
    });
  }

  async showCode() {
    const signal = this.asking.begin();
    if (this.fields.hidden) return this.place.replaceChildren();
    const whole = this.address.value + (this.withGame.checked ? this.link() : "");
    this.full.querySelector("input").value = whole;
    try {
      const { code } = await this.carrier.ask({ do: "code", text: whole }, signal);
      this.place.replaceChildren(drawCode(code, text("devices.code", { address: whole })));
    } catch (error) {
      if (!signal.aborted) this.place.textContent = error.message;
    }
  }
}

/** The rows of a code as a picture, in black and white in every theme: not all cameras read others. */
export function drawCode(rows, label) {
  const size = rows.length + 2 * QUIET;
  const dark = rows.flatMap((row, y) => [...row].map((module, x) => (module === "1" ? `M${x} ${y}h1v1h-1z` : "")));
  return svg("svg", { viewBox: `${-QUIET} ${-QUIET} ${size} ${size}`, width: 240, height: 240, role: "img", "aria-label": label, "shape-rendering": "crispEdges" },
    svg("rect", { x: -QUIET, y: -QUIET, width: size, height: size, fill: "#fff" }), svg("path", { d: dark.join(""), fill: "#000" }));
}
