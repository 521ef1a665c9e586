// A walk through a proof: one plays anything for the side that loses, and the proof answers.
// It marks the squares that matter, and tells why nothing else does.

import { Game, opponent } from "../game/game.js";
import { Mode } from "./mode.js";
import { UNIT, columnOf, outline, rowOf, svg } from "../board/geometry.js";
import { button, element, saveFile } from "../dom.js";
import { capitalized, text } from "../texts/texts.js";
import { copy } from "../dialogs/linkfield.js";
import { attempt, moveWords, say, shortWords, sideName, statusWords } from "../texts/gamemessages.js";

/** Milliseconds before an answer of the proof is played. */
const PACE = 600;

/** The mode in which one walks through a proof; `proof` is that of the server, or null. */
export class ProofMode extends Mode {
  constructor(parts) {
    super(parts, new Game(parts.carrier));
    this.question = null; // whose position is to be proven
    this.from = "review"; // the mode that one came from
    this.speaks = true; // the claim says more than whose turn it is
    this.forget();
    this.build();
    this.game.addEventListener("change", () => this.follow());
  }

  /** Forgets the proof. */
  forget() {
    this.proof = null;
    this.known = new Map(); // promises of what the proof has, by the moves
    this.walked = null; // what it has where one is
  }

  build() {
    this.claim = element("h2", { class: "verdict", id: "proof-claim" });
    this.words = element("p", { class: "hint", id: "proof-words" });
    this.said.append(this.claim, this.words);
    this.moves = element("select", { id: "proof-moves", "aria-label": text("proof.moves") });
    this.playButton = button(text("proof.play"), () => attempt(() => this.place(this.moves.value)), { id: "proof-play" });
    this.choice = element("div", { class: "row" }, this.moves, this.playButton);
    this.command = element("textarea", { id: "proof-command", rows: 5, readonly: true, "aria-label": text("proof.command") });
    this.shell = element("div", { hidden: true }, this.command, button(text("edit.copy"), () => copy(this.command), { id: "copy-command" }));
    this.size = element("p", { class: "note", id: "proof-size" });
    this.panel.append(this.choice, this.shell, this.size);
    this.saveButton = button(text("proof.save"), () => this.save(), { id: "save-proof" });
    this.menu.append(this.saveButton);
    this.backButton = button(text("play.takeBack"), () => this.undo(), { id: "proof-undo" });
    this.deeds.append(this.backButton, button(text("review.back"), () => this.modes.go(this.from), { id: "proof-leave" }));
  }

  /** Walks through a proof about the position of a game question; one comes from another mode. */
  async walk(question, from) {
    this.forget();
    this.from = from;
    this.question = question;
    await this.game.load(question);
    await this.modes.go("proof");
  }

  /** Takes a walk of a link. */
  async open(game, ply) {
    this.forget();
    await this.game.load(game, ply);
    this.question = this.game.question([]);
  }

  enter() {
    super.enter();
    this.question ??= this.inPlay.game.question();
    this.begin(); // which may take long: the page can be used meanwhile
  }

  leave() {
    super.leave();
    this.carrier.tell({ do: "endproof" });
    this.forget(); // the server has, too
  }

  resume() {
    return this.begin();
  }

