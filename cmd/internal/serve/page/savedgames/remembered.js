// Small things that the browser remembers: what one has chosen, read and solved.

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
