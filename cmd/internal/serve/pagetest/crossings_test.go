package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine"
)

// crossingsPage is a page with a game of a friend in which Light, the person, waits for Dark, and the service
// worker, in node. It has a function for each, which takes a row or a place, and resolves to what is shown.
const crossingsPage = `
	import { readFileSync } from "node:fs";
	const made = () => ({ children: [], textContent: "", setAttribute() {}, removeAttribute() {}, getAttribute: () => "", addEventListener(_, act) { this.click = act; }, append(...more) { this.children.push(...more); } });
	let page, heard = () => {};
	const set = (name, value) => Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
	set("fetch", async () => ({ ok: true, json: async () => JSON.parse(readFileSync("texts/english.json")) }));
	set("matchMedia", () => ({ addEventListener() {} }));
	set("location", new URL("http://example/turns/worker.js?words=It's+your+turn"));
	set("document", {
		documentElement: { lang: "en-GB", dataset: {} }, title: "", addEventListener() {}, createElement: made, head: made(),
		get hidden() { return page.place === "hidden"; }, body: { ...made(), dataset: { get mode() { return page.place === "view" ? "puzzle" : "play"; } } },
		getElementById: (id) => page?.[id] ?? made(), querySelector: (query) => (query.startsWith("dialog") ? page.dialog : made()),
	});
	set("Notification", class { static permission = "granted"; constructor(title, { body }) { page.told.push("notice: " + title + ": " + body); } addEventListener() {} close() {} });
	const notices = { getNotifications: async ({ tag }) => [{ close: () => page.told.push("taken away: " + tag) }] };
	set("navigator", { serviceWorker: { getRegistration: async () => notices, addEventListener: (_, act) => { heard = act; } } });
	set("registration", { showNotification: async (title, { body, renotify }) => page.told.push("notice: " + title + ": " + body + (renotify ? ", heard" : "")) });
	set("caches", { match: async () => new Response("Anna") });
	const worker = {};
	set("addEventListener", (type, act) => { worker[type] = act; });
	const visible = { visibilityState: "visible", postMessage: (data, ports) => page.place !== "silent" && heard({ data, ports }) };
	set("clients", { matchAll: async () => ({ closed: [], hidden: [{ visibilityState: "hidden" }] })[page.place] ?? [visible] });
	const { textsLoaded } = await import("./texts/texts.js");
	await textsLoaded;
	const { hearWorker, tellCrossings } = await import("./game/crossings.js");
	await import("./turns/worker.js");
	const after = (side, moves) => ({ moves, lastView: { side, margin: 0, last: { side: "dark", move: moves.at(-1), squares: [], claimed: [], captured: [] } } });
	const ended = (rule) => (it) => Object.assign(it.game, { ended: true, result: "1-0", ending: { rule } });
	const rows = {
		"moves": (it) => { Object.assign(it.game, after("light", ["CAnF5", "CSnE8"])); it.friend.state.moves = it.game.moves; },
		"asks": (it) => { it.friend.asks = "Anna asks."; },
		"answers": (it) => { it.friend.answer = { words: "No." }; },
		"resigns": ended("resign"), "time is out": ended(""),
		"time is short": (it) => { rows.moves(it); it.dispatchEvent(new Event("tick")); page.told = []; page.toast = made(); it.clock.isLow = () => true; },
		"the engine is stuck": (it) => { it.phase = "stuck"; },
	};
	async function start(place) {
		page = { place, told: [], toast: made(), live: made(), dialog: place === "dialog" ? { append() {}, addEventListener() {}, close() {} } : null };
		const it = Object.assign(new EventTarget(), { held: 0, personSide: "light", phase: "friend", clock: { isLow: () => false, text: () => "1 h 59 min" }, game: after("dark", ["CAnF5"]),
			friend: { number: 1, asks: "", link: "#friend=mine", ticket: { token: "g".repeat(36) }, state: { number: 1, moves: ["CAnF5"] } } });
		document.title = "Cathedral";
		tellCrossings(it, { play: (name) => page.told.push("sound: " + name) });
		hearWorker(it);
		it.dispatchEvent(new Event("change"));
		await new Promise((done) => setTimeout(done));
		page.opening = page.told;
		page.told = [];
		return it;
	}
	function result() {
		const { told, toast } = page;
		const [, way] = toast.children;
		if (toast.textContent) told.push((way ? "way: " : "note: ") + toast.textContent);
		way?.click();
		if (way) told.push(location.hash);
		return told.join("; ");
	}
	async function tell(row, place) {
		const it = await start(place);
		rows[row](it);
		for (const type of ["change", "tick", "tick"]) it.dispatchEvent(new Event(type)); // a thing is told once
		return result();
	}
	async function push(place) {
		const it = await start(place);
		if (place === "another game") it.friend = null;
		await new Promise((done) => worker.push({ data: { text: () => "g".repeat(12) }, waitUntil: (all) => all.then(done) }));
		return result();
	}
`

