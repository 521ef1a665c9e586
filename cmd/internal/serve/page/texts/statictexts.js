// The texts of index.html, which has their keys: data-text is the key of what stands in
// an element, data-text-NAME that of its attribute NAME. They are written before the page
// is seen.

import { text, textsLoaded } from "./texts.js";

await textsLoaded;
for (const place of document.querySelectorAll("*")) {
  for (const { name, value } of [...place.attributes]) {
    if (name === "data-text") place.append(...emphasized(text(value)));
    else if (name.startsWith("data-text-")) place.setAttribute(name.slice("data-text-".length), text(value));
  }
}
document.documentElement.classList.add("told");

/** A text as nodes; what stands between asterisks is emphasized. */
function emphasized(words) {
  return words.split("*").map((part, index) => {
    if (index % 2 === 0) return part;
    const strong = document.createElement("b");
    strong.append(part);
    return strong;
  });
}
