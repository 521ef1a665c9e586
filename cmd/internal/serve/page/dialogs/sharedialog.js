// The dialog that gives a game away: as a record, a position, a link, a question, a picture.

import { DevicesDialog } from "./devicesdialog.js";
import { copy, linkField, sendButton } from "./linkfield.js";
import { MOST_QUESTION, questionLink, writeLink } from "../game/gamelink.js";
import { byId, element, saveFile, whenClicked } from "../dom.js";
import { boardAsPng, boardAsSvg, hasSuggestions } from "../board/boardpicture.js";
import { cleanWords, drawing, drawnBy, wordsOf } from "../savedgames/movecomment.js";
import { attempt, statusWords, verdictWords } from "../texts/gamemessages.js";
import { playerText, recordedName } from "../game/gameplayers.js";
import { recordRequest } from "../game/recordrequest.js";
import { LANGUAGE, text } from "../texts/texts.js";

/** Links with more letters have no preview: not every server takes them. */
const MOST_PREVIEWED = 2000;

/** The dialog. It is about the game of the current mode, or else the game in play. */
export class ShareDialog {
  constructor({ carrier, board, modes, inPlay }) {
    Object.assign(this, { carrier, board, modes, inPlay, dialog: byId("share-dialog") });
    this.suggestions = element("input", { type: "checkbox", id: "with-suggestions", checked: true });
    byId("share-about").before(element("label", {}, this.suggestions, ` ${text("share.suggestions")}`));
    byId("copy-link").after(sendButton(byId("share-link")));
    byId("save-png").after(new DevicesDialog(carrier, () => this.linkOfPlay).opener(this.dialog));
    this.buildQuestion();
    const { svg } = board;
    for (const field of ["record", "position", "link"]) whenClicked(`copy-${field}`, () => this.copyField(`share-${field}`));
    whenClicked("save-record", () => saveFile("cathedral-game.txt", byId("share-record").value, "text/plain"));
    whenClicked("save-svg", () => saveFile("cathedral.svg", boardAsSvg(svg, this.suggestions.checked, this.pictureWords), "image/svg+xml"));
    whenClicked("save-png", async () => saveFile("cathedral.png", await boardAsPng(svg, this.suggestions.checked, this.pictureWords), "image/png"));
  }

  /** Makes the fold with the link by which a teacher asks for a building. */
  buildQuestion() {
    this.words = element("input", { id: "question-words", maxlength: MOST_QUESTION, placeholder: text("question.example"), dir: "auto" });
    this.words.addEventListener("input", () => this.writeQuestion());
    const link = linkField({ name: "question", label: text("share.link"), tell: (words) => this.tell(words) });
    this.question = element("details", { id: "as-question" },
      element("summary", {}, text("question.share")),
      element("p", { class: "note" }, text("question.means")),
      element("div", { class: "fields" }, element("label", {}, `${text("question.words")} `, this.words), link));
    this.question.addEventListener("toggle", () => this.question.scrollIntoView({ block: "nearest" }));
    byId("share-about").before(this.question);
  }

  get game() {
    return this.modes.current?.game ?? this.inPlay.game;
  }

  /** Opens the dialog. Who opens the link of a game that is played is to look at it, and not to play it on. */
  open() {
    const { game, modes } = this;
    return attempt(async () => {
      const { save } = await this.carrier.ask(recordRequest(game.text));
      byId("share-record").value = save.record;
      byId("share-position").value = game.view.position;
      byId("share-link").value = this.address(writeLink(game, modes.name === "play" ? "review" : modes.name, modes.current?.linkFields));
      this.suggestions.parentElement.hidden = !hasSuggestions(this.board.svg);
      this.question.hidden = game.over || game.view.legal === "pass";
      this.writeQuestion();
      this.tell("");
      this.dialog.showModal();
      byId("share-record").scrollTop = 0;
    });
  }

  /** What a picture says below the board: who plays, with the squares left, and how the game stands. */
  get pictureWords() {
    const { game } = this;
    const about = (side) => [recordedName(game, side, text(`side.${side}`)), game.view.score[side]].join(": ");
    return { light: about("light"), dark: about("dark"), status: game.over ? verdictWords(game, null) : statusWords(game) };
  }

  writeQuestion() {
    const { game } = this;
    byId("question-link").value = this.address(questionLink(game, drawing(cleanWords(this.words.value), drawnBy(wordsOf(game.commentAt())))));
  }

  /** The address for a fragment. That of a position or a question has a preview where there is a server (linkpreview.go). */
  address(fragment) {
    const previewed = this.carrier.wire.remote && /\b(moves|start)=/.test(fragment) && fragment.length < MOST_PREVIEWED;
    return location.origin + location.pathname + (previewed ? `?in=${LANGUAGE}&${fragment.slice(1)}` : fragment);
  }

  /** A note would be behind the dialog, and is not read out while that is open. */
  tell(words) {
    byId("share-about").textContent = words;
  }

  copyField(id) {
    this.tell("");
    copy(byId(id), (words) => this.tell(words));
  }

  /** The link by which another device goes on with what is shown here, on its own. */
  get linkOfPlay() {
    const { modes: { name, current }, inPlay: { game, players, friend } } = this;
    if (name !== "play") return writeLink(current?.game ?? game, name, current?.linkFields);
    if (friend) return friend.deviceLink;
    return writeLink(game, name, { light: playerText(players.light), dark: playerText(players.dark) });
  }
}
