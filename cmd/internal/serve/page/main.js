// The page: makes its parts and connects them. The first view of the board needs
// nothing but what is imported here; the other modes come when they are entered.

import { Board } from "./board.js";
import { Catalogue } from "./shapecatalogue.js";
import { Clock } from "./gameclock.js";
import { Desk } from "./sidepanel.js";
import { Game, SIDES } from "./gamestate.js";
import { PERSON, Players, parsePlayer, playerText } from "./gameplayers.js";
import { Setup } from "./newgamedialog.js";
import { Socket } from "./reconnectingsocket.js";
import { Stage } from "./shownposition.js";
import { connectRules } from "./rulesprimer.js";
import { connectShare } from "./sharedialog.js";
import { connectTheme } from "./colourtheme.js";
import { note } from "./gamemessages.js";
import { readLink, writeLink } from "./gamelink.js";

const byId = (id) => document.getElementById(id);

/** The modes that are loaded when they are entered first: each module exports a class Mode. */
const MODES = {
  analyse: () => import("./analysismode.js"),
  review: () => import("./reviewmode.js"),
  watch: () => import("./watchmode.js"),
};

const socket = new Socket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
const board = new Board();
byId("board").append(board.svg);
connectTheme(byId("theme-button"));
await socket.ready();

const catalogue = new Catalogue(socket.hello.buildings);
const [ownEngine] = socket.hello.engines;
const game = new Game(socket);
const players = new Players(socket, game);
const stage = new Stage(board, socket);
const desk = new Desk({ board, catalogue, game, players, stage });
const setup = new Setup(socket.hello.engines);
const modes = new Map();
let mode = "play";

/** Enters one of the modes play, analyse, review and watch. */
async function enter(name) {
  if (name !== "play" && !(name in MODES)) return;
  modes.get(mode)?.leave();
  mode = name;
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const selected = tab.id === `tab-${name}`;
    tab.setAttribute("aria-selected", String(selected));
    tab.tabIndex = selected ? 0 : -1;
    byId(tab.getAttribute("aria-controls")).hidden = !selected;
  }
  document.body.dataset.mode = name;
  players.setPlaying(name === "play");
  desk.setMode(name);
  rememberInAddress();
  if (name === "play") return;
  if (!modes.has(name)) {
    const { Mode } = await MODES[name]();
    if (!modes.has(name)) modes.set(name, new Mode({ panel: byId(`panel-${name}`), socket, board, catalogue, game, stage, desk }));
  }
  if (mode === name) modes.get(name).enter();
}

/** Keeps the address such that loading the page anew goes on where one is. */
function rememberInAddress() {
  const { light, dark } = players.players;
  const who = mode === "play" && game.moves.length > 0 ? { light: playerText(light), dark: playerText(dark) } : {};
  history.replaceState(null, "", location.pathname + writeLink(game, mode, who));
}

/** Starts a game with what the dialog says. */
async function start({ players: chosen, clock, moveTime, rules, optionalCapture }) {
  players.setPlaying(false);
  players.set(chosen, clock, moveTime);
  await game.load({ rules, optionalCapture, tags: tagsOfPlayers(clock.control || "-") });
  await enter("play");
}

/** Opens what a link says; without one, a first game against the weakest level. */
async function open(fragment) {
  const link = readLink(fragment);
  const chosen = { light: "person", dark: "level visitor" };
  for (const side of SIDES) chosen[side] = parsePlayer(link?.players[side] ?? chosen[side], ownEngine);
  players.set(chosen, new Clock(""), "");
  try {
    await game.load(link?.game ?? { tags: tagsOfPlayers("-") }, link?.ply);
  } catch (error) {
    note(`The link cannot be read: ${error.message}`);
    await game.load({});
  }
  await enter(link?.mode ?? "play");
}

/** The tags of the record of a game that is played here. */
function tagsOfPlayers(control) {
  const name = (side) => (players.players[side] === PERSON ? "Person" : players.name(side));
  const tags = { White: name("light"), Black: name("dark"), Date: new Date().toISOString().slice(0, 10).replaceAll("-", "."), TimeControl: control };
  return Object.entries(tags).map(([tag, value]) => ({ name: tag, value }));
}

for (const tab of document.querySelectorAll("[role=tab]")) {
  tab.addEventListener("click", () => enter(tab.id.slice("tab-".length)));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const tabs = [...document.querySelectorAll("[role=tab]")];
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
    event.stopPropagation();
  });
}
byId("new-game").addEventListener("click", () => setup.open());
setup.addEventListener("start", ({ detail }) => start(detail));
players.addEventListener("fail", ({ detail }) => note(detail));
game.addEventListener("fail", ({ detail }) => note(detail));
game.addEventListener("change", rememberInAddress);
addEventListener("hashchange", () => open(location.hash));
socket.addEventListener("push", ({ detail }) => detail.error && note(detail.error));
socket.addEventListener("close", () => note("The connection to the server is lost. It is tried again."));
connectShare(socket, game, board, () => mode);
connectRules();

await open(location.hash);
document.body.dataset.ready = "true";
performance.mark("usable");
