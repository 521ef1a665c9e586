// The dialog that gives a game away: as a record, a position, a link, a picture.

import { DevicesDialog } from "./devicesdialog.js";
import { button, element, saveFile } from "./dom.js";
import { boardAsPng, boardAsSvg, hasSuggestions } from "./boardpicture.js";
import { note } from "./gamemessages.js";
import { playerText } from "./gameplayers.js";
import { text } from "./texts.js";
import { friendLink, writeLink } from "./gamelink.js";

const field = (id) => document.getElementById(id);

/**
 * Connects the dialog to the game of the current mode, or else the game in play. Who
 * opens the link of a game that is played is to look at it, and not to play it on.
 */
export function connectShare(carrier, board, modes, inPlay) {
  const dialog = field("share-dialog");
  // A note would be behind the dialog, and is not read out while that is open.
  const tell = (words) => { field("share-about").textContent = words; };
  const copyField = (id) => {
    tell("");
    copy(field(id), tell);
  };
  const suggestions = element("input", { type: "checkbox", id: "with-suggestions", checked: true });
  field("share-about").before(element("label", {}, suggestions, ` ${text("share.suggestions")}`));
  field("share").addEventListener("click", async () => {
    const game = modes.current?.game ?? inPlay.game;
    try {
      const { save } = await carrier.ask(recordRequest(game.text));
      field("share-record").value = save.record;
      field("share-position").value = game.view.position;
      field("share-link").value = location.origin + location.pathname + writeLink(game, modes.name === "play" ? "review" : modes.name);
      suggestions.parentElement.hidden = !hasSuggestions(board.svg);
      tell("");
      dialog.showModal();
      field("share-record").scrollTop = 0;
    } catch (error) {
      note(error.message);
    }
  });
  field("save-record").before(button(text("share.copyRecord"), () => copyField("share-record"), { id: "copy-record" }));
  const devices = new DevicesDialog(carrier, () => linkOfPlay(modes, inPlay));
  field("copy-link").after(devices.opener(dialog));
  field("save-record").addEventListener("click", () => saveFile("cathedral-game.txt", field("share-record").value, "text/plain"));
  field("copy-position").addEventListener("click", () => copyField("share-position"));
  field("copy-link").addEventListener("click", () => copyField("share-link"));
  field("save-svg").addEventListener("click", () => saveFile("cathedral.svg", boardAsSvg(board.svg, undefined, suggestions.checked), "image/svg+xml"));
  field("save-png").addEventListener("click", async () => saveFile("cathedral.png", await boardAsPng(board.svg, undefined, suggestions.checked), "image/png"));
}

/** The link by which another device goes on with what is shown here, on its own. */
function linkOfPlay({ name, current }, { game, players, friend }) {
  if (name !== "play") return writeLink(current?.game ?? game, name);
  if (friend) return friendLink(friend.token);
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
