// The field for the name that one gives oneself, for friends and for records.

import { element } from "../dom.js";
import { nameOneself, ownName } from "../game/gameplayers.js";
import { text } from "../texts/texts.js";

/** A field for the name, which is remembered when it is entered; `changed` is called then. */
export function nameField(changed = () => {}) {
  const field = element("input", { name: "person", maxlength: 30, autocomplete: "nickname", value: ownName() });
  field.addEventListener("change", () => {
    nameOneself(field.value.trim());
    changed();
  });
  return element("label", {}, `${text("friend.yourName")} `, field);
}
