// The hint in the game in play: at first it names a good move, then it shows it.

import { EngineClient } from "../engine/engineclient.js";
import { Latest } from "../engine/latest.js";
import { evaluationSentence, forLight } from "../texts/scoretexts.js";
import { hintWords, note, say, standsWords } from "../texts/gamemessages.js";
import { text } from "../texts/texts.js";
import { byId, disable } from "../dom.js";

/** How long the engine looks for a hint. */
const SEARCH = "movetime 800";

/** The button for hints. */
export class Hint {
  constructor({ carrier, inPlay, board, catalogue }) {
    Object.assign(this, { inPlay, board, catalogue });
    this.client = new EngineClient(carrier, "hint", carrier.hello.engines[0]);
    this.button = byId("hint-button");
    this.words = byId("hint-words");
    this.searching = new Latest();
    this.found = null;
    this.button.addEventListener("click", () => {
      if (this.button.ariaDisabled === "true") return;
      if (this.found) this.show();
      else this.search();
    });
    inPlay.addEventListener("change", () => this.forget());
    inPlay.game.addEventListener("change", () => this.forget());
  }

  /** Forgets the hint when the position is another one. */
  forget() {
    const here = this.inPlay.mayPlace && !this.inPlay.friend ? this.inPlay.game.view : null;
    this.button.hidden = here === null;
    if (here !== null && here === this.position) return;
    disable(this.button, false);
    this.position = here;
    this.searching.end();
    this.found = null;
    this.button.textContent = text("play.hint");
    this.words.textContent = "";
    if (this.shown) this.board.put("ideas");
    this.shown = false;
  }

  async search() {
    const { position } = this;
    const signal = this.searching.begin();
    disable(this.button, true);
    this.words.textContent = text("play.hintSearch");
    const infos = [];
    const onInfo = (info) => infos.push(info);
    try {
      this.draw ??= (await import("../board/bestmovesoverlay.js")).drawIdeas;
      const question = this.inPlay.game.question();
      const move = await this.client.goOnce({ question, go: SEARCH, options: { MultiPV: 1 }, onInfo, signal });
      const { score = 0, final = false } = infos.at(-1) ?? {};
      const verdict = infos.find((info) => info.verdict !== null)?.verdict ?? null;
      this.found = { pv: [move], score, final };
      this.words.textContent = provenWords(hintWords(move, position), this.found, verdict, position.side);
      this.button.textContent = text("play.hintShow");
      this.words.scrollIntoView({ block: "nearest" }); // on a phone they may be below the window
      say(this.words.textContent);
    } catch (error) {
      if (signal.aborted) return;
      this.words.textContent = "";
      note(error.message);
    }
    disable(this.button, false);
  }

  show() {
    this.board.put("ideas", ...this.draw([this.found], this.position.side, this.catalogue));
    this.board.svg.scrollIntoView({ block: "nearest" });
    say(standsWords({ last: { squares: this.catalogue.squares(this.position.side, this.found.pv[0]) } }));
    this.shown = true;
    disable(this.button, true);
  }
}

/** A hint, with the result if it is proven. `verdict` is that for the side to move, or null. */
function provenWords(hint, { score, final }, verdict, side) {
  if (verdict === null) return hint;
  const evaluation = evaluationSentence({ centi: forLight(score, side), final, verdict: forLight(verdict, side) });
  return `${hint} ${evaluation}`;
}
