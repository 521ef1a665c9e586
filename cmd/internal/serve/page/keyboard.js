// The keys that work wherever one is. Those that move a building over the board are
// in board/draganddrop.js.

import { keyName } from "./dom.js";
import { openSettings } from "./looks/settings.js";

/** The acts of the keys on the desk, by their names in small letters. */
const actsOf = (desk) => ({
  r: (event) => desk.placing.turn(event.shiftKey ? -1 : 1),
  escape: () => (desk.placing.code ? desk.placing.putBack() : desk.mode?.dropPlan?.()),
  u: () => desk.mode?.undo(),
  y: () => desk.mode?.redo(),
  n: () => desk.mode?.goToNextMark?.(),
  arrowleft: () => (desk.holding ? desk.placing.moveBy(0, -1) : desk.goTo((ply) => ply - 1)),
  arrowright: () => (desk.holding ? desk.placing.moveBy(0, 1) : desk.goTo((ply) => ply + 1)),
  home: () => desk.goTo(() => 0),
  end: () => desk.goTo((ply, moves) => moves),
  "?": () => openSettings(true),
});

/** Connects the keys to the desk. */
export function connectKeyboard(desk) {
  const acts = actsOf(desk);
  document.addEventListener("keydown", (event) => {
    // While one writes or chooses, keys belong to the field.
    if (event.target.closest("input, textarea, select, dialog, [role=slider]")) return;
    if (event.key === "Escape" && document.querySelector(":popover-open")) return; // the browser closes that
    const control = event.ctrlKey || event.metaKey;
    const name = keyName(event);
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
export const focusOn = (goesOn) => afterPress(() => goesOn.focus({ preventScroll: true }));

/**
 * Keeps the focus on the page when what has it leaves or can no longer be pressed: in a dialog or in
 * `bar` another button has it then, otherwise, or if what left was in `passing`, what `fallback` returns for it.
 */
export function keepFocus(bar, passing, fallback) {
  document.addEventListener("focusout", ({ target: left, relatedTarget }) => {
    if (relatedTarget) return;
    const place = bar.contains(left) && !passing.contains(left) ? bar : null;
    const gone = !canFocus(left);
    afterPress(() => {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement.checkVisibility()) return; // the mode knows better
      if (!gone && canFocus(left)) return; // a person has left it
      const open = document.querySelector("dialog:modal");
      const stays = [...(open ?? place)?.querySelectorAll("button") ?? []];
      (stays.findLast(canFocus) ?? fallback(left)).focus({ preventScroll: true });
    });
  });
}

const canFocus = (element) => element.checkVisibility() && !element.disabled;

function afterPress(act) {
  // Later: the button may be hidden until the building has left the hand.
  const later = () => setTimeout(act);
  if (pressing) document.addEventListener("keyup", later, { once: true });
  else later();
}
