// Pointers and keys on the board: mouse, pen, fingers and keyboard move what
// placementpreview.js holds.

/** Radians that two fingers turn before the building turns by a quarter. */
const TWIST = Math.PI / 5;

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Connects the board's element, its placing and the codes one may pick from. */
export function connectFingers(element, board, placing, codes) {
  const fingers = new Map();
  let twist = null;
  let tap = null;
  let pointer = "mouse";

  element.addEventListener("pointerdown", (event) => {
    pointer = event.pointerType;
    if (pointer === "mouse") return;
    fingers.set(event.pointerId, event);
    element.setPointerCapture(event.pointerId);
    if (fingers.size === 2) twist = angle(fingers);
    else tap = { on: placing.shown && covers(placing, board.place(event)), moved: false };
  });

  element.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") {
      placing.moveTo(board.place(event));
      return;
    }
    if (!fingers.has(event.pointerId)) return;
    const before = fingers.get(event.pointerId);
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) {
      twist = turnWithTwist(placing, twist, angle(fingers));
    } else if (Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) > 1) {
      if (tap) tap.moved = true;
      placing.moveTo(above(board.place(event)));
    }
  });

  const lift = (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    if (event.type === "pointerup" && tap && !tap.moved && !twist) {
      if (tap.on) placing.letGo();
      else placing.moveTo(board.place(event));
    }
    twist = null;
    tap = null;
  };
  element.addEventListener("pointerup", lift);
  element.addEventListener("pointercancel", lift);

  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse" && document.activeElement !== element) placing.hide();
  });
  element.addEventListener("click", () => {
    if (pointer === "mouse") placing.letGo();
  });
  element.addEventListener("contextmenu", (event) => {
    if (!placing.code) return;
    event.preventDefault();
    placing.turn(1);
  });
  let wheeled = 0;
  element.addEventListener("wheel", (event) => {
    if (!placing.code || !placing.shown) return;
    event.preventDefault();
    if (event.timeStamp - wheeled < 120) return;
    wheeled = event.timeStamp;
    placing.turn(Math.sign(event.deltaY));
  }, { passive: false });

  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !placing.enabled) return;
    if (event.key in ARROWS) placing.moveBy(...ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") placing.letGo();
    else if (event.key === "b" || event.key === "B") placing.pickNext(codes(), event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Carries a building that is dragged out of a hand until the pointer is lifted. */
export function carry(board, placing, start) {
  const touch = start.pointerType !== "mouse";
  const move = (event) => {
    if (event.pointerId !== start.pointerId) return;
    const place = board.place(event);
    if (inside(place)) placing.moveTo(touch ? above(place) : place);
    else placing.hide();
  };
  const up = (event) => {
    if (event.pointerId !== start.pointerId) return;
    stop();
    // A finger hides what is below it: there the building stays in the air, to be looked at.
    if (!touch && inside(board.place(event))) placing.letGo();
  };
  const stop = () => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", up);
    window.removeEventListener("pointercancel", stop);
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", stop);
}

const inside = ({ row, column }) => row > -0.5 && row < 10.5 && column > -0.5 && column < 10.5;

/** Above the finger, so that one sees what one moves. */
const above = ({ row, column }) => ({ row: row - 1.5, column });

function covers(placing, { row, column }) {
  return placing.squares.includes(Math.floor(row) * 10 + Math.floor(column));
}

function angle(fingers) {
  const [one, other] = [...fingers.values()];
  return Math.atan2(other.clientY - one.clientY, other.clientX - one.clientX);
}

function turnWithTwist(placing, from, to) {
  let difference = to - from;
  if (difference > Math.PI) difference -= 2 * Math.PI;
  if (difference < -Math.PI) difference += 2 * Math.PI;
  if (Math.abs(difference) < TWIST) return from;
  placing.turn(Math.sign(difference));
  return to;
}