// What happens in a running game of a friend is shown wherever one is, in one way for each crossing.
func TestCrossings(t *testing.T) {
	const moves, short, resigned, late = "Dark places the castle at E8.", "Light has 1 h 59 min left.", "You have won. Dark has resigned.", "You have won. Dark's time is up."
	note := func(words string) string { return "note: " + words }
	way := func(words string) string { return "way: " + words + "; #friend=mine" }
	notice := func(title, words string) string { return "sound: turn; notice: " + title + ": " + words }
	const page, turn = "Cathedral", "It's your turn"
	places := []string{"play", "dialog", "view", "hidden"}
	table := []struct {
		row  string
		told [4]string
	}{
		{"moves", [4]string{"", note(moves + " It's your turn."), way(moves + " It's your turn."), notice(turn, moves)}},
		{"asks", [4]string{note("Anna asks."), note("Anna asks."), way("Anna asks."), notice(page, "Anna asks.")}},
		{"answers", [4]string{note("No."), note("No."), way("No."), notice(page, "No.")}},
		{"resigns", [4]string{"", "", way(resigned), notice(page, resigned)}},
		{"time is out", [4]string{"", "", way(late), notice(page, late)}},
		{"time is short", [4]string{"", note(short), way(short), notice(page, short)}},
		{"the engine is stuck", [4]string{}},
	}
	var calls, wants, names []string
	for _, test := range table {
		for i, place := range places {
			calls = append(calls, fmt.Sprintf("await tell(%q, %q)", test.row, place))
			wants, names = append(wants, test.told[i]), append(names, test.row+", "+place)
		}
	}
	pushed := "notice: It's your turn: Anna, heard"
	for place, want := range map[string]string{
		"closed": pushed, "hidden": pushed, "silent": pushed, "play": "", "view": "way: Anna: It's your turn; #friend=gggggggggggg",
		"another game": "way: Anna: It's your turn; #friend=gggggggggggg",
	} {
		calls = append(calls, fmt.Sprintf("await push(%q)", place))
		wants, names = append(wants, want), append(names, "a turn that the server sends, "+place)
	}
	calls = append(calls, `(await start("play"), page.opening.join())`)
	wants, names = append(wants, "taken away: gggggggggggg"), append(names, "the game is opened")
	var got []string
	runInNode(t, crossingsPage+"process.stdout.write(JSON.stringify(["+strings.Join(calls, ", ")+"]), () => process.exit());", &got)
	for i, want := range wants {
		if got[i] != want {
			t.Errorf("%s: %q is told, want %q", names[i], got[i], want)
		}
	}
}

// In Chromium a cell of the table: where one analyses, the end is a note, and its message comes in Play.
func TestBrowserTheEndIsToldInAnotherView(t *testing.T) {
	light, link, _ := hostGame(t, friendsWindow, "")
	dark := openInvitation(t, link, friendsWindow)
	dark.placeHere("CSnE8", engine.Dark)
	light.awaitMoves(2)
	light.click("#tab-analyse")
	light.await("one analyses", `document.body.dataset.mode === "analyse"`)
	evaluate[chromedp.Void](dark, `document.getElementById("resign").click(), document.getElementById("resign").click()`)
	light.awaitToast("You have won. Dark has resigned. Go there")
	light.await("nothing more comes", `new Promise((later) => setTimeout(later, 100, true))`)
	light.checkNoDialog()
	light.click("#tab-play")
	light.await("the message is there", `document.getElementById("ending").checkVisibility()`)
	light.checkText("#status", "You have won")
	// What waits for an answer comes first.
	dark.await("the end is told", `document.getElementById("ending").checkVisibility()`)
	dark.click("#rematch-here")
	light.await("it is asked for a rematch", `document.getElementById("friend-agree")?.checkVisibility() && document.querySelector("#friend-panel").getBoundingClientRect().bottom < document.getElementById("ending").getBoundingClientRect().top`)
	checkIs(light, `[...document.querySelectorAll(".deeds button")].filter((one) => one.checkVisibility()).map((one) => one.id + (one.matches(".primary") ? " filled" : "")).join()`, "review-here,friend-decline,friend-agree filled")
}

// A clock of days has them, hours and minutes, and is low below two hours.
func TestClocksOfDays(t *testing.T) {
	var got []string
	runInNode(t, crossingsPage+`const { FriendClock } = await import("./game/friendclock.js");
		const clock = new FriendClock("");
		const shown = (control, seconds) => { clock.set({ control, left: { light: 1000 * seconds } }, null); return clock.text("light") + (clock.isLow("light") ? " low" : ""); };
		console.log(JSON.stringify([...[259199, 86399, 9000, 7199, 2700, 40].map((seconds) => shown("3d", seconds)), shown("600+5", 40), shown("600+5", 19)]));`, &got)
	if want := "2 d 23 h, 23 h, 2 h 30 min, 1 h 59 min low, 45 min low, 0:40 low, 0:40, 0:19 low"; strings.Join(got, ", ") != want {
		t.Errorf("clocks show %q, want %s", got, want)
	}
}

// Since when it is somebody's turn is said by the days of the reader's calendar, once it is ten minutes.
func TestSinceWhenItIsWhoseTurn(t *testing.T) {
	var got []string
	runInNode(t, crossingsPage+`const { turnSince } = await import("./game/turnsince.js");
		const now = new Date(2026, 5, 10, 18).getTime();
		const said = (friend, ...at) => turnSince({ yours: friend === "me", friend, at: new Date(2026, 5, ...at).getTime() }, now);
		console.log(JSON.stringify([said("Ben", 10, 17, 51), said("Ben", 10, 14, 5), said("", 9, 23, 59), said("me", 9, 0), said("Ben", 8, 23), said("Ben", 3, 23), said("Ben", 12, 8),
			turnSince({ yours: true, friend: "", at: 0 }, now)]));`, &got)
	if want := ", Ben's turn since 14:05, Your friend's turn since yesterday, Your turn since yesterday, Ben's turn since Monday, Ben's turn since 3 June, , "; strings.Join(got, ", ") != want {
		t.Errorf("it says %q, want %q", strings.Join(got, ", "), want)
	}
}
