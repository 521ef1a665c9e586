// Notifications of turns in games with friends: whether one wants them, and whether they work. A hidden page sends them itself
// (crossings.js); a server with keys for Web Push tells of turns when it is closed, by turns/worker.js.

import { opponent } from "./game.js";
import { gameOfToken } from "./gamelink.js";
import { hearWorker } from "./crossings.js";
import { button, byId, elapsed, element, nextEvent } from "../dom.js";
import { Refusal } from "../engine/refusal.js";
import { chosen, setting } from "../looks/settings.js";
import { remember, remembered } from "../savedgames/remembered.js";
import { text } from "../texts/texts.js";

const KEY = "cathedral-notify-asked";

/** Milliseconds in which a browser subscribes, if it reaches a service for this. */
const PATIENCE = 10000;

/** How many games' friends are kept. */
const MOST_NAMES = 50;

/** How telling stands after the server's answer to a first message. */
const ANSWERS = { accepted: "works", later: "later", refused: "refused", gone: "refused" };

/** How telling stands where there is nothing to mend. */
const GOOD = ["works", "open", "ready"];

/** How telling stands where it does not work. */
const BAD = ["denied", "unreachable", "refused", "later"];

/** How telling stands, as was found out last; null before anybody was asked, "no" after a refusal. */
let found = remembered(KEY);

/** The number of moves when one was asked last. */
let askedAt;

const WORKER = new URL("../turns/worker.js", import.meta.url);

/** Whether it makes sense to ask for notifications: they are possible, and nobody has asked yet. */
const mayAsk = (carrier) => isSecureContext && globalThis.Notification?.permission === "default" && !found && (pushes(carrier) || isPossible());

/** Whether the server and the browser have Web Push. */
const pushes = ({ hello }) => hello.push && "PushManager" in globalThis;

/** Whether the browser has Web Push only for pages on the Home Screen, as on an iPhone. */
const needsHomeScreen = ({ hello }) => hello.push && navigator.standalone === false && !("PushManager" in globalThis);

/** Whether the page itself may send notifications. Browsers of phones leave that to service workers; others show nothing before they are allowed to. */
function isPossible() {
  try {
    return Boolean(new Notification("", { silent: true }));
  } catch {
    return false;
  }
}

/** How telling stands: the end of a key turn.is.*, or "" if there is nothing to say. */
function standing(carrier) {
  if (needsHomeScreen(carrier)) return "home";
  if (chosen("notices") === "off") return "";
  if (found && found !== "no" && globalThis.Notification?.permission === "denied") return "denied";
  return [...GOOD, ...BAD].includes(found) ? found : "";
}

/** What can be done about how telling stands: [label, what it does, id]. */
function remedies(state, carrier, friend, done) {
  if (BAD.includes(state)) return [[text("trouble.tryAgain"), () => ask(true, carrier, friend).then(done), "turn-again"]];
  // What is put on the Home Screen begins with the address, and knows nothing that is kept here.
  const ready = () => history.replaceState(history.state, "", location.pathname + friend.deviceLink);
  return state === "home" && friend ? [[text("turn.ready"), ready, "turn-ready"]] : [];
}

/**
 * What there is to say of notices while a game waits for the friend, as words and buttons [label, what they
 * do, id]: the question whether one wants any, which is asked once, or how telling stands. `done` is
 * called when what a button does may have changed that.
 */
export function aboutNotices(friend, done) {
  const { carrier } = friend;
  const answer = (wanted) => () => ask(wanted, carrier, friend).then(done);
  const no = [text("turn.notNow"), answer(false), "turn-not"];
  if (mayAsk(carrier)) return { words: "", acts: [[text("turn.tellMe"), answer(true), "turn-tell"], no] };
  const state = standing(carrier);
  const isTold = state === "home" ? !found : BAD.includes(state) || askedAt === friend.state.moves.length && state;
  if (!isTold) return { words: "", acts: [] };
  return { words: text(`turn.is.${state}`), acts: [...remedies(state, carrier, friend, done), ...(state === "home" ? [no] : [])] };
}

