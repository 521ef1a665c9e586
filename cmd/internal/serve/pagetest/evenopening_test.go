package pagetest

import (
	"testing"

	"cathedral/engine"
)

// A game that begins with an even opening has the opening's moves as its own, in the
// record and in the rematch, and nobody takes them back.
func TestBrowserEvenOpening(t *testing.T) {
	p := longPage(t, "", window{width: 1280, height: 800, hurried: true})
	p.beginFairly("person", "person", "opening", "")
	p.awaitMoves(2)
	p.await("Light is to move", lightToMove)
	p.failUnless("the opening may be taken back", `document.getElementById("undo").hidden`)
	opening := evaluate[string](p, movesOfPage)

	position := replay(p, engine.Rules{})
	placeWithMouse(p, engine.Light, position.Moves(nil)[0])
	p.awaitMoves(3)
	p.press("u")
	p.awaitMoves(2)
	if moves := p.sharedRecord().Moves; moves[0].Comment != "book" || moves[1].Comment != "book" {
		t.Errorf("the record does not mark the opening: %v", moves)
	}

	p.resign()
	p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
	p.click("#rematch-here")
	p.await("the rematch begins", `!document.getElementById("resign").disabled && document.querySelectorAll("#moves li").length === 2`)
	p.checkMoves(opening)
}
