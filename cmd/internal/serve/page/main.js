// The page: makes its parts and connects them. The first view of the board needs
// nothing but what is imported here; the other views come when they are entered.

import { Board } from "./board.js";
import { Carrier } from "./carrier.js";
import { Catalogue } from "./shapecatalogue.js";
import { Clock } from "./gameclock.js";
import { Desk } from "./sidepanel.js";
import { GameInPlay } from "./gameinplay.js";
import { PERSON, parsePlayer, playerName, playerText } from "./gameplayers.js";
import { PlayView } from "./playview.js";
import { ReconnectingSocket } from "./reconnectingsocket.js";
import { SIDES, opponent } from "./gamestate.js";
import { Setup } from "./newgamedialog.js";
import { Stage } from "./shownposition.js";
import { TroubleBanner } from "./troublebanner.js";
import { Views } from "./views.js";
import { connectRules } from "./rulesprimer.js";
import { connectShare } from "./sharedialog.js";
import { connectTheme } from "./colourtheme.js";
import { note } from "./gamemessages.js";
import { readLink, writeLink } from "./gamelink.js";

const byId = (id) => document.getElementById(id);

const carrier = new Carrier(new ReconnectingSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`));
const board = new Board();
byId("board").append(board.svg);
byId("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address is not the place for it: it holds a game
  byId("board").focus();
});
connectTheme(byId("theme-button"));
connectRules();

// Until the server has said which buildings there are, nothing works but the banner.
const banner = new TroubleBanner(byId("trouble"));
const greet = () => banner.show(carrier.trouble);
carrier.addEventListener("state", greet);
greet();
await carrier.ready();
carrier.removeEventListener("state", greet);
for (const idle of document.querySelectorAll("[inert]")) idle.inert = false;

const catalogue = new Catalogue(carrier.hello.buildings);
const [ownEngine] = carrier.hello.engines;
const inPlay = new GameInPlay(carrier);
const stage = new Stage(board, carrier);
const desk = new Desk({ board, carrier, catalogue, stage, banner });
const setup = new Setup(carrier.hello.engines);

/** What the views need to know of the page. */
const parts = { carrier, board, catalogue, stage, desk, inPlay, playOn, openIn };

/** Makes a view in a module of its own, which exports a class View. */
const imported = (name, load) => async () => {
  const { View } = await load();
  const view = new View({ ...parts, views, panel: byId(`panel-${name}`) });
  if (view.game) follow(view.game);
  return view;
};

const views = new Views({
  play: () => new PlayView({ ...parts, views }),
  analyse: imported("analyse", () => import("./analysismode.js")),
  review: imported("review", () => import("./reviewmode.js")),
  watch: imported("watch", () => import("./watchmode.js")),
});

function follow(game) {
  desk.follow(game);
  game.addEventListener("change", () => views.current?.game === game && rememberInAddress());
}

/** Keeps the address such that loading the page anew goes on where one is. */
function rememberInAddress() {
  const { name, current } = views;
  const game = current.game ?? inPlay.game;
  const { light, dark } = inPlay.players;
  const who = name === "play" && game.moves.length > 0 ? { light: playerText(light), dark: playerText(dark) } : {};
  history.replaceState({ view: name }, "", location.pathname + writeLink(game, name, who));
}

/** Starts a game with what the dialog says. */
async function start({ players, control, moveTime, rules, optionalCapture }) {
  await play({ rules, optionalCapture }, { players, control, moveTime });
}

/** Starts a game in play. */
async function play(game, { players, control = "", moveTime = "" }, ply = undefined) {
  const tags = tagsOf(players, control);
  await inPlay.start({ ...game, tags }, { players, clock: new Clock(control), moveTime }, ply);
  await views.go("play");
}

/** Starts a game in play out of the position on the board of another one. */
async function playOn(game) {
  const { moves } = game.question();
  const side = game.view.side;
  const { players } = inPlay;
  const engine = SIDES.map((one) => players[one]).find(({ kind }) => kind === "engine");
  const seated = engine ? { [side]: PERSON, [opponent(side)]: engine } : players;
  await play({ ...game.text, moves, comments: game.comments.slice(0, moves.length), result: "*", ending: null }, { players: seated });
}

/** Opens a game in another view, such as Review. */
async function openIn(name, game, ply) {
  const view = await views.view(name);
  await view.game.load(game, ply);
  view.own = true;
  await views.go(name);
}

/** Opens what a link says; without one, a first game against the weakest level. */
async function open(fragment) {
  const link = readLink(fragment);
  const chosen = { light: "person", dark: "level visitor" };
  const players = Object.fromEntries(SIDES.map((side) => [side, parsePlayer(link?.players[side] ?? chosen[side], ownEngine)]));
  const name = link?.view ?? "play";
  const seated = { players, clock: new Clock(""), moveTime: "" };
  try {
    if (name === "play") {
      await inPlay.start(link?.game ?? { tags: tagsOf(players, "") }, seated, link?.ply);
    } else {
      const view = await views.view(name);
      if (link.game.moves.length > 0 || link.game.start) {
        await view.game?.load(link.game, link.ply);
        view.own = true;
      }
    }
  } catch (error) {
    note(`The link cannot be read: ${error.message}`);
  }
  if (!inPlay.game.view) await inPlay.start({ tags: tagsOf(players, "") }, seated);
  await views.show(name);
}

/** The tags of the record of a game that is played here. */
function tagsOf(players, control) {
  const tags = {
    White: playerName(players.light), Black: playerName(players.dark),
    Date: new Date().toISOString().slice(0, 10).replaceAll("-", "."), TimeControl: control || "-",
  };
  return Object.entries(tags).map(([tag, value]) => ({ name: tag, value }));
}

follow(inPlay.game);
views.addEventListener("change", () => {
  desk.setView(views.current);
  rememberInAddress();
});
inPlay.addEventListener("change", () => views.name === "play" && desk.refresh());
inPlay.addEventListener("tick", () => views.name === "play" && desk.showNames());
byId("new-game").addEventListener("click", () => setup.open());
setup.addEventListener("start", ({ detail }) => start(detail));
// Back and forward come here, and links that are put into the address.
addEventListener("popstate", ({ state }) => {
  if (state?.view) views.show(state.view);
  else if (readLink(location.hash)) open(location.hash);
  else rememberInAddress();
});
carrier.addEventListener("push", ({ detail }) => detail.error && note(detail.error));
connectShare(carrier, board, views, inPlay);

await open(location.hash);
document.body.dataset.ready = "true";
performance.mark("usable");
