// The English catalogue. Keys are named VIEW.THING, and stand in the order of the views.

/** The texts, by key: a text with {name} for values, or a function of the values. */
export const ENGLISH = {
  "setup.even": "Begin with an even opening",
  "setup.evenAbout": "The first moves are made for both, and neither side is ahead: the usual start is better for Dark.",
  "share.copyRecord": "Copy record",
};
