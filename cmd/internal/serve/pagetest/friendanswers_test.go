package pagetest

import (
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// The buttons that answer an offer, or a device that asks for a seat, are in sight in every
// window, in the bar.
func TestBrowserAnswersToAFriendAreInSight(t *testing.T) {
	enginetest.Long(t)
	windows, _ := foldTables(t)
	light, link := hostGame(t)
	dark := openInvitation(t, link)
	dark.placeHere("CSnE8", engine.Dark)
	check := func(buttons ...string) {
		t.Helper()
		for _, w := range windows {
			dark.resize(window{width: w.width, height: w.height, touch: w.width < 1000})
			for _, problem := range dark.outOfSight(append(buttons, "#status")...) {
				t.Errorf("at %dx%d: %s", w.width, w.height, problem)
			}
		}
	}
	light.awaitMoves(2) // a move declines an offer
	light.click("#friend-draw")
	dark.await("there is an offer", `document.getElementById("friend-agree")`)
	check("#friend-agree", "#friend-decline")
	dark.click("#friend-decline")
	dark.await("the answers are gone", `!document.getElementById("friend-agree") && !document.getElementById("friend-decline")`)
	openPage(t, link, desktop).await("it watches", `/Another device holds this seat/.test(document.getElementById("friend-panel").textContent)`)
	dark.await("a device asks", `document.getElementById("keep-dark")`)
	check("#hand-over-dark", "#keep-dark")
	dark.click("#keep-dark")
	dark.await("the answers are gone", `!document.getElementById("keep-dark")`)
}

// A building that is in the air when the connection is cut is there when it is back.
func TestBrowserKeepsTheBuildingInTheAirWhenTheConnectionIsCut(t *testing.T) {
	enginetest.Long(t)
	server := friendPages(t)
	p := openPage(t, server.page("#light=person&dark=engine+greedy&moves=CAnF5.CSnE8"), window{width: 1280, height: 800, hurried: true})
	p.expected = "ERR_CONNECTION_REFUSED"
	p.await("Light is to move", lightToMove)
	p.click("#hand-light [data-code=TO]")
	x, y := p.pointOf(1.5, 1.5)
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
	held := p.inTheAir()
	if held == "" {
		t.Fatal("nothing is in the air")
	}
	server.kill()
	p.await("the connection is lost", `!`+noTrouble)
	server.start()
	p.await("the connection is back", noTrouble)
	if now := p.inTheAir(); now != held {
		t.Errorf("%q is in the air, want %s", now, held)
	}
	p.click("#place")
	p.awaitMoves(4)
}

// Who plays on a phone, whose browser lets no page notify, is not asked whether it may.
func TestBrowserAPhoneIsNotAskedForNotifications(t *testing.T) {
	enginetest.Long(t)
	server := friendPages(t)
	light := openPage(t, server.page(""), window{width: 390, height: 844, touch: true, hurried: true, prepare: `window.Notification = class {
		static permission = "default";
		constructor() { throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead."); }
	}`})
	link, _ := light.inviteFriend("light", "")
	light.placeHere("CAnF5", engine.Light)
	openInvitation(t, link)
	light.await("the friend is there", `document.getElementById("friend-draw")`)
	if evaluate[bool](light, `document.getElementById("turn-tell") !== null`) {
		t.Error("it is asked")
	}
}
