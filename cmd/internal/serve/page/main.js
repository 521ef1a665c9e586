// The page: makes its parts and connects them. The first look at the board needs
// nothing but what is imported here; the other modes come when they are entered.

import { Board } from "./board/board.js";
import { Carrier } from "./engine/carrier.js";
import { ShapeCatalogue } from "./board/shapecatalogue.js";
import { GameClock, localTime } from "./game/gameclock.js";
import { Desk } from "./desk.js";
import { GameInPlay } from "./game/gameinplay.js";
import { GameOver, PAIR } from "./game/gameover.js";
import { Hint } from "./game/hint.js";
import { PERSON, ownName, parsePlayer, playerName, playerText } from "./game/gameplayers.js";
import { PlayMode } from "./modes/playmode.js";
import { Refusal, withReason } from "./engine/refusal.js";
import { SIDES, opponent } from "./game/game.js";
import { SavedGames, savedGame } from "./savedgames/savedgames.js";
import { Stage } from "./board/stage.js";
import { TroubleBanner } from "./troublebanner.js";
import { Modes } from "./modes/modes.js";
import { evenOpening, openingOf } from "./game/evenopening.js";
import { connectRules } from "./dialogs/rulesprimer.js";
import { connectSettings } from "./looks/settings.js";
import { attempt, note, part } from "./texts/gamemessages.js";
import { openWire } from "./wire.js";
import { readLink, writeLink } from "./game/gamelink.js";
import { studyTexts, text, textsLoaded } from "./texts/texts.js";
import { byId, element, whenClicked } from "./dom.js";

// A link with a preview (linkpreview.go) goes on as its fragment.
const [, previewed] = location.search.match(/^\?in=[\w-]*&?(.*)/) ?? [];
if (previewed !== undefined) history.replaceState(null, "", `${location.pathname}#${previewed}`);
const carrier = new Carrier(openWire());
await textsLoaded;
const board = new Board();
byId("board").append(board.svg);
whenClicked("skip", (event) => {
  event.preventDefault(); // the address is not the place for it: it holds a game
  byId("board").focus();
});
connectSettings((name) => {
  if (modes?.current) desk.refresh();
  if (name === "sounds") desk.sounds.play("place");
  if (name === "notices") import("./game/turnnotification.js").then(({ change }) => change(inPlay));
});
let modes = null;
const saved = new SavedGames();
const rules = connectRules(() => modes?.current?.game ?? null, saved);

// Until the server has said which buildings there are, nothing works but the banner.
const banner = new TroubleBanner(byId("trouble"));
const greet = () => banner.show(carrier.trouble);
carrier.addEventListener("state", greet);
greet();
byId("unloaded").remove();
await carrier.ready();
carrier.removeEventListener("state", greet);
if (isElsewhere(readLink(location.hash))) {
  banner.show({ text: text("friend.elsewhere"), action: text("play.newGame"), again: () => location.replace(location.pathname) });
  await new Promise(() => {}); // for that game and no other one
}
for (const idle of document.querySelectorAll("[inert]")) idle.inert = false;
byId("notices").hidden = !carrier.hello.push || !("PushManager" in globalThis);

const catalogue = new ShapeCatalogue(carrier.hello.buildings);
const [ownEngine] = carrier.hello.engines;
const inPlay = new GameInPlay(carrier, saved);
const stage = new Stage(board, carrier);
const desk = new Desk({ board, carrier, catalogue, stage, banner });
new Hint({ carrier, inPlay, board, catalogue });
new GameOver({ inPlay, board, saved, rematch, easier, review: () => openIn("review", { ...inPlay.game.text, id: inPlay.about.id }) });

/** What the modes need to know of the page. */
const parts = { carrier, board, catalogue, stage, desk, inPlay, saved, playOn, openIn, openSetup: (about) => openSetup(about), keepGame, playSaved: resume, playFrom: (game) => openSetup({ from: game.question() }) };

/** Resolves when the style sheet of the modes that are imported is there. */
const studySheet = () => new Promise((resolve, reject) => {
  if (byId("study-sheet")) return resolve();
  const sheet = element("link", { rel: "stylesheet", href: new URL("looks/study.css", import.meta.url).href, id: "study-sheet" });
  sheet.addEventListener("load", resolve);
  sheet.addEventListener("error", () => {
    sheet.remove();
    reject(new Error(sheet.href));
  });
  document.head.append(sheet);
});

