package pagetest

import (
	"fmt"
	"testing"
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

// placeSomething places a building where it fits.
func (p *page) placeSomething() {
	p.t.Helper()
	p.await("a building is over a place where it fits", takeBuilding)
	p.click("#place")
}

// Looking back changes nothing, until one plays on from there.
func TestBrowserLookingBack(t *testing.T) {
	p := longPage(t, twoPeople, desktop)
	p.awaitMoves(midgamePlies)
	p.click("#first")
	p.await("the start is shown", `document.querySelectorAll(".layer-pieces > g").length === 0`)
	p.clickAt(4.5, 5)
	p.awaitMoves(midgamePlies)
	p.click("#to-game")
	p.await("one is back in the game", fmt.Sprintf(`document.querySelectorAll(".layer-pieces > g").length > 5 && document.querySelector("#moves [aria-current]").dataset.ply === "%d"`, midgamePlies))
	p.await("it goes on", darkToMove)
	p.clickOn("an earlier move", `document.querySelector("#moves [data-ply='3']")`)
	p.await("an earlier position is shown", `!document.getElementById("to-game").hidden`)
	p.click("#play-on")
	p.awaitMoves(3)
	p.await("it is played on", darkToMove)
	p.awaitToast("You play on for both sides")
}

func TestBrowserLookingBackLetsTheEngineThink(t *testing.T) {
	server, answer := hesitantServer(t)
	p := openPage(t, server.page(thinking), desktop)
	p.await("the engine thinks", isThought)
	p.click("#first")
	p.await("the start is shown", `/^Looking back/.test(document.getElementById("status").textContent)`)
	answer()
	p.awaitMoves(2)
	p.checkText("#status", "Looking back: move 0 of 2")
	p.click("#to-game")
	p.await("one is back in the game", lightToMove)
}
