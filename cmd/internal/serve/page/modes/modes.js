// The state of the page. It has modes, and each has a state of its own that the
// others never change:
//
//	Play      the game in play (gameinplay.js): players, clocks, and whose turn it is
//	Analyse   a board of one's own, with a tree of variations (variationtree.js)
//	Review    a game that is looked through and judged
//	Watch     a match of engines that runs in the server
//	Learn     the lesson of the tutorial that one is at
//	Puzzle    the puzzle that one is at (puzzlemode.js)
//	Edit      a position that is set up (editmode.js)
//	Question  a position in which a teacher asks for a building (questionmode.js)
//	Proof     a walk through a proof (proofmode.js)
//
// What goes from one mode to another is a copy: Analyse and Review take a copy of the
// game in play while they have nothing of their own, or when they are told to, and
// "Play on from here" makes a new game out of a copy. Clocks and engines of the game in
// play wait while another mode is shown.
//
// A mode is an object with these members, of which Mode (mode.js) has those that most modes
// have alike; the desk shows whichever is current:
//
//	game                the Game on its board, or null when it has none
//	mayPlace            whether a building may be placed now
//	planning            {view, question} of a position in which one places that is not the one
//	                    on the board, or null; may be missing
//	place(move)         plays a move
//	dropPlan()          takes back a move that was left to be played; may be missing
//	undo(), redo()      go back and forward as far as makes sense
//	status              words about whose turn it is
//	reason              words about why a game is over, or ""
//	comment             what people have written on the last move, or drawn (movecomment.js), or ""
//	draw(mark)          draws a mark on the board, or takes it away; may be missing
//	near                the side whose hand is next to the person, or null for either
//	name(side)          who plays a side, "" for nobody in particular
//	clockText(side)     what the clock of a side shows
//	clockLow(side)      whether a side has little time left; may be missing
//	trouble             what is the matter: {text, retryAt, again}, or null
//	foreseen            the view after a move that the server has not answered yet, or null;
//	                    may be missing
//	speaks              whether its own words stand in place of whose turn it is; may be missing
//	saysWait            whether the status says what is waited for; may be missing
//	marks               marks on moves: a Map from a move's index, or undefined
//	viewFor(side)       the view for a side's hand, where one places for both sides
//	useHand(side)       a side's hand is picked from, where one places for both sides
//	ended               whether nothing is placed any more where one places otherwise; may be missing
//	why(move)           why a move does not fit, where the rules are not asked
//	refused(move, why)  a building was let go where it does not fit; true when the mode has
//	                    said why itself; may be missing
//	address             the fields of the mode's address, if they are not those of its game
//	linkFields          fields of the mode's address besides those of its game
//	enter(), leave()    the mode is shown, or no longer
//
// The modes are in the browser's history: back and forward go between them, and do not
// change what is in them. The address holds what a reload needs.

import { Latest } from "../engine/latest.js";
import { byId } from "../dom.js";

/** The modes in which one places buildings from the hands. */
const PLACING = new Set(["play", "analyse", "learn", "edit", "puzzle", "question", "proof"]);

/** The tabs of modes that have none of their own. */
const TABS = { edit: "analyse", question: "puzzle", proof: "review" };

/**
 * The modes. Events: "leave" when a mode is left; "change" when another mode is current, or
 * the address has to be written anew.
 */
export class Modes extends EventTarget {
  /** Takes the functions that make the modes, by their names; each is called when it is needed, again only if it has failed. */
  constructor(makers) {
    super();
    this.makers = makers;
    this.made = new Map();
    this.name = null;
    this.current = null;
    this.showing = new Latest();
    this.atDialog = history.state?.dialog === true; // whether the entry of the history is one for dialogs
    new MutationObserver(() => this.enterDialog()).observe(document.body, { subtree: true, attributeFilter: ["open"] });
    for (const tab of this.tabs) {
      tab.addEventListener("click", () => this.go(tab.id.slice("tab-".length)));
      tab.addEventListener("keydown", (event) => this.step(tab, event));
    }
  }

  get tabs() {
    return [...document.querySelectorAll("[role=tab]")];
  }

  step(tab, event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const { tabs } = this;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
    event.stopPropagation();
  }

  /** The mode of a name, which is made when it is needed first. */
  mode(name) {
    if (!this.made.has(name)) {
      const made = this.makers[name]();
      this.made.set(name, made);
      made.catch?.(() => this.made.delete(name)); // its module could not be loaded: the next try may
    }
    return this.made.get(name);
  }

  /** Shows a mode, as a new entry in the browser's history. */
  async go(name) {
    if (name !== this.name) {
      history[this.atDialog ? "replaceState" : "pushState"]({ mode: name }, "");
      this.atDialog = false;
    }
    await this.show(name);
  }

  /** Gives an open dialog an entry of its own in the browser's history, so that *Back* closes it. The entry stays for the next one, or becomes that of another mode. */
  enterDialog() {
    if (this.atDialog || !document.querySelector("dialog:modal")) return;
    this.atDialog = true;
    history.pushState({ ...history.state, dialog: true }, "");
  }

  /** Whether a step in the history to a state was one out of a dialog, which closes, or out of the entry of a closed one, after which one more follows: the mode stays. */
  leavesDialog(state) {
    const open = state ? document.querySelectorAll("dialog:modal") : [];
    for (const dialog of open) dialog.close();
    const isPast = open.length === 0 && this.atDialog && !state?.dialog && state?.mode === this.name;
    if (isPast) history.back();
    this.atDialog = state?.dialog === true;
    return open.length > 0 || isPast;
  }

  /** Shows a mode in the place of another one. */
  async show(name) {
    if (!Object.hasOwn(this.makers, name)) name = "play";
    const signal = this.showing.begin();
    this.current?.leave();
    this.current = null;
    this.dispatchEvent(new Event("leave"));
    this.name = name;
    for (const panel of document.querySelectorAll("[role=tabpanel]")) panel.hidden = panel.id !== `panel-${name}`;
    for (const part of document.querySelectorAll("[data-of]")) part.hidden = part.dataset.of !== name;
    for (const tab of this.tabs) {
      const selected = tab.id === `tab-${TABS[name] ?? name}`;
      tab.setAttribute("aria-selected", String(selected));
      tab.tabIndex = selected ? 0 : -1;
      if (selected) byId("mode-name").textContent = tab.textContent;
    }
    byId("modes").hidePopover();
    byId("menu").hidePopover();
    document.querySelector("aside").scrollTop = 0;
    const mode = await this.mode(name);
    if (signal.aborted) return;
    this.current = mode;
    document.body.dataset.mode = name;
    document.body.toggleAttribute("data-places", PLACING.has(name));
    const entered = mode.enter();
    this.dispatchEvent(new Event("change"));
    await entered;
  }
}
