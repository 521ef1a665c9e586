// Elements of the page.

/** The element of index.html with an id. */
export const byId = (id) => document.getElementById(id);

/** Has a click on the element of index.html with an id do something. */
export const whenClicked = (id, act) => byId(id).addEventListener("click", act);

/** Makes an element with attributes, and appends children to it: elements or texts. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

/** A text as nodes; what stands between asterisks is emphasized. */
export const emphasized = (words) => words.split("*").map((part, index) => (index % 2 === 0 ? part : element("b", {}, part)));

/** Makes a button that calls a function. */
export function button(text, onClick, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", onClick);
  return made;
}

/** Keeps a button from being pressed, or lets it be. One that has the focus would lose it if it were disabled: it only says so, and what it does has to look. */
export function disable(button, disabled) {
  button.disabled = disabled && button !== document.activeElement;
  button.ariaDisabled = disabled && !button.disabled ? "true" : null;
}

/** The name of a key in small letters; of one with a letter that is not Latin, that of the Latin letter in its place. */
export function keyName({ key, code }) {
  const foreign = /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return (foreign ? code.slice(3) : key).toLowerCase();
}

/** Opens a dialog that is thrown away when it closes. */
export function openOnce(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** Hears a pointer wherever it goes, until `up` is called, as it is lifted or no longer heard of, or what is returned is called. */
export function followPointer({ pointerId }, move, up = () => {}) {
  const ending = new AbortController();
  const hear = (type, act) => window.addEventListener(type, (event) => event.pointerId === pointerId && act(event), { signal: ending.signal });
  hear("pointermove", move);
  for (const type of ["pointerup", "pointercancel"]) {
    hear(type, (event) => {
      ending.abort();
      up(event);
    });
  }
  return () => ending.abort();
}

/** Makes a choice out of [value, text] pairs, with its label. */
export function choice(label, options, onChange = () => {}, chosen = options[0][0]) {
  const select = element("select", {},
    ...options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)));
  select.addEventListener("change", () => onChange(select.value));
  return { select, label: element("label", {}, `${label} `, select) };
}

/** Makes a choice out of [value, words] pairs that stand side by side; the first is chosen. */
export function segments(name, label, options) {
  const segment = ([value, words], index) =>
    element("label", {}, element("input", { type: "radio", name, value, checked: index === 0 }), element("span", {}, words));
  return element("fieldset", {}, element("legend", {}, label), element("div", { class: "segments" }, ...options.map(segment)));
}

/** Resolves when an event of a type comes next. */
export const nextEvent = (target, type) => new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));

/** Acts when the browser has painted what has changed so far; it paints nothing of a hidden page. */
export const afterPainting = (act) => (document.hidden ? setTimeout(act) : requestAnimationFrame(() => setTimeout(act)));

/** Resolves when a browser has had some milliseconds to answer. Unlike setTimeout, tests do not hurry it: it is no pause for people. */
export const elapsed = (milliseconds) => new Promise((resolve) => AbortSignal.timeout(milliseconds).addEventListener("abort", () => resolve()));

/** Has the browser save a file. */
export function saveFile(name, content, type) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const anchor = element("a", { href: url, download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

/** The text of a file, which is UTF-8, or UTF-16 with its mark. */
export async function textOfFile(file) {
  const bytes = await file.arrayBuffer();
  const mark = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength)).join();
  return new TextDecoder({ "255,254": "utf-16le", "254,255": "utf-16be" }[mark]).decode(bytes);
}
