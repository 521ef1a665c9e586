// How strong the engine plays: a level for children, and even steps from a first game to full strength. The
// engine plays a level by itself, when its options say so; the table is that of its
// package search/strength.

import { text } from "../texts/texts.js";

/**
 * The levels, weakest first. `elo` is the rating, which is 0 for a player that draws
 * among all moves; full strength has none.
 */
export const LEVELS = [
  { id: "child", elo: 43 },
  { id: "visitor", elo: 882 },
  { id: "pilgrim", elo: 995 },
  { id: "labourer", elo: 1107 },
  { id: "apprentice", elo: 1220 },
  { id: "carpenter", elo: 1332 },
  { id: "journeyman", elo: 1445 },
  { id: "stonecutter", elo: 1557 },
  { id: "mason", elo: 1670 },
  { id: "foreman", elo: 1782 },
  { id: "surveyor", elo: 1895 },
  { id: "builder", elo: 2007 },
  { id: "architect", elo: 2120 },
  { id: "full", elo: null },
];

/** The level with an id; that of a first game if there is none. */
export const levelOf = (id) => LEVELS.find((level) => level.id === id) ?? LEVELS.find((level) => level.id === "visitor");

/** The name of a level. */
export const levelName = ({ id }) => text(`level.${id}`);

/** Whether a level begins as the opening book does. A child, who builds anywhere, does not. */
export const opensByBook = ({ id }) => id !== "child";

/** What a level is like. */
export function levelAbout(level) {
  const about = text(`about.${level.id}`);
  return opensByBook(level) ? text("newgame.withBook", { about }) : about;
}

/** The engine's options for a level. */
export const levelOptions = ({ elo }) => (elo === null ? { UCI_LimitStrength: false } : { UCI_LimitStrength: true, UCI_Elo: elo });
