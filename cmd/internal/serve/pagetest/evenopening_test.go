package pagetest

import (
	"strings"
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
	opening := evaluate[string](p, `[...document.querySelectorAll("#moves button")].map((button) => button.dataset.move).join(" ")`)

	position := replay(p, engine.Rules{})
	placeWithMouse(p, engine.Light, position.Moves(nil)[0])
	p.awaitMoves(3)
	p.press("u")
	p.awaitMoves(2)
	p.click("#share")
	p.await("there is a record", `document.getElementById("share-record").value`)
	text := evaluate[string](p, `document.getElementById("share-record").value`)
	if strings.Count(text, "{book}") != 2 {
		t.Errorf("the record does not mark the opening:\n%s", text)
	}
	p.click("#share-dialog form button")

	p.resign()
	p.await("the end is told", `document.getElementById("gameover-dialog").open`)
	p.click("#rematch")
	p.await("the rematch begins", `!document.getElementById("resign").disabled && document.querySelectorAll("#moves li").length === 2`)
	checkIs(p, `[...document.querySelectorAll("#moves button")].map((button) => button.dataset.move).join(" ")`, opening)
}