  /** Has the position proven, and goes to it; or to where one was in the walk. */
  async begin() {
    const signal = this.searching.begin();
    this.forget();
    this.show();
    try {
      const { rules, optionalCapture } = this.question;
      const { prove } = await this.carrier.ask({ do: "prove", ...this.question }, signal);
      if (!prove.winner) this.recovery.clear();
      this.proof = prove;
      this.question = { rules, optionalCapture, start: prove.start, moves: [] };
      if (this.game.start !== prove.start) await this.game.load(this.question);
      else this.follow();
      if (prove.winner) await this.goOn();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Asks what the proof has after moves; remembers it. */
  look(moves) {
    const key = moves.join(" ");
    if (!this.known.has(key)) {
      const answer = this.carrier.ask({ do: "walk", moves }).then(({ walk }) => walk);
      answer.catch(() => this.known.delete(key));
      this.known.set(key, answer);
    }
    return this.known.get(key);
  }

  get here() {
    return this.game.question().moves;
  }

  /** Plays what the proof answers, until the loser has a choice. */
  async goOn() {
    const { known, here } = this;
    const walked = await this.look(here);
    for (const [index, move] of walked.line.entries()) {
      const before = [...here, ...walked.line.slice(0, index)];
      known.set([...before, move].join(" "), Promise.resolve({ ...walked, line: walked.line.slice(index + 1) }));
      await new Promise((resolve) => setTimeout(resolve, PACE));
      if (known !== this.known || this.here.join() !== before.join()) return; // one has gone elsewhere
      await this.game.play(move);
    }
  }

  /** Finds out what the proof has where one is, and shows it. */
  async follow() {
    this.walked = null;
    this.show();
    if (!this.proof?.winner || this.game.start !== this.proof.start) return;
    const { here, known } = this;
    try {
      const walked = await this.look(here);
      if (known !== this.known || here.join() !== this.here.join()) return;
      this.recovery.clear();
      this.walked = walked;
      this.show();
      this.desk.refresh();
      say(this.words.textContent);
    } catch (error) {
      this.fail(error); // and it is proven again
    }
  }

  get mayPlace() {
    return this.walked?.line.length === 0 && !this.game.over;
  }

  async place(move) {
    this.walked = null; // what is played next, the proof has not answered yet
    await this.game.play(move);
    await this.goOn();
  }

  /** Goes back to the loser's choice before. */
  undo() {
    const { views } = this.game;
    return this.desk.goTo((ply) => Math.max(0, views.findLastIndex((view, index) => index < ply && view?.side === this.loser)));
  }

  get loser() {
    return this.proof?.winner ? opponent(this.proof.winner) : null;
  }

  get near() {
    return this.loser;
  }

  name(side) {
    return this.proof?.winner === side ? text("proof.name") : "";
  }

  get status() {
    return this.game.view ? statusWords(this.game) : "";
  }

  show() {
    if (!this.entered) return;
    const { proof, walked, loser } = this;
    const failed = proof?.winner === "";
    const sides = loser ? { winner: sideName(proof.winner), loser: sideName(loser) } : {};
    if (loser) this.claim.textContent = text(proof.margin > 0 ? "proof.claim" : "proof.draw", sides);
    else this.claim.textContent = text(failed ? "proof.none" : "proof.making");
    this.shell.hidden = !failed;
    this.command.value = failed ? proof.command : "";
    this.size.textContent = loser ? text("proof.size", { nodes: proof.nodes }) : "";
    this.saveButton.hidden = !loser;
    this.backButton.hidden = this.game.ply === 0;
    this.choice.hidden = !this.mayPlace;
    this.words.textContent = failed ? text("proof.command") : this.whyWords(sides);
    if (this.mayPlace) this.listMoves();
    this.board.put("ideas", ...(this.mayPlace ? drawZone(walked.zone, walked.count === null) : []));
  }

  /** What became of the loser's last move, what matters now, and why the rest does not. */
  whyWords(sides) {
    const { walked, game } = this;
    if (!walked) return "";
    if (walked.line.length > 0) return text("proof.answers", { move: moveWords(walked.line[0]) });
    if (game.over) return text("proof.end");
    const { count, zone, waited } = walked;
    const words = [waited ? text("proof.waited", sides) : ""];
    if (count) {
      const { score } = game.view;
      const left = { own: score[this.proof.winner] - count.sure + count.exposed, other: score[this.loser] - count.most };
      words.push(text("proof.count", { ...sides, ...left }), zone.length > 0 ? text("proof.ground", sides) : "");
    } else {
      words.push(zone.length === 100 ? text("proof.whole") : text("proof.zone", sides));
    }
    return words.filter(Boolean).join(" ");
  }

  /** Lists the loser's moves: those that the proof answers one by one, and the others. */
  listMoves() {
    const replies = new Set(this.walked.replies.split(" "));
    const legal = this.game.view.legal.split(" ");
    const matter = legal.filter((move) => replies.has(move));
    const rest = legal.filter((move) => !replies.has(move));
    const groups = [[matter, text("proof.matter", { moves: matter.length })], [rest, text("proof.rest", { moves: rest.length })]];
    this.moves.replaceChildren(...groups.filter(([moves]) => moves.length > 0).map(([moves, label]) => element("optgroup", { label },
      ...moves.map((move) => element("option", { value: move }, `${capitalized(shortWords(move))} · ${move}`)))));
  }

  /** Saves the certificate of the proof. */
  save() {
    return attempt(async () => {
      const { certificate } = await this.carrier.ask({ do: "certificate" });
      saveFile("proof.cert", new Blob([Uint8Array.from(atob(certificate), (letter) => letter.charCodeAt(0))]));
    });
  }
}

/** A frame around squares, which differs from any ground in brightness; if they alone matter, the rest of the city is veiled. */
function drawZone(squares, veiled) {
  const frame = (stroke, width) => svg("path", { d: outline(squares, 5), class: "zone", fill: "none", stroke, "stroke-width": width, "stroke-linejoin": "round" });
  const rest = veiled ? [...Array(100).keys()].filter((square) => !squares.includes(square)) : [];
  const veil = rest.map((square) => svg("rect", { x: columnOf(square) * UNIT, y: rowOf(square) * UNIT, width: UNIT, height: UNIT, fill: "#1d1710", opacity: 0.42 }));
  return [...veil, frame("#ffffff", 13), frame("#1d1710", 6)];
}
