package pagetest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A review is gone through with the keyboard alone: each mark is spoken, what leaves the bar hands
// its focus to what takes its place, and the better line leads on to the next mark.
func TestBrowserReviewWithTheKeyboard(t *testing.T) {
	p := longPage(t, "#do=review&"+blunderOfDark+"&ply=0", window{width: 1440, height: 900, hurried: true, prepare: listening})
	p.awaitJudged()
	if said := p.said(); !strings.HasPrefix(said[0], "Analysing: ") || strings.Count(strings.Join(said, " "), "Analysis complete.") != 1 {
		t.Errorf("while the game is judged, it says %q", said)
	}
	p.press("n")
	p.await("the mark and its reason are spoken", `/loses \d.*; better is /.test(window.said.join()) && window.said.includes(document.getElementById("why").textContent)`)
	if scrolled := evaluate[bool](p, `document.documentElement.scrollHeight > innerHeight`); scrolled {
		t.Error("the page scrolls, and not the panel alone")
	}
	first := p.text("#verdict")
	evaluate[chromedp.Void](p, `document.getElementById("show-better").focus()`)
	for _, next := range []string{"back-to-game", "next-mark", "show-better"} {
		p.press(kb.Enter)
		p.await(next+" has the focus", `document.activeElement.id === "`+next+`"`)
	}
	p.failUnless("the squares of the better line are not spoken", `window.said.some((words) => /^Better line, .* at [A-J]\d+\. On( [A-J]\d+)+\.$/.test(words))`)
	if second := p.text("#verdict"); second == first || strings.TrimSpace(second) == "" {
		t.Errorf("after %q it says %q", first, second)
	}
}
