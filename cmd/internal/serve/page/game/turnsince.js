// Since when it is whose turn in a game with a friend, by the reader's clock and language.

import { LANGUAGE, text } from "../texts/texts.js";

/** Milliseconds in which a turn has only just come: that need not be said. */
const RECENT = 600_000;

const DAY = 86_400_000;

/** What is said of a turn {yours, friend, at}: "Ben's turn since yesterday"; "" if it has just come, or nobody knows when, or of null. `friend` is a name, or "". */
export function turnSince(turn, now = Date.now()) {
  if (!turn?.at || now - turn.at < RECENT) return "";
  const { yours, friend, at } = turn;
  return text(yours ? "turnSince.yours" : "turnSince.friend", { friend, since: since(new Date(at), now) });
}

const midnight = (time) => new Date(time).setHours(0, 0, 0, 0);

function since(then, now) {
  const days = Math.round((midnight(now) - midnight(then)) / DAY); // one of 23 hours, too
  if (days === 0) return text("since.time", { when: then.toLocaleTimeString(LANGUAGE, { timeStyle: "short" }) });
  if (days === 1) return text("since.day", { when: new Intl.RelativeTimeFormat(LANGUAGE, { numeric: "auto" }).format(-1, "day") });
  if (days < 7) return text("since.weekday", { when: then.toLocaleDateString(LANGUAGE, { weekday: "long" }) });
  return text("since.date", { when: then.toLocaleDateString(LANGUAGE, { day: "numeric", month: "long" }) });
}
