// The mode in which one plays: what the buttons beside the board do with the game.

import { Mode } from "./mode.js";
import { drawPlacement } from "../board/placing.js";
import { hasSecond } from "../game/gameover.js";
import { opponent } from "../game/game.js";
import { showPlayer } from "../game/playercard.js";
import { setting } from "../looks/settings.js";
import { movesSince, planOf, turned } from "../game/plannedmove.js";
import { attempt, endReason, note, part, playStatus, say, shortWords } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";
import { remembered } from "../savedgames/remembered.js";
import { wordsOf } from "../savedgames/movecomment.js";
import { viewAfterMove } from "../game/viewaftermove.js";
import { afterPainting, byId, element, whenClicked } from "../dom.js";

/** Milliseconds in which one may confirm that one resigns. */
const CONFIRMATION = 4000;

/** The mode of the game in play. */
export class PlayMode extends Mode {
  constructor(parts) {
    super(parts, parts.inPlay.game);
    whenClicked("undo", () => this.undo());
    whenClicked("redo", () => this.redo());
    whenClicked("resign", () => this.resign());
    whenClicked("to-game", () => this.game.goTo(this.game.moves.length));
    whenClicked("play-on", () => this.playOn(this.game, this.inPlay.personSide));
    this.inPlay.addEventListener("change", () => this.refresh());
    this.game.addEventListener("change", () => this.refresh());
    this.inPlay.addEventListener("unplayed", ({ detail }) => this.tellUnplayed(detail));
    this.desk.placing.addEventListener("change", () => this.desk.placing.code && this.dropPlan());
    setInterval(() => this.entered && this.desk.showStatus(), 60_000); // since when it is whose turn
    const board = byId("board");
    let pressed = null; // the press that leaves a plan does not take it back
    board.addEventListener("pointerdown", () => { pressed = this.plan; });
    board.addEventListener("click", (event) => pressed && this.plan === pressed && this.board.isOver(event, pressed.squares) && this.dropPlan());
  }

  enter() {
    super.enter();
    this.inPlay.show(true);
    this.refresh();
  }

  leave() {
    super.leave();
    this.inPlay.show(false);
  }

  refresh() {
    if (!this.entered) return;
    const { inPlay, game } = this;
    const { atEnd } = game;
    const over = inPlay.phase === "over";
    const show = (id, shown) => { byId(id).hidden = !shown; };
    this.preparePlanning();
    this.showPlan();
    show("undo", atEnd && (inPlay.takeBackPly !== null || this.plan !== null));
    show("redo", atEnd && inPlay.undone.length > 0);
    show("to-game", !atEnd);
    show("play-on", !atEnd);
    show("rematch-here", atEnd && over && inPlay.hasPerson && inPlay.friend?.state.you !== "");
    byId("rematch-here").textContent = text(hasSecond(inPlay) ? "pair.second" : "gameover.rematchShort");
    show("another-here", atEnd && (over || !inPlay.hasPerson));
    show("review-here", atEnd && over);
    show("resign", inPlay.mayResign);
    const begins = game.moves.length === 0 && !inPlay.friend && !over;
    show("beginning", begins);
    const far = opponent(this.near ?? "light");
    const name = this.name(far) || text(inPlay.hasPerson ? "play.here" : `side.${far}`);
    showPlayer(byId("begin-opponent"), text("newgame.against"), name, inPlay.players[far]);
    if (begins) attempt(() => this.offerOthers());
    byId("opponent").ariaLabel = text("play.chooseOpponent", { name });
    document.body.toggleAttribute("data-looks-back", !atEnd);
    byId("pass-sign").hidden = !this.passing;
    if (this.passing) byId("pass-sign").textContent = text("move.passes", { side: text(`side.${this.game.view.side}`) });
  }

  /** Offers what there is besides a new game, once for each, to who has been here before; when the board is there. */
  async offerOthers() {
    const { inPlay: { about: { id } }, saved } = this;
    if (this.offeredFor === id) return;
    this.offeredFor = id;
    const list = element("ul", { class: "cards", id: "begin-others" });
    byId("begin-others").replaceWith(list);
    await new Promise(afterPainting);
    if ((await saved.list(1)).length === 0 && !remembered("cathedral-puzzles")) return;
    const { offerOthers } = await part(import("./otherbeginnings.js"));
    await offerOthers(list, this).catch(() => {}); // then less is offered
  }

  /** Resigns when it is asked for twice. */
  resign() {
    const button = byId("resign");
    clearTimeout(this.confirming);
    const back = () => {
      button.textContent = text("play.resign");
      delete button.dataset.sure;
    };
    if (button.dataset.sure) {
      back();
      return attempt(() => this.inPlay.resign());
    }
    button.dataset.sure = "asked";
    button.textContent = text("play.resignSure");
    this.confirming = setTimeout(back, CONFIRMATION);
  }

  get mayPlace() {
    return !this.foreseen && !document.body.hasAttribute("data-greets") && (this.inPlay.mayPlace || this.planning !== null);
  }

  /** The position in which the person may plan, or null: the other side has to move. */
  get plannedFrom() {
    const { game, owned, personSide } = this.inPlay;
    const view = game.lastView;
    const waits = view && owned && game.atEnd && !game.ended && personSide && view.side !== personSide;
    return waits && view.legal !== undefined && view.cathedral !== "now" ? view : null;
  }

  /** That position as if it were the person's turn, as soon as the rules have told of it. */
  get planning() {
    return this.entered && this.ready?.from === this.plannedFrom ? this.ready : null;
  }