/** Makes a mode whose class is in a module that is loaded then. */
const imported = (name, load) => async () => {
  const [Mode] = await Promise.all([load(), studySheet(), studyTexts()].map(part)).catch((error) => {
    note(error.message);
    throw error;
  });
  const [said, last, deeds, menu] = ["said-part", "last-part", "deeds", "menu-part"].map((place) => document.querySelector(`.${place}[data-of=${name}]`));
  const mode = new Mode({ ...parts, modes, panel: byId(`panel-${name}`), said, last, deeds, menu });
  if (mode.game) follow(mode.game);
  return mode;
};

modes = new Modes({
  play: () => new PlayMode({ ...parts, modes }),
  analyse: imported("analyse", async () => (await import("./modes/analysismode.js")).AnalysisMode),
  review: imported("review", async () => (await import("./modes/reviewmode.js")).ReviewMode),
  watch: imported("watch", async () => (await import("./modes/watchmode.js")).WatchMode),
  learn: imported("learn", async () => (await import("./modes/learnmode.js")).LearnMode),
  puzzle: imported("puzzle", async () => (await import("./modes/puzzlemode.js")).PuzzleMode),
  proof: imported("proof", async () => (await import("./modes/proofmode.js")).ProofMode),
  edit: imported("edit", async () => (await import("./modes/editmode.js")).EditMode),
  question: imported("question", async () => (await import("./modes/questionmode.js")).QuestionMode),
});

function follow(game) {
  desk.follow(game);
  game.addEventListener("change", () => modes.current?.game === game && rememberInAddress());
}

/** The address of a link that could not be read, which stays until something is done on the page; or "". */
let unread = "";
for (const type of ["pointerdown", "click", "keydown"]) addEventListener(type, () => { unread = ""; }, true);

/** Keeps the address such that loading the page anew goes on where one is. That of a game that one may watch stays until this is answered. */
function rememberInAddress() {
  if (byId("watch-dialog")) return;
  const { name, current } = modes;
  const id = inPlay.kept ? inPlay.about.id : "";
  const game = current.game ?? inPlay.game;
  const { light, dark } = inPlay.players;
  const who = name === "play" && game.moves.length > 0 ? { light: playerText(light), dark: playerText(dark) } : current.linkFields;
  let link = current.address ? writeLink(null, name, current.address, id) : writeLink(game, name, who, id);
  if (name === "play" && inPlay.friend) link = inPlay.friend.link;
  history.replaceState({ mode: name, seat: inPlay.friend?.ticket, savedId: game.savedId, dialog: modes.atDialog }, "", unread || location.pathname + link);
}

