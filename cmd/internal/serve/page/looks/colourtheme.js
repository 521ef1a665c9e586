// The theme: what the system prefers, until one chooses.

import { remember, remembered } from "../savedgames/remembered.js";

const KEY = "cathedral-theme";

/** Sets the theme and connects the switch. */
export function connectTheme(button) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    const theme = remembered(KEY) ?? (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    button.setAttribute("aria-pressed", String(theme === "dark"));
  };
  button.addEventListener("click", () => {
    remember(KEY, document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    show();
  });
  system.addEventListener("change", show);
  show();
}
