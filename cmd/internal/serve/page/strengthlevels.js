// How strong the engine plays, in even steps from a first game to full strength. The
// engine plays a level by itself, when its options say so; the table is that of its
// package search/strength.

/**
 * The levels, weakest first. `elo` is the rating, which is 0 for a player that draws
 * among all moves; full strength has none.
 */
export const LEVELS = [
  { id: "visitor", name: "Visitor", elo: 834, about: "For a first game. Sees only what lies close to the last buildings, and never what you are up to." },
  { id: "pilgrim", name: "Pilgrim", elo: 946, about: "Seldom wonders what you will do, and prefers large buildings close by." },
  { id: "labourer", name: "Labourer", elo: 1060, about: "Sees half of what you threaten next to it, and nothing across the city." },
  { id: "apprentice", name: "Apprentice", elo: 1175, about: "Mostly thinks of your answer, but overlooks many." },
  { id: "carpenter", name: "Carpenter", elo: 1286, about: "Thinks of your answer, and overlooks what hides behind a corner." },
  { id: "journeyman", name: "Journeyman", elo: 1405, about: "Plans its next building, and sees your plan late." },
  { id: "stonecutter", name: "Stonecutter", elo: 1515, about: "Thinks three buildings ahead and misses small ones." },
  { id: "mason", name: "Mason", elo: 1657, about: "Solid. Punishes most of what you overlook." },
  { id: "foreman", name: "Foreman", elo: 1770, about: "Plans far ahead and overlooks little." },
  { id: "surveyor", name: "Surveyor", elo: 1882, about: "Overlooks next to nothing, and sometimes knows how the game ends." },
  { id: "builder", name: "Master builder", elo: 2006, about: "Overlooks nothing, and knows early how the game ends." },
  { id: "architect", name: "Architect", elo: 2130, about: "Thinks for a moment and rarely errs." },
  { id: "full", name: "Full strength", elo: null, about: "Thinks for five seconds, or as the clock allows, and proves how the game ends." },
];

/** The level with an id; the weakest if there is none. */
export const levelOf = (id) => LEVELS.find((level) => level.id === id) ?? LEVELS[0];

/** What a level is called in lists: its name and its rating. */
export const levelTitle = ({ name, elo }) => (elo === null ? name : `${name} (${elo})`);

/** The engine's options for a level. */
export const levelOptions = ({ elo }) => (elo === null ? { UCI_LimitStrength: false } : { UCI_LimitStrength: true, UCI_Elo: elo });
