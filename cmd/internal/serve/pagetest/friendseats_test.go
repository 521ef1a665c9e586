package pagetest

import (
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
	p.await("the page is usable again", usable)
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
			if prepare != "" {
				enginetest.Night(t)
			}
			w := friendsWindow
			w.prepare = prepare
			light := openPage(t, friendPages(t).page(""), w)
			if prepare != "" {
				light.click("#rules-done") // nobody knows that they were read
			}
			link, _ := light.inviteFriend("light", "", "")
			light.placeHere("CAnF5", engine.Light)
			light.awaitMoves(1)
			dark := openInvitation(t, link, w)
			light.click("#friend-links")
			light.await("there is a link and its code", `document.querySelector("#link-dialog[open] svg")`)
			own := evaluate[string](light, `document.getElementById("device-link-field").value`)
			light.click("#link-dialog form button")
			light.checkAddress(link, own)
			dark.checkAddress(link, own)
			for _, p := range []*page{light, dark} {
				p.reload()
				p.awaitMoves(1)
				p.checkAddress(link, own)
				p.checkNoDialog()
			}
			dark.placeHere("CSnE8", engine.Dark)
			light.awaitMoves(2)
			light.placeHere("TAnA1", engine.Light)
			dark.awaitMoves(3)

			// The address gives nobody else a seat; the link for another device does.
			stranger := openPage(t, evaluate[string](light, "location.href"), desktop)
			stranger.click("#watch-dialog button:not(.primary)")
			stranger.reload()
			stranger.awaitMoves(0)
			stranger.checkAccess("an address of somebody's game", byDay(1, themes)...)
			stranger.click("#watch-dialog .primary")
			stranger.awaitMoves(3)
			stranger.reload()
			stranger.awaitPanel("You are watching")
			stranger.awaitMoves(3)
			stranger.failIf("who watches may ask for a seat", `document.getElementById("seat-ask")`)
			phone := openPage(t, own, desktop)
			phone.awaitMoves(3)
			phone.checkAddress(own)
			dark.placeHere("TAnJ1", engine.Dark)
			phone.awaitMoves(4)
			phone.placeHere("TAnA3", engine.Light)
			for _, p := range []*page{light, dark} {
				p.awaitMoves(5)
				p.failIf("a player's own device is taken for somebody else's", `document.querySelector("[id^=hand-over-]") !== null`)
			}
			if prepare != "" {
				return
			}
			// A link from before seats had keys, which its player has kept.
			old, _, _ := strings.Cut(own, "&key=")
			light.visit(old)
			light.awaitMoves(5)
			light.checkAddress(own)
			light.await("it is that of a player", `!document.getElementById("friend-links").hidden`)
		})
	}
}

// A friend opens the link in a messenger, and then in the browser. Both players see it, and
// either of them hands the seat over.
func TestBrowserASecondDeviceAsksForTheSeat(t *testing.T) {
	light, link, _ := hostGame(t, friendsWindow, "")
	messenger := openInvitation(t, link, friendsWindow)
	messenger.awaitMoves(1)
	browser := openPage(t, link, desktop)
	browser.awaitPanel("Another device holds this seat")
	browser.checkAddress(link)
	browser.failIf("who does not hold the seat is invited to play", `document.getElementById("greeting") !== null || !document.getElementById("resign").matches(":disabled, [hidden]")`)
	light.awaitPanel("Your friend's seat is open on a second device")
	messenger.awaitPanel("Your seat is also open on another device")
	light.click("#hand-over-dark")
	browser.awaitToast("The seat is yours now")
	messenger.awaitToast("handed over")
	light.await("the inviter is told", `/is now playing on another device/.test(document.getElementById("toast").textContent) && !document.getElementById("hand-over-dark")`)
	browser.placeHere("CSnE8", engine.Dark)
	light.awaitMoves(2)
	messenger.awaitMoves(2)

	messenger.click("#seat-ask")
	browser.click("#keep-dark")
	messenger.await("it may ask again", `document.getElementById("seat-ask")`)

	// It is said when it was asked for, until the device that asks is closed.
	third := openPage(t, link, desktop)
	light.await("it is said when", `/asked for it at \d\d:\d\d\./.test(document.getElementById("friend-panel").textContent)`)
	third.do(chromedp.Navigate("about:blank"))
	for _, p := range []*page{light, browser} {
		p.await("it asks no more", `!document.querySelector("[id^=hand-over-]") && document.getElementById("undo").checkVisibility()`)
	}
}
