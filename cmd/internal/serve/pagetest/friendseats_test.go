package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// reload loads the page again, as its user does: the history of the tab stays.
func (p *page) reload() {
	p.t.Helper()
	evaluate[chromedp.Void](p, `void (document.body.dataset.ready = "old", setTimeout(() => location.reload()))`)
	p.awaitLoadedAgain("the page is usable again", "true")
}

// checkAddress checks that the address has nothing of a link's secret.
func (p *page) checkAddress(links ...string) {
	p.t.Helper()
	address := evaluate[string](p, "location.href")
	for _, link := range links {
		_, token, found := strings.Cut(link, "#friend=")
		if !found || strings.Contains(address, token[12:36]) {
			p.t.Errorf("the address is %s, with the secret of %s", address, link)
		}
	}
	if _, fragment, found := strings.Cut(address, "#friend="); !found || len(fragment) != 12 {
		p.t.Errorf("the address is %s", address)
	}
}

// deviceLink returns the link by which another device of the player plays too.
func (p *page) deviceLink() string {
	p.t.Helper()
	p.click("#friend-links")
	p.await("there is a link and its code", `document.querySelector("#link-dialog[open] svg")`)
	link := evaluate[string](p, `document.getElementById("device-link-field").value`)
	p.click("#link-dialog form button")
	return link
}

// The address has no key of a seat. A reload keeps the seat, even if the browser stores nothing,
// and the address opens it only there.
func TestBrowserTheAddressHasNoSeat(t *testing.T) {
	enginetest.Long(t)
	for name, prepare := range map[string]string{
		"stored": "",
		"storage blocked": `Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
			indexedDB.open = () => { throw new DOMException("denied", "SecurityError"); };`,
	} {
		t.Run(name, func(t *testing.T) {
			server := friendPages(t)
			w := window{width: 1280, height: 800, hurried: true, prepare: prepare}
			light := openPage(t, server.page("#rules=classic"), w)
			link, _ := light.inviteFriend("light", "")
			light.placeHere("CAnF5", engine.Light)
			light.awaitMoves(1)
			dark := openPage(t, link, w)
			dark.click("#greeting-board")
			own := light.deviceLink()
			light.checkAddress(link, own)
			dark.checkAddress(link, own)
			for _, p := range []*page{light, dark} {
				p.reload()
				p.awaitMoves(1)
				p.checkAddress(link, own)
				if evaluate[bool](p, `document.querySelector("dialog[open]") !== null`) {
					t.Errorf("after a reload there is %q", p.text("dialog[open]"))
				}
			}
			dark.placeHere("CSnE8", engine.Dark)
			light.awaitMoves(2)
			light.placeHere("TAnA1", engine.Light)
			dark.awaitMoves(3)

			// The address gives nobody else a seat; the link for another device does.
			stranger := openPage(t, evaluate[string](light, "location.href"), desktop)
			stranger.await("it says so", `/only in the browser that plays it/.test(document.getElementById("toast").textContent)`)
			stranger.awaitMoves(0)
			phone := openPage(t, own, desktop)
			phone.awaitMoves(3)
			phone.checkAddress(own)
			dark.placeHere("TAnJ1", engine.Dark)
			phone.awaitMoves(4)
			phone.placeHere("TAnA3", engine.Light)
			for _, p := range []*page{light, dark} {
				p.awaitMoves(5)
				if evaluate[bool](p, `document.querySelector("[id^=hand-over-]") !== null`) {
					t.Error("a player's own device is taken for somebody else's")
				}
			}
			if prepare != "" {
				return
			}
			// A link from before seats had keys, which its player has kept.
			old, _, _ := strings.Cut(own, "&key=")
			light.visit(old)
			light.awaitMoves(5)
			light.checkAddress(own)
			light.await("it is that of a player", `document.getElementById("friend-draw")`)
		})
	}
}