/** Hears the service worker from now on, and says in the settings how telling stands. */
export function begin(inPlay) {
  hearWorker(inPlay);
  showStanding(inPlay);
}

/** Says in the settings how telling stands. */
function showStanding({ carrier, friend }) {
  const state = standing(carrier);
  const place = byId("notices-state");
  place.hidden = !state;
  if (!state) return;
  const again = () => showStanding({ carrier, friend });
  place.replaceChildren(element("span", {}, text(`turn.is.${state}`)), ...remedies(state, carrier, seated(friend), again).map(([label, act]) => button(label, act)));
}

/** A friend's game if one plays in it, or null. */
const seated = (friend) => (friend?.state?.you ? friend : null);

/** Asks the browser for notifications, if that is wanted, and tries whether they work. */
async function ask(wanted, carrier, friend) {
  if (!wanted) return find("no", carrier, friend);
  await globalThis.Notification?.requestPermission();
  askedAt = friend?.state.moves.length;
  return find(await outcome(carrier, friend, true), carrier, friend);
}

function find(state, carrier, friend) {
  found = state;
  remember(KEY, state);
  showStanding({ carrier, friend });
}

/** Has the server tell of the turns of a game when the page is closed too, if that is possible and allowed. */
export async function enrol(friend) {
  const { carrier } = friend;
  if (pushes(carrier) && setting("notices") === "on") find(await outcome(carrier, friend, found !== "works"), carrier, friend);
}

/** Has the server tell of turns in a game, if there is one, after a message for a trial if `first` says so; resolves to how telling stands then. */
async function outcome(carrier, friend, first) {
  if (globalThis.Notification?.permission !== "granted") return "denied";
  if (!pushes(carrier)) return "open";
  let address, isNew;
  try {
    const late = elapsed(PATIENCE).then(() => Promise.reject());
    [address, isNew] = await Promise.race([subscribe(carrier.hello.push), late]);
  } catch {
    return "unreachable"; // not every browser reaches a service for this
  }
  const before = isNew || found !== "works" ? "ready" : "works";
  if (!friend) return before;
  await keepName(friend).catch(() => {});
  try {
    const { notify } = await friend.request({ do: "notify", ...address, first: first || isNew });
    return ANSWERS[notify] ?? before;
  } catch (error) {
    return error instanceof Refusal ? "refused" : "later";
  }
}

/** Keeps whom the notices of a game name, for the last games alone. */
async function keepName({ state: { names, you }, ticket }) {
  const kept = await caches.open("friends");
  await kept.put(new URL(`../turns/${gameOfToken(ticket.token)}`, import.meta.url), new Response(names[opponent(you)]));
  const games = await kept.keys(); // in the order of their last changes
  await Promise.all(games.slice(0, -MOST_NAMES).map((game) => kept.delete(game)));
}

/** Resolves to the address at which a server with a key can tell of turns, and to whether it is a new one. */
async function subscribe(key) {
  WORKER.search = new URLSearchParams({ words: text("turn.notice"), first: text("turn.first") });
  const registration = await navigator.serviceWorker.register(WORKER);
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  while (worker.state !== "activated") {
    if (worker.state === "redundant") throw new Error(worker.state);
    await nextEvent(worker, "statechange");
  }
  const { pushManager } = registration;
  const known = await pushManager.getSubscription();
  const made = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const subscription = await made().catch(async () => { // the server's key was another one
    await known?.unsubscribe();
    return made();
  });
  const { endpoint, keys: { p256dh, auth } } = subscription.toJSON();
  return [{ endpoint, p256dh, auth }, endpoint !== known?.endpoint];
}

/** Begins to tell of turns, or ends that, as the setting says now; in a game with a friend, if there is one, at once. */
export async function change({ carrier, friend }) {
  if (setting("notices") === "on") return ask(true, carrier, seated(friend));
  await (await navigator.serviceWorker.getRegistration(WORKER))?.unregister(); // the server hears of it at the next turn
  showStanding({ carrier, friend });
}
