// The settings: what one likes to see and hear, kept on the device. Style sheets find each as an
// attribute of the document, such as data-theme.

import { byId, whenClicked } from "../dom.js";
import { remember, remembered } from "../savedgames/remembered.js";

const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The settings by their names, with what holds until one chooses. */
const USUAL = {
  sounds: () => "on",
  motion: () => (still.matches ? "off" : "on"),
  coordinates: () => "on",
  codes: () => "on",
  notices: () => (globalThis.Notification?.permission === "granted" ? "on" : "off"),
  clicks: () => (matchMedia("(pointer: coarse)").matches ? "two" : "one"), // a mouse and a finger on one device may differ
  near: () => "light",
  theme: () => (dark.matches ? "dark" : "light"),
};

const key = (name) => `cathedral-${name}`;
const chosenNow = {}; // where the browser keeps nothing

/** What has been chosen for a setting, "" for nothing. */
export const chosen = (name) => remembered(key(name)) ?? chosenNow[name] ?? "";

/** What holds for a setting. */
export const setting = (name) => chosen(name) || USUAL[name]();

function apply() {
  for (const name of Object.keys(USUAL)) document.documentElement.dataset[name] = setting(name);
}

/** Applies the settings, and connects the button and the dialog; `changed` is called with the name of one that has changed. */
export function connectSettings(changed) {
  whenClicked("settings-button", () => openSettings());
  byId("settings-form").addEventListener("change", ({ target: { name, type, checked, value } }) => {
    if (!(name in USUAL)) return; // the language loads the page anew
    chosenNow[name] = type === "checkbox" ? (checked ? "on" : "off") : value;
    remember(key(name), chosenNow[name]);
    apply();
    changed(name);
  });
  addEventListener("storage", apply); // another tab has chosen
  for (const preference of [dark, still]) preference.addEventListener("change", apply);
  apply();
}

/** Opens the dialog, at the keys if they are asked for. */
export function openSettings(atKeys = false) {
  for (const field of byId("settings-form").elements) {
    if (field.type === "checkbox") field.checked = setting(field.name) === "on";
    else if (field.name) field.value = field.name === "theme" ? chosen("theme") : setting(field.name);
  }
  byId("keys").open = atKeys;
  byId("settings-dialog").showModal();
  if (!atKeys) return;
  byId("keys").firstElementChild.focus();
  byId("keys").scrollIntoView();
}