// A printed sheet has its address, but not one by which a seat is taken.
addEventListener("beforeprint", () => { byId("sheet-address").textContent = location.href.replace(/#friend=.*/, ""); });

/** A function that opens a dialog, which is loaded and made the first time. */
function opener(load, make) {
  let made = null;
  return (about) => attempt(async () => {
    const module = await part(load());
    made ??= make(module);
    await made.open(about);
  });
}

/** Opens the dialog for a new game, for one from a position, or for another opponent. */
const openSetup = opener(() => import("./dialogs/newgamedialog.js"),
  ({ NewGameDialog }) => new NewGameDialog(carrier.hello.engines, { start, change: changeOpponent, invite: openInvitation }));

const openShare = opener(() => import("./dialogs/sharedialog.js"), ({ ShareDialog }) => new ShareDialog({ carrier, board, modes, inPlay }));

const openInvitation = opener(() => import("./dialogs/invitedialog.js"), ({ InviteDialog, tellWhyNot }) => (!carrier.hello.friends ? { open: tellWhyNot } : new InviteDialog(carrier, async (token) => {
  if (await joinFriend(token)) await modes.go("play");
  return inPlay.friend;
})));

const openGames = opener(() => import("./savedgames/gamelist.js"), ({ GameList }) => new GameList({
  carrier, saved, resume: (game) => resume(game).then(() => modes.go("play")), review: (game) => openIn("review", game), analyse: (game) => openIn("analyse", game),
}));

/** The side of the game in play that sits opposite. */
const farSide = () => opponent(modes.mode("play").near ?? "light");

/** Lets one choose the opponent: of the game that goes on, or of a new one. */
function chooseOpponent() {
  const { friend, game, owned, players, personSide: side } = inPlay;
  const goesOn = game.moves.length > 0 && owned && !game.ended;
  openSetup(friend ? {} : { opponents: { player: players[farSide()], side, goesOn } });
}

/** Gives the seat opposite to another player; the game goes on. */
const changeOpponent = (player) => attempt(async () => {
  const players = { ...inPlay.players, [farSide()]: player };
  await inPlay.replace(players, tagsOf(players, inPlay.clock.control));
  rememberInAddress();
});

/** Starts a game with what the dialog says. */
function start({ players, control, moveTime, opens, twoGames, ...game }) {
  return attempt(async () => {
    const opening = opens ? await evenOpening(carrier, game) : {};
    await play({ ...game, ...opening }, { players, control, moveTime, series: twoGames ? PAIR : null });
  });
}

/** Starts another game of the same players, who swap sides and play the same opening. */
async function rematch(series) {
  if (inPlay.friend) return attempt(() => inPlay.friend.offer("rematch"));
  const { game, players, clock, moveTime } = inPlay;
  const swapped = { light: players.dark, dark: players.light };
  await play({ ...game.question([]), ...openingOf(game) }, { players: swapped, control: clock.control, moveTime, series });
}

/** Starts a game like that which has ended, against a level. */
function easier(level) {
  const { game, clock: { control }, moveTime, personSide } = inPlay;
  const players = { [personSide]: PERSON, [opponent(personSide)]: parsePlayer(`level ${level}`, ownEngine) };
  return play({ ...game.question([]), ...openingOf(game) }, { players, control, moveTime });
}

/** Starts a game in play. */
async function play(game, { players, control = "", moveTime = "", series = null }, ply = undefined) {
  const tags = tagsOf(players, control);
  await inPlay.start({ ...game, tags }, { players, clock: new GameClock(control), moveTime, series }, ply);
  await modes.go("play");
}

/** Whether a link is to a game with a friend, which is not kept here. */
function isElsewhere(link) {
  return link?.friend && !carrier.hello.friends;
}

/** Goes on with a saved game. */
async function resume(game, ply = undefined) {
  const { players, control, left, moveTime, id, name, created, series, plan, marks } = game;
  const seated = Object.fromEntries(SIDES.map((side) => [side, parsePlayer(players[side], ownEngine)]));
  const friend = SIDES.map((side) => seated[side]).find(({ kind }) => kind === "friend");
  if (friend && game.outcome === "*" && await joinFriend(friend.token)) return;
  await inPlay.start(game, { players: seated, clock: new GameClock(control, left), moveTime, about: { id, name, created, series, plan, marks } }, ply);
}

/** Goes on with a game with a friend, as friendgame.js says; resolves to whether there is one. */
async function joinFriend(token, about = {}) {
  const { joinFriend: join } = await import("./game/friendgame.js");
  return join({ carrier, inPlay, sounds: desk.sounds, tagsOf, token, ...about }).catch((error) => {
    note(error.message);
    return false;
  });
}

/** Starts a game in play out of the position on the board of another one; the person has the side `own`, or else the one to move. */
async function playOn(game, own = null) {
  const { moves } = game.question();
  const side = own ?? game.view.side;
  const { players } = inPlay;
  const engine = SIDES.map((one) => players[one]).find(({ kind }) => kind === "engine");
  const seated = { light: PERSON, dark: PERSON, ...(engine && { [opponent(side)]: engine }) };
  const line = { moves, comments: game.comments.slice(0, moves.length), variations: [], line: undefined };
  await play({ ...game.text, ...line, result: "*", ending: null }, { players: seated });
  note(text(engine ? "play.onAgainst" : "play.onBoth", { side: text(`side.${side}`), name: engine && playerName(engine) }));
}

/** Puts a copy of a game among the saved ones. */
async function keepGame(game) {
  await saved.put(savedGame(game.text, saved.now, text("games.analysis")));
  note(text("games.added"));
}

/** Opens a game in another mode, such as Review. */
async function openIn(name, game, ply) {
  const mode = await modes.mode(name);
  await mode.game.load(game, ply);
  mode.own = true;
  await modes.go(name);
}

/** The saved game that the page goes on with: that of the link, or without a link the one that was played last, if it is not over. */
async function savedGameOf(link) {
  if (link) return link.id ? saved.get(link.id) : null;
  const id = await saved.getBoard("play");
  const [last] = id === null ? await saved.list(1) : [await saved.get(id)];
  return last?.outcome === "*" ? last : null;
}

/** Opens what an address says. If that fails, the page says so and plays, and the address stays. */
async function open(fragment) {
  const address = location.pathname + fragment;
  const link = readLink(fragment);
  if (isElsewhere(link)) return location.reload();
  try {
    if (link?.friend) {
      if (await joinFriend(link.friend, { key: link.key, modes })) return await modes.show("play");
      if (!byId("watch-dialog")) unread = address;
      return await (inPlay.game.view ? modes.show("play") : openLink(null));
    }
    await openLink(link).catch(async (error) => {
      const { readable } = await import("./game/unreadablelink.js");
      const { game, words } = await readable(carrier, fragment, error);
      if (words) unread = address;
      await openLink({ ...link, game: { ...link.game, ...game } });
      if (words) note(words);
    });
  } catch (error) {
    unread = address;
    note(withReason(text("page.badLink"), error));
    if (!inPlay.game.view) await startGame(null);
    await modes.show("play");
  }
}

/** Opens what a link says; without one, the last game, or a first one. */
async function openLink(link) {
  const name = link && Object.hasOwn(modes.makers, link.mode) ? link.mode : "play";
  const kept = await savedGameOf(link);
  const resumed = kept !== null && await resume(kept, name === "play" ? link?.ply : undefined).then(() => true, () => false);
  if (name === "play" && !resumed) {
    await startGame(link);
  } else if (name !== "play" && (link.game.moves.length > 0 || link.game.start || link.ask)) {
    const mode = await modes.mode(name);
    const game = { ...link.game, id: history.state?.savedId };
    await (mode.open ? mode.open(game, link.ply, link.ask) : mode.game?.load(game, link.ply));
    mode.own = true;
  }
  if (!inPlay.game.view) await startGame(link, null);
  await modes.show(name);
}

/** Starts the game of a link, or a first one; against the weakest level, unless the link names players. */
async function startGame(link, game = link?.game) {
  const chosen = { light: "person", dark: "level visitor" };
  const players = Object.fromEntries(SIDES.map((side) => [side, parsePlayer(link?.players[side] ?? chosen[side], ownEngine)]));
  await inPlay.start(game ?? { tags: tagsOf(players, "") }, { players, clock: new GameClock(""), moveTime: "" }, link?.ply);
}

/** The tags of the record of a game that is played here. */
function tagsOf(players, control) {
  const own = SIDES.filter((side) => players[side].kind === "person").length === 1 ? ownName() : "";
  const name = (player) => (player.kind === "person" && own) || playerName(player);
  const tags = {
    White: name(players.light), Black: name(players.dark),
    Date: new Date(localTime()).toISOString().slice(0, 10).replaceAll("-", "."), TimeControl: control || "-",
  };
  return Object.entries(tags).map(([tag, value]) => ({ name: tag, value }));
}

follow(inPlay.game);
modes.addEventListener("leave", () => desk.clear());
modes.addEventListener("change", () => {
  desk.setMode(modes.current);
  rememberInAddress();
});
inPlay.addEventListener("change", () => desk.mode?.game === inPlay.game && desk.refresh());
inPlay.addEventListener("tick", () => desk.mode?.game === inPlay.game && desk.showNames());
for (const id of ["opponent", "begin-opponent"]) whenClicked(id, chooseOpponent);
whenClicked("begin-invite", () => openInvitation());
whenClicked("menu", (event) => event.target.matches("button:not([data-sure])") && byId("menu").hidePopover());
for (const [id, open] of Object.entries({ "new-game": openSetup, invite: openInvitation, games: openGames, share: openShare })) whenClicked(id, () => open());
// Back and forward come here, and links that are put into the address.
addEventListener("popstate", ({ state }) => {
  unread = "";
  if (modes.leavesDialog(state)) rememberInAddress();
  else if (state?.mode) modes.show(state.mode);
  else if (readLink(location.hash)) open(location.hash);
  else rememberInAddress();
});
const tellProblem = () => saved.problem && note(saved.problem);
saved.addEventListener("problem", tellProblem);
tellProblem();
carrier.addEventListener("push", ({ detail }) => detail.error && note(new Refusal(detail).message));

whenClicked("learn-button", () => {
  byId("rules-dialog").close();
  modes.go("learn");
});

await open(location.hash);
await rules;
document.body.dataset.ready = "true";
performance.mark("usable");
if (carrier.hello.push) import("./game/turnnotification.js").then(({ begin }) => begin(inPlay));
