// Pointers and keys on the board: mouse, pen, fingers and keyboard move what
// placing.js holds.

import { chosen } from "../looks/settings.js";
import { say } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";
import { byId, followPointer, keyName } from "../dom.js";

/** Radians that two fingers turn before the building turns by a quarter: more than an eighth of a turn, so that it does not waver. */
const TWIST = Math.PI / 3.6;

/** Pixels that a finger moves before it drags: less is a tap. */
const DRAG = 8;

/** Pixels and milliseconds within which two taps are a double tap. */
const DOUBLE_TAP = 16;
const DOUBLE_TAP_TIME = 300;

/** Pixels that a finger goes sideways to step through a game. */
const SWIPE = 40;

/** Milliseconds without turning a wheel, after which it turns a building again: a swipe has many small turns. */
const STILL = 150;

/** Pixels above a finger in which a building is carried, so that one sees it. */
const LIFT = 52;

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Connects the board's element, its placing and the codes one may pick from. */
export function connectFingers(element, board, placing, codes) {
  connectTouch(element, board, placing);
  connectMouse(element, board, placing);
  connectKeys(element, placing, codes);
}

/**
 * Fingers and pens: a tap moves the building to where it is, which nudges one that
 * hovers there; a double tap places it; a drag carries it, and two fingers turn it.
 * Where there is nothing to place, a swipe steps through the game.
 */
function connectTouch(element, board, placing) {
  const fingers = new Map();
  let touch = null; // of the first finger: {start, grip, moved}
  let twist = null;
  let tapped = null; // the last tap
  let nudge = null;

  element.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") return;
    fingers.set(event.pointerId, event);
    element.setPointerCapture(event.pointerId);
    if (fingers.size === 2) twist = angle(fingers);
    else if (fingers.size === 1) touch = { start: event, grip: grip(placing, board.place(event)), moved: false };
  });

  element.addEventListener("pointermove", (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, event);
    if (fingers.size === 2) twist = turnWithTwist(placing, twist, angle(fingers));
    if (twist !== null || !touch) return;
    touch.moved ||= distance(touch.start, event) > DRAG;
    if (touch.moved) placing.moveTo(moved(board.place(event), touch.grip ?? above(board)));
  });

  const lift = (event) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    if (event.type === "pointerup" && twist === null) {
      if (!touch.moved) tap(event);
      else if (!placing.enabled) swipe(event.clientX - touch.start.clientX, event.clientY - touch.start.clientY);
    }
    twist = null;
    touch = null;
  };
  for (const type of ["pointerup", "pointercancel"]) element.addEventListener(type, lift);

  const tap = (event) => {
    const place = board.place(event);
    const again = tapped && event.timeStamp - tapped.timeStamp < DOUBLE_TAP_TIME && distance(tapped, event) < DOUBLE_TAP;
    clearTimeout(nudge);
    tapped = event;
    if (!grip(placing, place)) placing.moveTo(place);
    else if (again || chosen("clicks") === "one") placing.letGo();
    else nudge = setTimeout(() => placing.moveTo(place), DOUBLE_TAP_TIME);
  };
}

function connectMouse(element, board, placing) {
  let pointer = "mouse";
  element.addEventListener("pointerdown", (event) => { pointer = event.pointerType; });
  const carries = ({ pointerType }) => pointerType === "mouse" && !placing.rests;
  element.addEventListener("pointermove", (event) => carries(event) && placing.moveTo(board.place(event)));
  element.addEventListener("pointerleave", (event) => carries(event) && document.activeElement !== element && placing.hide());
  element.addEventListener("click", (event) => {
    if (pointer !== "mouse") return;
    const place = board.place(event);
    if (placing.rests && !grip(placing, place)) placing.moveTo(place);
    else putDown(placing);
  });
  element.addEventListener("contextmenu", (event) => {
    if (!placing.code) return;
    event.preventDefault();
    if (pointer === "mouse") placing.turn(1); // a finger that rests asks for the menu too
  });
  let wheeled = -STILL;
  element.addEventListener("wheel", (event) => {
    if (!placing.code || !placing.shown || event.ctrlKey) return;
    event.preventDefault();
    // With the control key it is a pinch, which zooms.
    if (isTurn(event, wheeled)) placing.turn(Math.sign(event.deltaY));
    wheeled = event.timeStamp;
  }, { passive: false });
}

/** Whether a wheel that was turned last at a time turns a building: each notch of a mouse does, and a swipe once. */
export const isTurn = ({ deltaMode, deltaY, wheelDeltaY, timeStamp }, last) =>
  deltaY !== 0 && (deltaMode > 0 || (Math.abs(deltaY) >= 100 && wheelDeltaY % 120 === 0) || timeStamp - last >= STILL);

/** The arrows move a building that is picked; otherwise they are left to who steps through the game. */
function connectKeys(element, placing, codes) {
  element.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !placing.enabled) return;
    if (event.key in ARROWS && placing.code) placing.moveBy(...ARROWS[event.key]);
    else if (event.key === "Enter" || event.key === " ") placing.code ? placing.letGo() : say(text("placing.pick"));
    else if (keyName(event) === "b") placing.pickNext(codes(), event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/** Carries a building that is dragged out of a hand until the pointer is lifted. */
export function carry(board, placing, start) {
  const touch = start.pointerType !== "mouse";
  const move = (event) => {
    const pointed = board.place(event);
    const place = touch ? moved(pointed, above(board)) : pointed;
    if (inside(place) || inside(pointed)) placing.moveTo(place);
    else placing.hide();
  };
  followPointer(start, move, (event) => {
    // A finger hides what is below it: there the building stays in the air, to be looked at.
    if (event.type === "pointerup" && !touch && inside(board.place(event))) putDown(placing);
  });
}

/** A mouse lets a building go: by the first click, or by a second where the building rests. */
function putDown(placing) {
  if (chosen("clicks") !== "two" || placing.rests) placing.letGo();
  else placing.rests = placing.shown;
}

/** How one moves a building that is picked, in words for fingers or for a mouse. */
export const carryWords = () => (matchMedia("(pointer: coarse)").matches ? text("placing.drag") : text("placing.carry"));

const inside = ({ row, column }) => row > -0.5 && row < 10.5 && column > -0.5 && column < 10.5;

const moved = ({ row, column }, by) => ({ row: row + by.row, column: column + by.column });

const distance = (one, other) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

/** From a finger to the middle of a building that is carried above it. */
const above = (board) => ({ row: -Math.min(2, LIFT / board.squareWidth), column: 0 });

/** From a place on the building in the air to its middle; null for a place beside it. */
function grip(placing, { row, column }) {
  if (!placing.code || !placing.shown || !placing.squares.includes(Math.floor(row) * 10 + Math.floor(column))) return null;
  const middle = placing.middle();
  return { row: middle.row - row, column: middle.column - column };
}

/** Presses the step button of a swipe's direction, if it is in sight: the way one turns a page. */
function swipe(right, down) {
  const step = byId(right < 0 ? "next" : "previous");
  if (Math.abs(right) > SWIPE && Math.abs(right) > 2 * Math.abs(down) && step.checkVisibility()) step.click();
}

function angle(fingers) {
  const [one, other] = [...fingers.values()];
  return Math.atan2(other.clientY - one.clientY, other.clientX - one.clientX);
}

function turnWithTwist(placing, from, to) {
  const difference = Math.atan2(Math.sin(to - from), Math.cos(to - from)); // at most half a turn
  if (Math.abs(difference) < TWIST) return from;
  placing.turn(Math.sign(difference));
  return from + Math.sign(difference) * Math.PI / 2;
}
