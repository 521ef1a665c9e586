package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
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

func TestBrowserTreeOfVariations(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=analyse&moves=CAnF5.TOeD1.TAnJ10", desktop)
	p.awaitMoves(3)
	if evaluate[bool](p, `!document.querySelector(".variations").hidden`) {
		t.Error("a game without variations shows a tree")
	}
	if evaluate[bool](p, `[...document.querySelectorAll("[data-of=analyse] button")].some(({ textContent, hidden }) => textContent === "Promote" && !hidden)`) {
		t.Error("a game without variations offers to promote one")
	}
	p.click("#previous")
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3 && document.querySelector("#moves [aria-current]").dataset.ply === "2"`)
	p.await("a line's move is told in words", `/^[A-Z][a-z]+ [A-J]\d+ \w+$/.test(document.querySelector(".line .placement").textContent)`)
	p.playOtherLine("TAnJ10")
	p.await("the variation is shown", `/^0\. CAnF5 1\. TOeD1 2\. TAnJ10 \(2\. \w+\)$/.test(`+variationText+`)`)
	text := evaluate[string](p, variationText)
	hash := evaluate[string](p, "location.hash")

	// A reload keeps the tree, and where one is in it.
	p.visit(evaluate[string](p, "location.href"))
	p.await("the tree is there again", fmt.Sprintf(`%s === %q`, variationText, text))
	if now := evaluate[string](p, "location.hash"); now != hash {
		t.Errorf("the address is %s, was %s", now, hash)
	}

	panelButton(p, "Promote")
	p.await("the variation is the main line", `/^0\. CAnF5 1\. TOeD1 2\. \w+ \(2\. TAnJ10\)$/.test(`+variationText+`)`)

	// Kept among the games, it is opened with its variations.
	promoted := evaluate[string](p, variationText)
	p.click("#keep-analysis")
	p.await("it is kept", `/among your games/.test(document.getElementById("toast").textContent)`)
	panelButton(p, "Delete from here")
	p.await("the variation is gone", `document.querySelector(".variations").hidden`)
	p.await("the other line is the main line", `/TAnJ10$/.test(`+movesOfPage+`)`)
	p.click("#games")
	p.await("the analysis is listed", `document.querySelectorAll(".saved-game").length === 1`)
	p.click(".saved-game .primary")
	p.await("it is open again", fmt.Sprintf(`%s === %q`, variationText, promoted))
}

// A record with variations and comments is imported, its tree is changed in every way, and
// what is exported then is imported again.
func TestBrowserTreeGoesRoundThroughRecords(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=analyse", desktop)
	p.click("#games")
	importText(p, `[Event "tree"]

{the start} CAnF5 {usual} (CAnE5 {also (good)} TAnA1 (TAnA2 {so "so"}) (TAnA3)) TOeD1 (TAnB1) TAnJ10 {far <b>off</b>} *
`)
	p.await("it is listed", `document.querySelectorAll(".saved-game").length === 1`)
	p.click(".saved-game .primary")
	const imported = `0. CAnF5 usual (0. CAnE5 also (good) 1. TAnA1 (1. TAnA2 so "so") (1. TAnA3)) 1. TOeD1 (1. TAnB1) 2. TAnJ10 far <b>off</b>`
	p.await("the tree is shown", fmt.Sprintf(`%s === %q`, variationText, imported))

	goTo := func(move string) {
		t.Helper()
		p.clickOn(move, fmt.Sprintf(`[...document.querySelectorAll(".variation-move")].find((button) => button.textContent.endsWith(%q))`, move))
		p.await("one is at "+move, fmt.Sprintf(`document.querySelector(".variation-move[aria-current]")?.textContent.endsWith(%q)`, move))
	}
	goTo("TOeD1")
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3`)
	p.playOtherLine("TAnJ10")
	p.await("a variation is added", `/TAnJ10 far <b>off<\/b> \(2\. \w+\)$/.test(`+variationText+`)`)
	panelButton(p, "Promote")
	p.await("it is the main line", `/2\. \w+ \(2\. TAnJ10 far <b>off<\/b>\)$/.test(`+variationText+`)`)
	goTo("TAnA3")
	panelButton(p, "Delete from here")
	p.await("another one is gone", `!/TAnA3/.test(`+variationText+`)`)
	goTo("TAnB1")
	changed := evaluate[string](p, variationText)

	// The record of the game is that of the whole tree, wherever in it one is.
	p.click("#share")
	p.await("there is a record", `document.getElementById("share-record").value`)
	shared := evaluate[string](p, `document.getElementById("share-record").value`)
	p.click("#share-dialog form button")
	p.click("#keep-analysis")
	p.await("it is kept", `/among your games/.test(document.getElementById("toast").textContent)`)
	p.click("#games")
	p.await("both are listed", `document.querySelectorAll(".saved-game").length === 2`)
	p.click(".saved-game:nth-child(2) .row button:last-child")
	p.await("the imported one is deleted", `document.querySelectorAll(".saved-game svg").length === 1`)
	exported := exportedGames(p)
	if _, tree, _ := strings.Cut(shared, "\n\n"); !strings.HasSuffix(exported, tree) {
		t.Errorf("shared as\n%sand exported as\n%s", shared, exported)
	}
	p.click(".saved-game .row button:last-child")
	p.await("all are deleted", `document.querySelectorAll(".saved-game svg").length === 0`)
	importText(p, exported)
	p.await("it is listed", `document.querySelectorAll(".saved-game svg").length === 1`)
	p.click(".saved-game .primary")
	p.await("the tree is as it was", fmt.Sprintf(`%s === %q`, variationText, changed))
	if again := exportedGames(p); again != exported {
		t.Errorf("exported again as\n%s, was\n%s", again, exported)
	}

	// A game that is played on from here has the line one is in, and no other.
	goTo("TAnB1")
	panelButton(p, "Play on from here")
	p.await("the game goes on", `document.body.dataset.mode === "play" && /^(Your|Light's) turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === "light"`)
	if moves := evaluate[string](p, movesOfPage); moves != "CAnF5 TAnB1" {
		t.Errorf("the moves are %s", moves)
	}
}
