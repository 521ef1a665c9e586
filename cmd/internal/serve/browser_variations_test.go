package serve_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// variationText is the text of the tree, without line breaks.
const variationText = `document.querySelector(".variations").innerText.replace(/\s+/g, " ").replace(/ \)/g, ")").replace(/\( /g, "(").trim()`

func TestBrowserTreeOfVariations(t *testing.T) {
	p := openPage(t, pageServer(t)+"#do=analyse&moves=CAnF5.TOeD1.TAnJ10", desktop)
	p.awaitMoves(3)
	if evaluate[bool](p, `!document.querySelector(".variations").hidden`) {
		t.Error("a game without variations shows a tree")
	}
	p.click("#previous")
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3 && document.querySelector("#moves [aria-current]").dataset.ply === "2"`)
	p.await("a line's move is told in words", `/^The \w+ at [A-J]\d+$/.test(document.querySelector(".line").title)`)
	p.click(".line")
	p.await("the variation is shown", `/^0\. CAnF5 1\. TOeD1 2\. TAnJ10 \(2\. \w+\)$/.test(`+variationText+`)`)
	text := evaluate[string](p, variationText)
	hash := evaluate[string](p, "location.hash")

	// A reload keeps the tree, and where one is in it.
	p.visit(evaluate[string](p, "location.href"))
	p.await("the tree is there again", fmt.Sprintf(`%s === %q`, variationText, text))
	if now := evaluate[string](p, "location.hash"); now != hash {
		t.Errorf("the address is %s, was %s", now, hash)
	}

	clickButton := func(name string) {
		t.Helper()
		evaluate[chromedp.Void](p, fmt.Sprintf(`[...document.querySelectorAll("#panel-analyse button")].find((button) => button.textContent === %q).click()`, name))
	}
	clickButton("Promote")
	p.await("the variation is the main line", `/^0\. CAnF5 1\. TOeD1 2\. \w+ \(2\. TAnJ10\)$/.test(`+variationText+`)`)

	// Kept among the games, it is opened with its variations.
	promoted := evaluate[string](p, variationText)
	p.click("#keep-analysis")
	p.await("it is kept", `/among your games/.test(document.getElementById("toast").textContent)`)
	clickButton("Delete from here")
	p.await("the variation is gone", `document.querySelector(".variations").hidden`)
	p.await("the other line is the main line", `/TAnJ10$/.test(`+movesOfPage+`)`)
	p.click("#games")
	p.await("the analysis is listed", `document.querySelectorAll(".saved-game").length === 1`)
	p.click(".saved-game .primary")
	p.await("it is open again", fmt.Sprintf(`%s === %q`, variationText, promoted))
}
