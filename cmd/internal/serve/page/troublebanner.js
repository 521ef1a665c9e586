// The line under the header that says what is the matter, when it is tried again, and
// has a button for trying at once.

import { button, element } from "./dom.js";
import { text } from "./texts/texts.js";

/**
 * The banner. It shows the first of several troubles {text, retryAt, again}. `again` may be
 * missing, and `action` what its button says; `later` puts the trouble off. `share` is how far
 * something has come.
 */
export class TroubleBanner {
  constructor(place) {
    this.place = place;
    this.text = element("span");
    this.when = element("span", { class: "trouble-when", "aria-hidden": "true" });
    this.again = button(text("trouble.tryAgain"), () => this.trouble.again());
    this.later = button(text("turn.notNow"), () => this.trouble.later());
    place.append(element("p", {}, this.text, " ", this.when), this.again, this.later);
    this.trouble = null;
  }

  /** Shows the first of the troubles that is not null, or nothing. */
  show(...troubles) {
    this.trouble = troubles.find(Boolean) ?? null;
    const { trouble } = this;
    this.place.hidden = trouble === null;
    clearInterval(this.timer);
    const words = trouble?.text ?? "";
    if (this.text.textContent !== words) this.text.textContent = words;
    if (!trouble) return;
    this.again.hidden = !trouble.again;
    this.later.hidden = !trouble.later;
    this.again.textContent = trouble.action ?? text("trouble.tryAgain");
    this.count();
    this.timer = setInterval(() => this.count(), 500);
  }

  count() {
    const { retryAt, share = "" } = this.trouble;
    const seconds = Math.ceil((retryAt - Date.now()) / 1000);
    this.when.textContent = seconds > 0 ? text("trouble.nextTry", { seconds }) : share;
  }
}
