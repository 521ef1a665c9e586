package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine"
)

// awaitPosition waits until the position that is set up has a text.
func (p *page) awaitPosition(text string) {
	p.t.Helper()
	p.await("the position is "+text, fmt.Sprintf(`document.getElementById("edit-position")?.value === %q`, text))
}

// clickWords clicks on the button or the first choice of the panel with these words.
func (p *page) clickWords(words string) {
	p.t.Helper()
	p.clickOn(words, fmt.Sprintf(`[...document.querySelectorAll("#panel-edit :is(button, .segments label), [data-of=edit] button")].find((button) => button.textContent === %q)`, words))
}

const emptyBoard = "10/10/10/10/10/10/10/10/10/10 l C 0"

// A position is set up: buildings of both sides and the Cathedral, one of them taken away again. It
// is analysed, and played from.
func TestBrowserPositionIsSetUp(t *testing.T) {
	p := longPage(t, "#do=analyse", friendsWindow)
	p.click("#set-up")
	p.awaitPosition(emptyBoard)
	put := func(side engine.Side, text, want string) {
		t.Helper()
		p.clickWords(side.String())
		evaluate[chromedp.Void](p, `document.getElementById("board").focus({ preventScroll: true })`)
		placeWithMouse(p, side, mustMove(t, text, side))
		p.awaitPosition(want)
	}
	put(engine.Dark, "TOeD1", "3o6/2oo6/1oo7/10/10/10/10/10/10/10 l - 2")
	p.click("#edit-analyse")
	p.click("#edit-put-in") // it has been asked what became of the Cathedral
	p.await("the Cathedral is in hand", `document.body.matches(".holding")`)
	p.await("it can be put back", `document.getElementById("drop").checkVisibility()`)
	p.click("#drop")
	p.failIf("the Cathedral cannot be put back", `document.body.matches(".holding")`)
	p.click("#edit-analyse")
	p.click("#edit-captured")
	p.await("it is analysed without", `document.body.dataset.mode === "analyse"`)
	evaluate[chromedp.Void](p, `history.back()`)
	p.await("one is back", `document.body.dataset.mode === "edit"`)
	put(engine.Light, "CAnF5", "3o6/2oo6/1oo7/10/5+4/4+++3/5+4/5+4/10/10 l - 2")
	put(engine.Light, "TAnJ10", "3o6/2oo6/1oo7/10/5+4/4+++3/5+4/5+4/10/9T l - 4")
	put(engine.Dark, "STnA3", "dddo6/ddoo6/soo7/s9/5+4/4+++3/5+4/5+4/10/9T l - 4")

	p.clickWords("Remove Light's tavern, J10")
	p.awaitPosition("dddo6/ddoo6/soo7/s9/5+4/4+++3/5+4/5+4/10/10 l - 4")
	p.click("#panel-edit [name=turn][value=dark]")
	const set = "dddo6/ddoo6/soo7/s9/5+4/4+++3/5+4/5+4/10/10 d - 3"
	p.awaitPosition(set)

	p.click("#edit-analyse")
	p.await("it is analysed", `document.body.dataset.mode === "analyse" && /^Dark/.test(document.getElementById("status").textContent)`)
	p.await("moves are found", `document.querySelectorAll(".line").length === 3`)
	p.await("the address has the position", `decodeURIComponent(location.hash).includes("dddo6")`)
	evaluate[chromedp.Void](p, `history.back()`)
	p.await("one is back", `document.body.dataset.mode === "edit"`)
	p.awaitPosition(set)
	p.clickWords("Play from here…")
	p.await("one chooses the players", `document.getElementById("setup-dialog").open`)
	p.choosePlayers("engine greedy", "person")
	p.click("#setup-form [value=start]")
	p.await("Dark is to move", `document.body.dataset.mode === "play" && `+darkToMove)
	placeWithMouse(p, engine.Dark, mustMove(t, "CSnH1", engine.Dark))
	p.awaitMoves(2)
}

// A pasted text is read, and the server says what is wrong with it; so it does with a
// building that does not fit. One in the city that is clicked on is taken up, with its turn; undo brings it back.
func TestBrowserSetUpReadsTextsAndTakesBuildingsUp(t *testing.T) {
	p := longPage(t, "#do=edit", desktop)
	p.awaitPosition(emptyBoard)
	read := func(text string) {
		t.Helper()
		evaluate[chromedp.Void](p, fmt.Sprintf(`document.getElementById("edit-position").value = %q`, text))
		p.click("#edit-read")
	}
	read("10/10 l C 0")
	p.await("it says what is wrong", `document.querySelector(".edit-problem").textContent === "This text doesn't describe a possible position."`)
	read("c1c7/ccc7/10/10/5+4/4+++3/5+4/5+4/10/10 l - 2")
	p.await("the castle is there", `document.querySelectorAll(".layer-pieces > g").length === 2`)
	p.await("it says that no longer", `document.querySelector(".edit-problem").textContent === ""`)
	p.pick(engine.Light, mustMove(t, "TAnA1", engine.Light))
	p.hover(0.5, 0.5)
	p.await("the reason is told", `document.getElementById("hint").textContent === "There is a building on A1."`)
	p.press(kb.Escape)

	const set = "3o6/2oo6/1oo7/10/5+4/4+++3/5+4/5+4/10/10 l - 2"
	read(set)
	p.await("the tower stands", `document.querySelector(".standing").textContent.includes("tower")`)
	p.awaitPosition(set)
	p.clickAt(2.5, 1.5)
	p.await("the tower is in the air", `document.querySelector("#board svg").dataset.inTheAir === "TOeD1"`)
	p.awaitPosition("10/10/10/10/5+4/4+++3/5+4/5+4/10/10 l - 2")
	p.press(kb.Escape)
	p.await("it is in the hand", `document.querySelector("#board svg").dataset.inTheAir === ""`)
	p.press("u")
	p.awaitPosition(set)
	p.press("y")
	p.awaitPosition("10/10/10/10/5+4/4+++3/5+4/5+4/10/10 l - 2")
}