  async preparePlanning() {
    const from = this.plannedFrom;
    if (!from || from === this.preparing) return;
    this.preparing = from;
    const question = turned(this.game, from);
    const answer = await this.carrier.ask({ do: "view", ...question }).catch(() => null);
    if (!answer || answer.view.cathedral === "now") return;
    this.ready = { from, question, view: { ...answer.view, plans: true } };
    this.inPlay.changed();
  }

  /** What the person has left to be played, where one sees it, or null. */
  get plan() {
    const { planning, inPlay: { about: { plan } } } = this;
    return plan && planning?.view.legal.split(" ").includes(plan.move) ? plan : null;
  }

  /** Takes the plan back into the hand. */
  dropPlan() {
    if (!this.plan) return;
    this.inPlay.leave(null);
    say(text("plan.dropped"));
  }

  showPlan() {
    const { plan, planning, unplayed, game } = this;
    const captured = plan ? game.view.pieces.filter(({ move }) => plan.captured.includes(move)) : [];
    this.board.put("plan", ...(plan ? drawPlacement({ ...plan, view: planning.view }, "planned", { ...plan, captured }) : []));
    const invited = planning && this.inPlay.friend ? text("plan.may") : "";
    const told = unplayed?.view === game.view && !game.ended ? unplayed.words : invited;
    byId("plan-words").textContent = plan ? text("plan.left", { placement: shortWords(plan.move) }) : told;
  }

  /** Says why a plan is not played; the building is in the air where it was. */
  async tellUnplayed(plan) {
    const { desk, game, game: { lastView: view }, inPlay } = this;
    const isDue = movesSince(plan, game.moves)?.length === 1;
    if (isDue && inPlay.mayPlace) desk.placing.takeUp(plan.move);
    const fits = view.legal.split(" ").includes(plan.move);
    const why = isDue && !fits ? await desk.why(plan.move).catch(() => "") : text(isDue ? "plan.less" : "plan.elsewhere");
    const words = text("plan.unplayed", { why });
    // In the air, the building says why it does not fit.
    this.unplayed = { view, words: desk.placing.code && !fits ? text("plan.unplayed", { why: "" }).trim() : words };
    (this.entered ? say : note)(words);
    this.refresh();
  }

  /**
   * Plays a legal move, or plans it. The building stands at once, even if a friend's server answers late;
   * the rest of the page follows when the browser has painted that.
   */
  async place(move) {
    if (this.planning) {
      const plan = planOf(this.desk.placing, this.game.moves);
      this.desk.placing.putBack();
      this.inPlay.leave(plan);
      return say(byId("plan-words").textContent);
    }
    if (!this.mayPlace) return;
    const { view } = this.game;
    this.foreseen = viewAfterMove(view, move, this.catalogue);
    this.stage.foresee(this.foreseen);
    await new Promise(afterPainting);
    if (this.inPlay.friend) this.desk.refresh(); // nothing is in the air while the server is asked
    try {
      if (this.game.view === view) await this.inPlay.place(move, this.foreseen);
    } finally {
      this.foreseen = null;
      if (this.entered && this.game.view === view) this.desk.showGame();
      else if (this.entered) this.desk.refresh();
    }
  }

  undo() {
    if (this.plan) return this.dropPlan();
    if (this.inPlay.takeBackPly !== null && !this.inPlay.friend) say(text("play.takenBack"));
    return attempt(() => this.inPlay.takeBack());
  }

  redo() {
    return attempt(() => this.inPlay.restore());
  }

  /** The series of games that this one belongs to, or null. */
  get series() {
    return this.inPlay.about.series;
  }

  get status() {
    const { game, phase } = this.inPlay;
    const { wait } = this.carrier;
    const since = !this.foreseen && game.atEnd && this.inPlay.friend?.since;
    if (since) return since;
    if (this.foreseen && this.inPlay.friend) return this.inPlay.friend.turnWords(this.foreseen);
    if (wait && this.saysWait) return wait.share ? text("sentence.comma", { first: wait.text, next: wait.share }) : wait.text;
    if (phase === "friend" && game.atEnd && !game.over && this.inPlay.friend) return this.inPlay.friend.turnWords(game.view);
    return playStatus({ game, phase, name: this.name(game.view.side), personSide: this.inPlay.personSide, called: (side) => this.inPlay.called(side) });
  }

  get reason() {
    return this.game.over ? endReason(this.game, (side) => this.inPlay.called(side)) : "";
  }

  /** Comments are for the game that is over: nobody is advised in one that is played. */
  get comment() {
    return this.inPlay.phase === "over" ? wordsOf(this.game.commentAt()) : "";
  }

  /** Whether the end has been told: then nothing is placed any more. */
  get ended() {
    return this.inPlay.phase === "over" && !this.inPlay.endComes;
  }

  /** The person's side; of two, the one that they have chosen. */
  get near() {
    const { personSide, hasPerson, game } = this.inPlay;
    if (personSide || !hasPerson) return personSide;
    return setting("near") === "mover" ? game.lastView?.side ?? null : setting("near");
  }

  /** Whether a pass is shown that is about to be played. */
  get passing() {
    return this.inPlay.phase === "passing" && this.game.atEnd;
  }

  /** Whether the reply to a move is awaited, so that the status says for what. */
  get saysWait() {
    return ["asking", "thinking"].includes(this.inPlay.phase) && this.game.atEnd;
  }

  get thinking() {
    return this.inPlay.phase === "thinking" && this.game.atEnd;
  }

  name(side) {
    return this.inPlay.name(side);
  }

  clockText(side) {
    return this.inPlay.clock.text(side);
  }

  clockLow(side) {
    return this.inPlay.clock.isLow(side);
  }

  get trouble() {
    return this.inPlay.trouble;
  }
}