// A friend opens the link in a messenger, and then in the browser. Both players see it, and
// either of them hands the seat over.
func TestBrowserASecondDeviceAsksForTheSeat(t *testing.T) {
	enginetest.Long(t)
	light, link := hostGame(t)
	messenger := openInvitation(t, link)
	messenger.awaitMoves(1)
	browser := openPage(t, link, desktop)
	browser.await("it watches", `/Another device holds this seat/.test(document.getElementById("friend-panel").textContent)`)
	browser.checkAddress(link)
	if evaluate[bool](browser, `document.querySelector("#greeting-dialog") !== null || !document.getElementById("resign").matches(":disabled, [hidden]")`) {
		t.Error("who does not hold the seat is invited to play")
	}
	light.await("the inviter is told", `/Your friend's seat is open on a second device/.test(document.getElementById("friend-panel").textContent)`)
	messenger.await("the holder is told", `/Your seat is also open on another device/.test(document.getElementById("friend-panel").textContent)`)
	light.click("#hand-over-dark")
	browser.await("it plays", `/The seat is yours now/.test(document.getElementById("toast").textContent)`)
	messenger.await("the old holder is told", `/handed over/.test(document.getElementById("toast").textContent)`)
	light.await("the inviter is told", `/is now playing on another device/.test(document.getElementById("toast").textContent) && !document.getElementById("hand-over-dark")`)
	browser.placeHere("CSnE8", engine.Dark)
	light.awaitMoves(2)
	messenger.awaitMoves(2)

	// The holder keeps the seat: the other device has to wait. The holder hands it over to a third.
	messenger.click("#seat-ask")
	browser.click("#keep-dark")
	messenger.await("it may ask again", `document.getElementById("seat-ask")`)
	messenger.click("#seat-ask")
	messenger.await("it has to wait", `/Ask again in a minute/.test(document.getElementById("toast").textContent)`)
	third := openPage(t, link, desktop)
	browser.click("#hand-over-dark")
	third.await("it plays", `/The seat is yours now/.test(document.getElementById("toast").textContent)`)
	browser.await("it watches again", `document.getElementById("seat-ask")`)
	light.placeHere("TAnA1", engine.Light)
	third.placeHere("TAnJ1", engine.Dark)
	browser.awaitMoves(4)
	third.reload()
	third.awaitMoves(4)
	if !evaluate[bool](third, `document.getElementById("friend-draw") !== null`) {
		t.Error("after a reload the seat is lost")
	}
}

// An invited friend is greeted, may learn the game and come back, and never finds the rules
// over the game. Both see each other's names.
func TestBrowserAFriendIsGreeted(t *testing.T) {
	enginetest.Long(t)
	server := friendPages(t)
	enter := func(p *page, dialog, name string) {
		p.t.Helper()
		evaluate[chromedp.Void](p, fmt.Sprintf(`(() => {
			const field = document.querySelector(%q);
			field.value = %q;
			field.dispatchEvent(new Event("change"));
		})()`, dialog+" [name=person]", name))
	}
	light := openPage(t, server.page(""), window{width: 1280, height: 800, hurried: true})
	light.click("#invite")
	light.await("the dialog is open", `document.getElementById("invite-dialog")?.open`)
	enter(light, "#invite-dialog", "Ann")
	light.click("#invite-dialog .row button") // what was entered is remembered
	link, _ := light.inviteFriend("light", "")
	dark := openPage(t, link, window{width: 1280, height: 800, hurried: true, newcomer: true})
	if words := dark.text("#greeting-dialog"); !strings.Contains(words, "You are invited and play Dark") || !strings.Contains(words, "Ann begins.") {
		t.Errorf("the greeting is %q", words)
	}
	enter(dark, "#greeting-dialog", "Ben <b>")
	light.await("the inviter sees the name", `document.querySelector("#hand-dark .hand-name").textContent.includes("Ben <b>")`)
	dark.click("#greeting-learn")
	dark.await("one learns", `document.body.dataset.mode === "learn" && document.querySelector(".lesson-task").textContent`)
	light.placeHere("CAnF5", engine.Light)
	dark.await("the tab says whose turn it is", `document.title.startsWith("Your turn") && document.querySelector("link[rel=icon]").href.startsWith("data:image/svg")`)
	dark.click("#back-to-friend")
	dark.await("the way back is gone when one is back", `document.body.dataset.mode === "play" && !document.getElementById("back-to-friend")`)
	dark.reload()
	dark.await("it says so after a reload", `document.title.startsWith("Your turn")`)
	dark.placeHere("CSnE8", engine.Dark)
	dark.await("the tab is as it was", `document.title === "Cathedral" && document.querySelector("link[rel=icon]").href.endsWith("/icon.svg")`)
	if name := dark.text("#hand-light .hand-name"); !strings.Contains(name, "Ann") {
		t.Errorf("the friend's name is %q", name)
	}
	dark.visit(server.page(""))
	dark.awaitMoves(2)
	if evaluate[bool](dark, `document.querySelector("dialog[open]") !== null`) {
		t.Errorf("over the running game there is %q", dark.text("dialog[open]"))
	}
	dark.click("#share")
	dark.await("the record has the names", `/White "Ann"/.test(document.getElementById("share-record").value) && /Black "Ben <b>"/.test(document.getElementById("share-record").value)`)
}

