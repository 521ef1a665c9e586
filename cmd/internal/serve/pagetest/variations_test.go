package pagetest

import (
	"fmt"
	"strings"
	"testing"
)

// variationText is the text of the tree, without line breaks.
const variationText = `document.querySelector(".variations").innerText.replace(/\s+/g, " ").replace(/ \)/g, ")").replace(/\( /g, "(").trim()`

// panelButton clicks a button of the analysis.
func panelButton(p *page, name string) {
	p.t.Helper()
	p.clickOn(name, fmt.Sprintf(`[...document.querySelectorAll("#panel-analyse button, [data-of=analyse] button")].find((button) => button.textContent === %q)`, name))
}

// playOtherLine plays the first move of the best line that begins with another one than that of
// the game.
func (p *page) playOtherLine(move string) {
	p.t.Helper()
	p.clickOn("a line without "+move, fmt.Sprintf(`[...document.querySelectorAll(".line")].find((line) => line.querySelector(".code").textContent !== %q)`, move))
}

// A game gets a variation, which a reload keeps, and which is promoted, kept among the games, and deleted.
// A record with variations and comments is imported, its tree changed, and exported as it is shared.
func TestBrowserTreeOfVariations(t *testing.T) {
	p := longPage(t, "#do=analyse&moves=CAnF5.TOeD1.TAnJ10", desktop)
	p.awaitMoves(3)
	p.failUnless("a game without variations shows a tree", `document.querySelector(".variations").hidden`)
	p.failIf("a game without variations offers to promote one", `[...document.querySelectorAll("[data-of=analyse] button")].some(({ textContent, hidden }) => textContent === "Promote" && !hidden)`)
	p.click("#previous")
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3 && document.querySelector("#moves [aria-current]").dataset.ply === "2"`)
	p.await("a line's move is told in words", `/^[A-Z][a-z]+ [A-J]\d+ \w+$/.test(document.querySelector(".line .placement").textContent)`)
	p.playOtherLine("TAnJ10")
	p.await("the variation is shown", `/^0\. CAnF5 1\. TOeD1 2\. TAnJ10 \(2\. \w+\)$/.test(`+variationText+`)`)
	text, hash := evaluate[string](p, variationText), evaluate[string](p, "location.hash")
	p.reload()
	p.awaitVariations(text)
	p.failUnless("after a reload one is elsewhere", fmt.Sprintf(`location.hash === %q`, hash))
	panelButton(p, "Promote")
	p.await("the variation is the main line", `/^0\. CAnF5 1\. TOeD1 2\. \w+ \(2\. TAnJ10\)$/.test(`+variationText+`)`)
	promoted := evaluate[string](p, variationText)
	p.click("#keep-analysis")
	p.awaitToast("among your games")
	panelButton(p, "Delete from here")
	p.await("the variation is gone", `document.querySelector(".variations").hidden && /TAnJ10$/.test(`+movesOfPage+`)`)
	openList(p)
	p.click(".saved-game .primary")
	p.awaitVariations(promoted)
	openList(p)
	p.click(".saved-game .row button:last-child")
	p.await("it is deleted", noGame)

	const imported = `0. CAnF5 usual (0. CAnE5 also (good) 1. TAnA1 (1. TAnA2 so "so") (1. TAnA3)) 1. TOeD1 (1. TAnB1) 2. TAnJ10 far <b>off</b>`
	importText(p, `[Event "tree"]

{the start} CAnF5 {usual} (CAnE5 {also (good)} TAnA1 (TAnA2 {so "so"}) (TAnA3)) TOeD1 (TAnB1) TAnJ10 {far <b>off</b>} *
`)
	p.await("it is listed", oneGame)
	p.click(".saved-game .primary")
	p.awaitVariations(imported)
	goTo := func(move string) {
		t.Helper()
		p.clickOn(move, fmt.Sprintf(`[...document.querySelectorAll(".variation-move")].find((button) => button.textContent.endsWith(%q))`, move))
		p.await("one is at "+move, fmt.Sprintf(`document.querySelector(".variation-move[aria-current]")?.textContent.endsWith(%q)`, move))
	}
	goTo("TAnA3")
	panelButton(p, "Delete from here")
	p.await("it is gone", `!/TAnA3/.test(`+variationText+`)`)
	goTo("TAnB1")

	// The record of the game is that of the whole tree, wherever in it one is.
	shared := p.sharedText()
	openList(p)
	p.click(".saved-game .row button:last-child")
	p.await("the imported one is deleted", noGame)
	p.click("#games-dialog form button")
	p.click("#keep-analysis")
	p.awaitToast("among your games")
	openList(p)
	p.await("it is listed", oneGame)
	exported := exportedGames(p)
	if _, tree, _ := strings.Cut(shared, "\n\n"); !strings.HasSuffix(exported, tree) || !strings.Contains(tree, "TAnB1") {
		t.Errorf("shared as\n%sand exported as\n%s", shared, exported)
	}
	p.click("#games-dialog form button")

	// A game that is played on from here has the line one is in, and no other.
	panelButton(p, "Play on from here")
	p.await("the game goes on", `document.body.dataset.mode === "play" && `+lightToMove)
	p.checkMoves("CAnF5 TAnB1")
}

// awaitVariations waits until the tree has a text.
func (p *page) awaitVariations(text string) {
	p.t.Helper()
	p.await("the tree is "+text, fmt.Sprintf(`%s === %q`, variationText, text))
}

// oneGame and noGame are expressions for what the list of games has.
const (
	oneGame = `document.querySelectorAll(".saved-game svg").length === 1`
	noGame  = `document.querySelectorAll(".saved-game svg").length === 0`
)
