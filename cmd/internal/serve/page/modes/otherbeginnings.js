// What one may begin with besides a new game: games that were played last, their mistakes, and the puzzle of the day, as
// cards with pictures. In Play they come after all else, and stand below it, so that nothing moves.

import { boardCard, pictureOf } from "../board/smallboard.js";
import { lastReviewed } from "../savedgames/reviewedgames.js";
import { addPicture, titleOf, wordsAbout } from "../savedgames/gamelist.js";
import { element } from "../dom.js";
import { attempt } from "../texts/gamemessages.js";
import { capitalized, text } from "../texts/texts.js";

/** How many saved games are looked through. */
const LOOKED_THROUGH = 30;

/** The games with moves among those that were changed last, the latest first. */
export const lastGames = async (saved) => (await saved.list(LOOKED_THROUGH)).filter(({ moves }) => moves?.length > 0);

/** A card; pressing it does something that may fail. */
const card = (about, act) => element("li", {}, boardCard(about, () => attempt(act)));

/** A saved game as a card that does something with it; its players are the title, unless there is another one. */
export function gameCard(carrier, game, act, title = "") {
  const about = { picture: game.picture, title: title || titleOf(game), note: [title && titleOf(game), wordsAbout(game)].filter(Boolean).join(" · ") };
  const item = card(about, () => act(game));
  addPicture(game, item, carrier);
  return item;
}

/** Fills a list with what there is to offer in place of a new game. */
export async function offerOthers(list, { inPlay: { about: { id } }, saved, modes, carrier, playSaved }) {
  const games = (await lastGames(saved)).filter((game) => game.id !== id);
  const brokenOff = games.find(({ outcome, created, updated }) => outcome === "*" && updated > created); // what was kept at once is an analysis
  const reviewed = (await lastReviewed(saved)).find(({ mistakes }) => mistakes.length > 0);
  if (brokenOff) list.append(gameCard(carrier, brokenOff, playSaved, text("games.resume")));
  if (reviewed) list.append(gameCard(carrier, reviewed, async (game) => (await modes.mode("review")).openAt(game, game.mistakes.map(({ ply }) => ply)), text("retry.yours")));
  const puzzles = await modes.mode("puzzle");
  await puzzles.read();
  const { todays, solvedToday } = puzzles;
  const { view } = await carrier.ask({ do: "view", rules: todays.rules, moves: todays.moves });
  list.append(card({ picture: pictureOf(view), title: text("puzzle.today"), note: capitalized(text(`puzzle.${todays.grade}`)), done: solvedToday }, () => {
    location.hash = `#do=puzzle&puzzle=${todays.name}`;
  }));
}
