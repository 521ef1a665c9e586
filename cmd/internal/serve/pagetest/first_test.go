package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// A newcomer sees the rules whole in each window, and they lead to the tutorial.
func TestBrowserFirstVisit(t *testing.T) {
	address := pageServer(t)
	p := openPage(t, address, window{width: 1280, height: 800, newcomer: true})
	p.failUnless("the rules are not shown to who comes first", `document.getElementById("rules-dialog").open`)
	for _, language := range byDay(1, languages(t)) {
		p := openPage(t, address, window{width: 1440, height: 900, newcomer: true, prepare: reader(`["` + language.tag + `"]`)})
		for _, w := range []window{{width: 390, height: 844}, {width: 844, height: 390}, {width: 568, height: 320}} {
			p.resize(w)
			where := fmt.Sprintf("%s, %dx%d: ", language.tag, w.width, w.height)
			for _, problem := range p.outOfSight("#rules-title", "#rules-pictures figure:first-child", "#rules-pictures figure:last-child", "#rules-more", "#learn-button", "#rules-done") {
				t.Error(where + problem)
			}
			p.failIf(where+"the first minute scrolls", `document.getElementById("rules-dialog").scrollHeight > document.getElementById("rules-dialog").clientHeight`)
		}
		p.failUnless("the button that leads to the lessons is not the filled one", `document.querySelector("#learn-button").matches(".primary") && !document.querySelector("#rules-done").matches(".primary")`)
		p.click("#learn-button")
		p.await("the first lesson is there, and keys go on from the board", `document.querySelector("#panel-learn").dataset.lesson === "place" &&
			!document.getElementById("rules-dialog").open && document.activeElement.id === "board"`)
	}
	p.click("#rules-more")
	p.failUnless("the rules are not all there", `document.getElementById("rules-all").checkVisibility()`)
	p.click("#rules-done")
	p.await("that is remembered", `localStorage.getItem("cathedral-rules-read")`) // a moment after it closes
	// The picture of a capture shows what is captured, and the words leave out nothing.
	p.failIf("the picture of a capture shows no building that is captured", `document.querySelectorAll("#rules-pictures figure:nth-child(2) .captured-cross").length === 0`)
	rules := p.text("#rules-dialog")
	for _, words := range []string{"The Cathedral is never part of a wall", "Place large buildings early", "A player who can't place a building passes", "A player's first building never encloses anything"} {
		if !strings.Contains(rules, words) {
			t.Errorf("the rules do not say %q", words)
		}
	}
	p.visit(address)
	p.failIf("the rules are shown again", `document.getElementById("rules-dialog").open`)
}

// The weight has a limit that holds on every machine. How long the start takes is measured
// by the pace of the page, since the machine may be busy, and the test prints the figure.
func TestBrowserWeightAndStart(t *testing.T) {
	enginetest.Long(t)
	const (
		mostAtFirst      = 120_000 // bytes until the first reply
		mostBytes        = 200_000 // with all modes
		mostMilliseconds = 2_000
		visits           = 5
	)
	address := pageServer(t)
	var p *page
	best := 1e9
	for visit := 0; visit < visits && best > mostMilliseconds; visit++ { // each in a new profile, with an empty cache
		p = openPage(t, address, desktop)
		best = min(best, evaluate[float64](p, `performance.getEntriesByName("usable")[0].startTime`)/p.pace())
	}
	placeCathedral(p)
	p.awaitMoves(2)
	first := p.received()
	for _, mode := range []string{"analyse", "review", "watch", "learn"} {
		p.click("#tab-" + mode)
		p.await("the mode is there", `document.querySelector("[role=tabpanel]:not([hidden])").children.length > 0`)
	}
	evaluate[chromedp.Void](p, `location.hash = "#do=puzzle&puzzle=1"`)
	p.await("a puzzle is there", `document.querySelector("#panel-puzzle").dataset.puzzle`)
	bytes := p.received()
	t.Logf("%.0f bytes until the first reply, %.0f with all modes; usable after %.0f ms, the best of %d visits", first, bytes, best, visits)
	if first > mostAtFirst {
		t.Errorf("%.0f bytes are transferred until the first reply, want at most %d", first, mostAtFirst)
	}
	if bytes > mostBytes {
		t.Errorf("%.0f bytes are transferred, want at most %d", bytes, mostBytes)
	}
	if best > mostMilliseconds {
		t.Errorf("the board can be used after %.0f ms, want at most %d", best, mostMilliseconds)
	}
}
