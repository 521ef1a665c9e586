// The keys that work wherever one is. Those that move a building over the board are
// heard by the board itself.

/** Connects the keys: `acts` has a function for a key's name, in small letters. */
export function connectKeyboard(acts) {
  document.addEventListener("keydown", (event) => {
    // While one writes or chooses, keys belong to the field.
    if (event.target.closest("input, textarea, select, dialog, [role=slider]")) return;
    const control = event.ctrlKey || event.metaKey;
    const name = event.key.toLowerCase();
    const undoing = control && (name === "z" || name === "y");
    if (event.altKey || (control && !undoing) || (!control && name === "z")) return;
    const act = name === "z" ? (event.shiftKey ? acts.y : acts.u) : acts[name];
    if (!act) return;
    event.preventDefault();
    act(event);
  });
}

let pressing = false;
document.addEventListener("keydown", () => { pressing = true; }, { capture: true });
document.addEventListener("keyup", () => { pressing = false; }, { capture: true });

/** Focuses a button: who plays with keys goes on with Enter, but not with the same press that placed a building. */
export function focusOn(goesOn) {
  // Later: the button may be hidden until the building has left the hand.
  const focus = () => setTimeout(() => goesOn.focus({ preventScroll: true }));
  if (pressing) document.addEventListener("keyup", focus, { once: true });
  else focus();
}
