package pagetest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// Before the first move Play offers a newcomer the opponent alone, and who has been here before, below that, the game that was
// broken off and today's puzzle; what comes late moves nothing. Without a game, Review asks which.
func TestBrowserTheFrontDoor(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	p := openPage(t, address, window{width: 1440, height: 900, hurried: true, drawn: true, prepare: watchfulness})
	p.failIf("a newcomer loads what others are offered", `performance.getEntriesByType("resource").some(({ name }) => /otherbeginnings|puzzles/.test(name))`)
	p.checkPart("#begin-opponent", "Visitor")
	p.checkPart("#begin-opponent", "For a first game.")
	checkIs(p, `document.querySelectorAll("#begin-opponent .stair .on").length`, 2)
	placeCathedral(p)
	p.await("Light is to move", lightToMove)
	moves := evaluate[string](p, movesOfPage)
	p.visit(address + "#light=person&dark=level+mason")
	p.await("one may go on or solve a puzzle", `document.querySelectorAll("#begin-others .board-card").length === 2`)
	p.checkPart("#begin-others li:first-child", "ResumeYou – Visitor")
	p.checkPart("#begin-others li:last-child", "Today’s puzzle")
	p.checkJumps("before the first move")
	p.checkAccess("the front door", themes...)
	p.resize(window{width: 390, height: 844, touch: true})
	for _, problem := range p.outOfSight("#begin-others .board-card") {
		t.Errorf("on a phone: %s", problem)
	}
	p.resize(desktop)

	p.click("#tab-review")
	p.await("one is asked which game", `document.querySelectorAll("#recent-games .board-card").length === 1 && document.getElementById("status").textContent === "Which game?"`)
	p.checkAccess("an empty review", themes...)
	p.failIf("there is a field before one wants to paste a game", `document.getElementById("review-text").checkVisibility()`)
	p.click("#paste-game")
	p.failUnless("one cannot paste a game", `document.activeElement.id === "review-text"`)
	p.click("#recent-games .board-card")
	p.awaitMoves(len(strings.Fields(moves)))
	p.failIf("one is still asked which game", `document.querySelector("#recent-games").checkVisibility() || document.getElementById("paste-game").checkVisibility()`)

	p.click("#tab-play")
	p.click("#begin-others li:last-child .board-card")
	p.await("today's puzzle is there", `/^Today’s puzzle/.test(document.querySelector("[data-of=puzzle] .lesson-title").textContent)`)
	evaluate[chromedp.Void](p, `history.back()`)
	p.await("one is back", `document.body.dataset.mode === "play"`)
	p.click("#begin-others li:first-child .board-card")
	p.awaitMoves(len(strings.Fields(moves)))
	p.checkMoves(moves)
	p.await("one goes on", lightToMove)
}
