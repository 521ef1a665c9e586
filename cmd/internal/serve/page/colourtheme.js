// The theme: what the system prefers, until one chooses.

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

/** What was remembered under a key, or null; also null where nothing can be remembered. */
export function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Remembers a text under a key, if the browser lets one. */
export function remember(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Then it is asked for again next time.
  }
}
