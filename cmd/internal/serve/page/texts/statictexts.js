// The texts of index.html, which has their keys: data-text is the key of what stands in
// an element, data-text-NAME that of its attribute NAME. They are written before the page
// is seen.

import { emphasized } from "../dom.js";
import { text, textsLoaded } from "./texts.js";

await textsLoaded;
for (const place of document.querySelectorAll("*")) {
  for (const { name, value } of [...place.attributes]) {
    if (name === "data-text") place.append(...emphasized(text(value)));
    else if (name.startsWith("data-text-")) place.setAttribute(name.slice("data-text-".length), text(value));
  }
}
document.documentElement.classList.add("told");
