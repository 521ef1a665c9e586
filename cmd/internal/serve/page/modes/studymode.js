// What the modes have in common in which an engine looks at a game: Analyse and Review.

import { EngineClient } from "../engine/engineclient.js";
import { Mode } from "./mode.js";
import { button, byId } from "../dom.js";
import { drawByHand } from "../board/drawing.js";
import { attempt, part, statusWords } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";
import { drawing, drawnBy, wordsOf } from "../savedgames/movecomment.js";

/**
 * A mode with an engine. While nothing was played or loaded in it, it shows a copy of the
 * game in play; `own` is true when it has a game of its own. It has `keep`, which
 * keeps what was written on the last of some moves.
 */
export class StudyMode extends Mode {
  /** Takes the parts of the page, the game, and the name of the engine's seat. */
  constructor(parts, game, seat) {
    super(parts, game);
    this.own = false;
    this.judges = true; // the engine's scores and marks are shown
    this.client = new EngineClient(this.carrier, seat, this.carrier.hello.engines[0]);
    document.addEventListener("visibilitychange", () => this.resume());
    this.commentButton = button(text("comment.write"), () => this.writeComment(), { id: `comment-${seat}` });
    this.drawButton = button(text("draw.begin"), () => this.beginDrawing(), { id: `draw-${seat}` });
  }

  leave() {
    super.leave();
    this.editor?.keep();
    this.client.leave();
  }

  /** Takes a copy of the game in play in place of what is here. */
  async takeGameInPlay() {
    this.own = false;
    await this.game.copy(this.inPlay.game);
  }

  get comment() {
    return wordsOf(this.game.commentAt());
  }

  /** Draws a mark where one is, or takes it away: it is kept in the comment. */
  draw(mark) {
    this.editor?.keep();
    const { game, comment } = this;
    const others = drawnBy(comment).filter((other) => other !== mark);
    const words = drawing(comment, others.length < drawnBy(comment).length ? others : [...others, mark]);
    game.annotate(game.line[game.ply], words);
    this.keep(game.moves.slice(0, game.ply), words);
  }

  /** Has fingers, and a mouse, draw until one has done. */
  beginDrawing() {
    this.desk.placing.putBack();
    drawByHand(true);
    byId("draw-done").focus();
  }

  /** Opens the field for the comment where one is. */
  writeComment() {
    return attempt(async () => {
      const { CommentEditor } = await part(import("../savedgames/commenteditor.js"));
      this.editor ??= new CommentEditor(this.game, (moves, words) => this.keep(moves, words));
      this.editor.open();
    });
  }

  /** The person sits where in the game in play. */
  get near() {
    return this.inPlay.personSide;
  }

  get status() {
    return statusWords(this.game);
  }
}
