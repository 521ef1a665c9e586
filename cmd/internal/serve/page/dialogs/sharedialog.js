// The dialog that gives a game away: as a record, a position, a link, a picture.

import { DevicesDialog } from "./devicesdialog.js";
import { button, byId, element, saveFile } from "../dom.js";
import { boardAsPng, boardAsSvg, hasSuggestions } from "../board/boardpicture.js";
import { note } from "../texts/gamemessages.js";
import { playerText } from "../game/gameplayers.js";
import { text } from "../texts/texts.js";
import { writeLink } from "../game/gamelink.js";

/**
 * Connects the dialog to the game of the current mode, or else the game in play. Who
 * opens the link of a game that is played is to look at it, and not to play it on.
 */
export function connectShare(carrier, board, modes, inPlay) {
  const dialog = byId("share-dialog");
  // A note would be behind the dialog, and is not read out while that is open.
  const tell = (words) => { byId("share-about").textContent = words; };
  const copyField = (id) => {
    tell("");
    copy(byId(id), tell);
  };
  const suggestions = element("input", { type: "checkbox", id: "with-suggestions", checked: true });
  byId("share-about").before(element("label", {}, suggestions, ` ${text("share.suggestions")}`));
  byId("share").addEventListener("click", async () => {
    const game = modes.current?.game ?? inPlay.game;
    try {
      const { save } = await carrier.ask(recordRequest(game.text));
      byId("share-record").value = save.record;
      byId("share-position").value = game.view.position;
      byId("share-link").value = location.origin + location.pathname + writeLink(game, modes.name === "play" ? "review" : modes.name);
      suggestions.parentElement.hidden = !hasSuggestions(board.svg);
      tell("");
      dialog.showModal();
      byId("share-record").scrollTop = 0;
    } catch (error) {
      note(error.message);
    }
  });
  byId("save-record").before(button(text("share.copyRecord"), () => copyField("share-record"), { id: "copy-record" }));
  const devices = new DevicesDialog(carrier, () => linkOfPlay(modes, inPlay));
  byId("copy-link").after(devices.opener(dialog));
  byId("save-record").addEventListener("click", () => saveFile("cathedral-game.txt", byId("share-record").value, "text/plain"));
  byId("copy-position").addEventListener("click", () => copyField("share-position"));
  byId("copy-link").addEventListener("click", () => copyField("share-link"));
  byId("save-svg").addEventListener("click", () => saveFile("cathedral.svg", boardAsSvg(board.svg, undefined, suggestions.checked), "image/svg+xml"));
  byId("save-png").addEventListener("click", async () => saveFile("cathedral.png", await boardAsPng(board.svg, undefined, suggestions.checked), "image/png"));
}

/** The link by which another device goes on with what is shown here, on its own. */
function linkOfPlay({ name, current }, { game, players, friend }) {
  if (name !== "play") return writeLink(current?.game ?? game, name);
  if (friend) return friend.deviceLink;
  return writeLink(game, name, { light: playerText(players.light), dark: playerText(players.dark) });
}

/** The request for the record of a game's text, which may have a name. */
export function recordRequest({ rules, optionalCapture, start, moves, comment, comments, variations, name, ...game }) {
  const { tags, ...result } = resultOf(game);
  const named = name ? [...tags.filter((tag) => tag.name !== "Event"), { name: "Event", value: name }] : tags;
  return { do: "save", rules, optionalCapture, start, moves, comment, comments, variations, tags: named, ...result };
}

/**
 * The tags of a game's record, and its result when the clock ended it, somebody
 * resigned, or a record gave it; that of the board the server knows.
 */
function resultOf({ ending, result, tags }) {
  if (ending) {
    const ended = [["Termination", ending.termination], ["Adjudication", ending.rule]].filter(([, value]) => value);
    return { result: ending.result, tags: [...tags, ...ended.map(([name, value]) => ({ name, value }))] };
  }
  return result === "*" ? { tags } : { result, tags };
}

/** Copies what is in a field, and tells that it is done. */
export async function copy(input, tell = note) {
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    // Without permission, or without a safe connection, one copies by hand.
    input.select();
    document.execCommand("copy");
  }
  tell(text("share.copied"));
}
