package pagetest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// commentIs is an expression for whether a comment is shown, or none if it is "".
func commentIs(words string) string {
	return fmt.Sprintf(`document.getElementById("comment").innerText === %q && document.getElementById("comment").checkVisibility() === %t`, words, words != "")
}

// writeComment writes a comment where one is, in the review or the analysis.
func (p *page) writeComment(mode, words string) {
	p.t.Helper()
	p.click("#tools-button")
	p.await("the menu is open", `document.getElementById("menu").matches(":popover-open")`)
	p.click("#comment-" + map[string]string{"review": "review", "analyse": "analysis"}[mode])
	p.await("one may write", `document.activeElement.id === "comment-field"`)
	evaluate[chromedp.Void](p, fmt.Sprintf(`document.getElementById("comment-field").value = %q`, words))
}

// hostileComment has a script, more white space than counts, a closing brace, a control character
// and a line that begins as no line of a record may.
const (
	hostileComment = "Too  small } <img src=x onerror=\"document.title='ran'\">\n\n[Event \"\x01\"] & %41\u200b;"
	hostileShown   = "Too small } <img src=x onerror=\"document.title='ran'\">\n\n[Event \" \"] & %41\u200b;"
)

// A comment that is written in a review is in the saved game, in the game that is over in Play, in
// the address, in the record, and in what is exported. An engine's note before it is kept and not shown.
func TestBrowserCommentsAreKept(t *testing.T) {
	p := longPage(t, "", window{width: 1280, height: 800, hurried: true})
	openList(p)
	importText(p, "[Event \"annotated\"]\n\n"+strings.NewReplacer("moves=", "", ".", " ", "TOsD4", "TOsD4 {+4.50/3 0.19s}").Replace(finishedGame)+"\n")
	p.await("it is listed", `document.querySelectorAll(".saved-game").length === 1`)
	p.click(".saved-game .primary")
	p.await("the game is over", `document.body.dataset.mode === "play" && !document.getElementById("review-here").hidden`)
	p.click("#review-here")
	p.await("it is reviewed", `document.body.dataset.mode === "review" && document.querySelectorAll("#moves li").length > 20`)
	p.click("#first")
	p.click("#next")
	p.click("#next")
	p.await("one is at the move", `document.querySelector("#moves [aria-current]")?.dataset.ply === "2"`)
	p.await("the note of an engine is not shown", commentIs(""))
	p.writeComment("review", hostileComment)
	checkIs(p, `document.getElementById("comment-field").maxLength`, 1000)
	p.click("#comment-form .primary")
	p.await("it is shown", commentIs(hostileShown))
	p.await("the button of the menu has the focus", `document.activeElement.id === "tools-button"`)

	// One comment is given up, and another is kept when one steps to the next move.
	p.writeComment("review", "never mind")
	p.click("#comment-form button")
	p.await("the first one stays", commentIs(hostileShown))
	p.click("#next")
	p.writeComment("review", "Good.")
	p.click("#next")
	p.await("one has gone on", `document.querySelector("#moves [aria-current]")?.dataset.ply === "4" && !document.getElementById("comment-form")`)
	p.click("#previous")
	p.await("it is kept", commentIs("Good."))
	p.click("#previous")
	p.await("the first one is back", commentIs(hostileShown))

	// A reload finds both in the address, and later ones go into the saved game too.
	p.reload()
	p.await("it is shown again", commentIs(hostileShown))
	p.click("#first")
	p.writeComment("review", "A game of ours.")
	p.click("#comment-form .primary")
	p.await("it is shown", commentIs("A game of ours."))
	p.click("#tab-play")
	p.click("#first")
	p.await("the game in play has it", commentIs("A game of ours."))
	p.click("#next")
	p.click("#next")
	p.await("and the others", commentIs(hostileShown))

	openList(p)
	exported := exportedGames(p)
	for _, want := range []string{"{A game of ours.} 1. CAnG2", "TOsD4 {+4.50/3 0.19s} {}\n", ";Too small }", "{Good.}"} {
		if !strings.Contains(exported, want) {
			t.Errorf("exported as\n%swithout %s", exported, want)
		}
	}
	p.failUnless("a script has run", `document.title === "Cathedral"`)
}

// Comments are written in an analysis, also in a variation, which keeps them over a reload; a link
// with other comments opens those.
func TestBrowserCommentsOfAnAnalysis(t *testing.T) {
	p := longPage(t, "#do=analyse&moves=CAnF5.TOeD1.TAnJ10&comment=1+book&comment=3+Far+off.&comment=9+nowhere&comment=x", desktop)
	p.await("the comment of the link is shown", commentIs("Far off."))
	p.click("#previous")
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3 && document.querySelector("#moves [aria-current]").dataset.ply === "2"`)
	p.playOtherLine("TAnJ10")
	p.await("a variation is there", `!document.querySelector(".variations").hidden`)
	p.writeComment("analyse", "Better?\nPerhaps.")
	p.click("#comment-form .primary")
	p.await("it is shown", commentIs("Better?\nPerhaps."))
	text := evaluate[string](p, variationText)
	if !strings.Contains(text, "Better? Perhaps.") || strings.Contains(text, "book") {
		t.Errorf("the variations are %s", text)
	}
	p.reload()
	p.await("both are there again", fmt.Sprintf(`%s === %q`, variationText, text))
	p.visit(p.origin() + "?other#do=analyse&moves=CAnF5.TOeD1.TAnJ10&comment=3+Near.")
	p.await("the link of another person is opened", commentIs("Near."))
}

// What people have written is told from the notes of engines, which stay as they are when people write.
func TestNotesOfEngines(t *testing.T) {
	table := map[string][2]string{
		"":                                    {"", ""},
		"book":                                {"book", ""},
		"random":                              {"random", ""},
		"book\nA line of Anna's.":             {"book", "A line of Anna's."},
		"bookish":                             {"", "bookish"},
		"A good book":                         {"", "A good book"},
		"+4.50/3 0.19s":                       {"+4.50/3 0.19s", ""},
		"-0.25/12 530ms":                      {"-0.25/12 530ms", ""},
		"+1.25/8 0.530s, 9.570s left":         {"+1.25/8 0.530s, 9.570s left", ""},
		"+1.25/8 0.530s, 9.570s left\nFast.":  {"+1.25/8 0.530s, 9.570s left", "Fast."},
		"+1.25/8 0.530s, Light wins":          {"+1.25/8 0.530s", "Light wins"},
		"+0.30/5":                             {"+0.30/5", ""},
		"+3 for Light, and 1/2 of the corner": {"", "+3 for Light, and 1/2 of the corner"},
		"1/4 of the board":                    {"", "1/4 of the board"},
	}
	comments := slices.Collect(maps.Keys(table))
	for i, got := range inNode[[][3]string](t, `async (comments) => {
		const { noteOf, withWords, wordsOf } = await import("./savedgames/movecomment.js");
		return comments.map((comment) => [noteOf(comment), wordsOf(comment), noteOf(withWords(comment, "Words."))]);
	}`, comments) {
		comment, want := comments[i], table[comments[i]]
		if got[0] != want[0] || got[1] != want[1] || got[2] != want[0] {
			t.Errorf("%q has the note %q and the words %q, want %q; with other words it has the note %q", comment, got[0], got[1], want, got[2])
		}
	}
}
