// A link in a field, with the buttons that copy it and send it.

import { button, elapsed, element } from "../dom.js";
import { attempt, note } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";

/** A button that sends the link in a field by what the system has for that; "" where it has nothing. */
export function sendButton(input, words = "", label = text("share.send")) {
  if (!navigator.share) return "";
  const send = () => navigator.share({ title: text("page.title"), text: words, url: input.value });
  return button(label, () => attempt(() => send().catch((error) => { if (error.name !== "AbortError") throw error; })));
}

/** A field `NAME-link` for a link, and beside it the buttons that copy it, which says how that went by `tell`, and send it. */
export function linkField({ name, label, tell = note }) {
  const input = element("input", { id: `${name}-link`, readonly: true });
  const copied = button(text("share.copyLink"), () => copy(input, tell), { id: `copy-${name}` });
  return element("div", { class: "beside" }, element("label", {}, `${label} `, input), copied, sendButton(input));
}

/** Milliseconds in which a clipboard answers. */
const CLIPBOARD_TIME = 2000;

/** Copies what is in a field, and tells that it is done, or how a person does it. */
export async function copy(input, tell = note) {
  try {
    const silent = elapsed(CLIPBOARD_TIME).then(() => Promise.reject());
    await Promise.race([navigator.clipboard.writeText(input.value), silent]);
  } catch {
    // Without permission, a safe connection or an answer, one copies by hand.
    input.focus();
    input.select();
    if (!document.execCommand("copy")) return tell(matchMedia("(pointer: coarse)").matches ? text("share.hold") : text("share.press"));
  }
  tell(text("share.copied"));
}
