// The graph of the evaluation over a game, with marks for mistakes and the part
// that is proven. One walks along it with the pointer or the arrow keys.

import { barShare, evaluationWords, scoreText } from "../texts/scoretexts.js";
import { element } from "../dom.js";
import { svg } from "../board/geometry.js";
import { text } from "../texts/texts.js";

const WIDTH = 600;
const HEIGHT = 96;

/** The scores that are written beside the graph. */
const SCALE = [1000, 0, -1000];

/** How far marks stay from the edges, so that they are whole in a low graph. */
const MARGIN = 16;

/** The graph. Event: "go" with a ply as detail. */
export class EvaluationGraph extends EventTarget {
  constructor() {
    super();
    this.plies = 0;
    this.svg = svg("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", class: "graph", role: "slider", tabindex: "0", "aria-label": text("graph.name"),
      "aria-valuemin": 0,
    });
    this.proven = element("span", { class: "graph-words proof" }, text("score.proven"));
    this.pointed = element("span", { class: "graph-words", hidden: true }); // the score where the pointer is
    const scale = SCALE.map((centi) => element("span", { class: "graph-scale" }, scoreText(centi, true)));
    for (const [index, label] of scale.entries()) label.style.top = `clamp(0.5em, ${100 * (1 - barShare(SCALE[index]))}%, 100% - 0.5em)`;
    this.room = element("div", { class: "graph-room" }, this.svg, element("div", { class: "graph-over", "aria-hidden": "true" }, ...scale, this.proven, this.pointed));
    for (const type of ["pointerdown", "pointermove", "pointerup", "pointerleave"]) this.svg.addEventListener(type, (event) => this.point(event));
    this.svg.addEventListener("keydown", (event) => {
      const target = { ArrowLeft: this.ply - 1, ArrowDown: this.ply - 1, ArrowRight: this.ply + 1, ArrowUp: this.ply + 1, Home: 0, End: this.plies }[event.key];
      if (target === undefined) return;
      event.preventDefault();
      this.go(target);
    });
  }

  /** Goes to the ply under a pressed pointer, and writes the score of the one under any. */
  point({ type, buttons, clientX, pointerId, pointerType }) {
    const { left, width } = this.svg.getBoundingClientRect();
    const ply = Math.max(0, Math.min(Math.round(((clientX - left) / width) * this.plies), this.plies));
    if (type === "pointerdown") this.svg.setPointerCapture(pointerId);
    if (buttons > 0) this.go(ply);
    const here = this.evaluations?.[ply];
    this.pointed.hidden = !here || type === "pointerleave" || (type === "pointerup" && pointerType !== "mouse");
    this.pointed.textContent = here ? text("graph.hereScore", { ply, score: evaluationWords(here) }) : "";
    this.pointed.style.left = `${(100 * ply) / this.plies}%`;
    this.pointed.style.translate = `${(-100 * ply) / this.plies}%`; // it stays within the graph
  }

  go(ply) {
    if (ply !== this.ply) this.dispatchEvent(new CustomEvent("go", { detail: ply }));
  }

  /**
   * Draws evaluations, one for each position, null where there is none yet; `ply` is
   * where one is, `marks` the moves' marks, `proven` the ply from which all is proven.
   */
  show(evaluations, ply, marks, proven) {
    this.plies = evaluations.length - 1;
    this.ply = ply;
    this.evaluations = evaluations;
    const x = (at) => (this.plies > 0 ? (at / this.plies) * (WIDTH - 16) + 8 : WIDTH / 2);
    const y = (evaluation) => Math.min(Math.max(HEIGHT * (1 - barShare(evaluation.centi)), MARGIN), HEIGHT - MARGIN); // marks are whole
    const parts = []; // what is not judged stays hatched
    const lines = [];
    for (const [first, last] of runs(evaluations)) {
      const [from, to] = [first > 0 ? x(first) : 0, last < this.plies ? x(last) : WIDTH];
      const line = evaluations.slice(first, last + 1).map((evaluation, at) => `${x(first + at).toFixed(1)} ${y(evaluation).toFixed(1)}`).join("L");
      parts.push(svg("rect", { x: from, width: to - from, height: HEIGHT, class: "graph-dark" }));
      parts.push(svg("path", { d: `M${x(first)} ${HEIGHT}L${line}L${x(last)} ${HEIGHT}Z`, class: "graph-light" }));
      lines.push(`M${line}`);
    }
    this.proven.hidden = proven === null;
    if (proven !== null) parts.push(svg("rect", { x: x(proven), y: HEIGHT - 9, width: WIDTH - x(proven), height: 9, class: "graph-proven" }));
    parts.push(svg("path", { d: `M0 ${HEIGHT / 2}H${WIDTH}`, class: "graph-even" }));
    for (const line of lines) parts.push(svg("path", { d: line, class: "graph-line" }));
    for (const [index, { kind }] of marks) {
      const after = evaluations[index + 1];
      if (after) for (const part of ["edge ", ""]) parts.push(svg("path", { d: `M${x(index + 1)} ${y(after)}h0`, class: `graph-mark ${part}${kind}` })); // as round in a low graph
    }
    parts.push(svg("path", { d: `M${x(ply)} 0V${HEIGHT}`, class: "graph-here" }));
    this.svg.replaceChildren(...parts);
    const here = evaluations[ply];
    const ariaValueText = here ? text("graph.hereScore", { ply, score: evaluationWords(here) }) : text("graph.here", { ply });
    Object.assign(this.svg, { ariaValueMax: this.plies, ariaValueNow: ply, ariaValueText });
  }
}

/** The first and the last ply of each two or more positions in a row that are judged. */
function runs(evaluations) {
  const found = [];
  evaluations.forEach((evaluation, ply) => {
    if (!evaluation || !evaluations[ply - 1]) return;
    if (found.at(-1)?.[1] === ply - 1) found.at(-1)[1] = ply;
    else found.push([ply - 1, ply]);
  });
  return found;
}