func TestBrowserFriendsAgreeOnADraw(t *testing.T) {
	enginetest.Long(t)
	light, link := hostGame(t)
	dark := openInvitation(t, link)
	dark.click("#friend-draw")
	light.await("a draw is offered", `/Your friend offers a draw/.test(document.getElementById("friend-panel").textContent)`)
	light.click("#friend-decline")
	dark.click("#friend-draw")
	light.click("#friend-agree")
	for _, p := range []*page{light, dark} {
		p.await("the end is told", `document.getElementById("gameover-dialog").open`)
		if words := p.text("#gameover-title") + ": " + p.text("#gameover-reason"); words != "A draw: A draw: both players agreed to it." {
			t.Errorf("the end is told as %q", words)
		}
	}
	light.click("#gameover-dialog button:not([id])")
	light.click("#share")
	light.await("the record has the end", `/Result "1\/2-1\/2"/.test(document.getElementById("share-record").value) && /Termination "adjudication"/.test(document.getElementById("share-record").value)`)
}

// A player who looks elsewhere hears that it is their turn, and is notified after agreeing to that.
func TestBrowserAHiddenTabTellsWhoseTurnItIs(t *testing.T) {
	enginetest.Long(t)
	server := friendPages(t)
	light := openPage(t, server.page(""), window{width: 1280, height: 800, hurried: true, prepare: `{
		window.notified = [];
		window.Notification = class extends EventTarget {
			static permission = "default";
			static async requestPermission() { return Notification.permission = "granted"; }
			constructor(title, { body }) { super(); if (Notification.permission === "granted") window.notified.push(title + ": " + body); }
		};
		Object.defineProperty(document, "hidden", { get: () => window.away === true });
		window.played = 0;
		const start = OscillatorNode.prototype.start;
		OscillatorNode.prototype.start = function (...when) { if (document.hidden) window.played++; return start.apply(this, when); };
	}`})
	link, _ := light.inviteFriend("light", "")
	light.placeHere("CAnF5", engine.Light)
	dark := openInvitation(t, link)
	light.click("#turn-tell")
	light.await("it was asked for once", `Notification.permission === "granted" && !document.getElementById("turn-tell") && localStorage.getItem("cathedral-notify-asked")`)
	dark.placeHere("CSnE8", engine.Dark)
	light.placeHere("TAnA1", engine.Light)
	dark.awaitMoves(3)
	if evaluate[int](light, `window.notified.length`) != 0 {
		t.Error("who looks at the page is notified")
	}
	evaluate[chromedp.Void](light, `void (window.away = true)`)
	dark.placeHere("TAnJ1", engine.Dark)
	light.await("there is a notification and a sound", `window.notified.length === 1 && window.played >= 2`)
	if words := evaluate[string](light, `window.notified[0]`); words != "It is your turn: Dark places the tavern at J1." {
		t.Errorf("the notification is %q", words)
	}
}

// A name that is given while the end of the game is being saved is kept.
func TestBrowserANameIsKeptWhileAGameIsSaved(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t), window{width: 1280, height: 800, hurried: true, prepare: `{
		const put = IDBObjectStore.prototype.put;
		IDBObjectStore.prototype.put = function (value, ...rest) {
			const request = put.call(this, value, ...rest);
			if (value.name === "mine" && !window.resigned) {
				window.resigned = true; // the game is saved between the name's coming to the store and to the game
				const resign = document.getElementById("resign");
				resign.click();
				resign.click();
			}
			return request;
		};
	}`})
	placeCathedral(p)
	p.await("Light is to move", lightToMove)
	openList(p)
	rename(p, 1, "mine")
	p.await("the game has ended", `window.resigned && document.querySelector("#gameover-dialog[open]")`)
	p.visit(evaluate[string](p, "location.href"))
	openList(p)
	if title := p.text(".saved-game b"); title != "mine" {
		t.Errorf("its name is %s", title)
	}
}

// The dialog for a new game says whether the opponent plays from a book.
func TestBrowserANewGameSaysWhoPlaysFromABook(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t), desktop)
	p.openNewGame()
	for opponent, want := range map[string]string{
		"level visitor": "opening book.", "level full": "opening book.", "engine greedy": "no book but its own", "person": "",
	} {
		words := evaluate[string](p, fmt.Sprintf(`(() => {
			const select = document.getElementById("setup-form").elements.dark;
			select.value = %q;
			select.dispatchEvent(new Event("change"));
			return document.getElementById("level-about").textContent;
		})()`, opponent))
		if !strings.Contains(words, want) || (want == "") != (words == "") {
			t.Errorf("of %s it says %q", opponent, words)
		}
	}
}
