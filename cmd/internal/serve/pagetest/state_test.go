package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// twoPeople is the link of a game between two people in its middle.
const twoPeople = "#light=person&dark=person&" + midgame

// midgamePlies is the number of moves in midgame.
const midgamePlies = 11

// awaitMoves waits until the list of moves has a length.
func (p *page) awaitMoves(number int) {
	p.t.Helper()
	p.await(fmt.Sprintf("there are %d moves", number), fmt.Sprintf(`document.querySelectorAll("#moves li").length === %d`, number))
}

func TestBrowserLookingBackChangesNothing(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+twoPeople, window{width: 1280, height: 800})
	p.awaitMoves(midgamePlies)
	p.click("#first")
	p.await("the start is shown", `document.querySelectorAll(".layer-pieces > g").length === 0`)
	x, y := p.pointOf(4.5, 5)
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseClickXY(x, y))
	p.awaitMoves(midgamePlies)
	p.click("#to-game")
	p.await("one is back in the game", fmt.Sprintf(`document.querySelectorAll(".layer-pieces > g").length > 5 && document.querySelector("#moves [aria-current]").dataset.ply === "%d"`, midgamePlies))
	p.await("it goes on", `/^(Your|Dark's) turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === "dark"`)
}

func TestBrowserLookingBackLetsTheEngineThink(t *testing.T) {
	enginetest.Long(t)
	server, answer := hesitantServer(t)
	p := openPage(t, server.page(thinking), desktop)
	p.await("the engine thinks", isThought)
	p.click("#first")
	p.await("the start is shown", `/^Looking back/.test(document.getElementById("status").textContent)`)
	answer()
	p.awaitMoves(2)
	if status := p.text("#status"); status != "Looking back: move 0 of 2" {
		t.Errorf("the page says %q", status)
	}
	p.click("#to-game")
	p.await("one is back in the game", lightToMove)
}

func TestBrowserPlayOnFromHere(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+twoPeople, window{width: 1280, height: 800})
	p.awaitMoves(midgamePlies)
	evaluate[chromedp.Void](p, `document.querySelector("#moves [data-ply='3']").click()`)
	p.await("an earlier position is shown", `!document.getElementById("to-game").hidden`)
	p.click("#play-on")
	p.awaitMoves(3)
	p.await("it is played on", `/^(Your|Dark's) turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === "dark"`)
}
