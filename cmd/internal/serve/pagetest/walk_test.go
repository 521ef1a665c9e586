package pagetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// placingViews are the views in which one places buildings; in the first four one can take them back.
var placingViews = []string{"play", "analyse", "edit", "proof", "learn", "puzzle", "question"}

// People come to a view from another one, with its card, its message or a building in hand. Wherever
// they come from, they see what VIEWS.md promises and nothing of the other view, and can place a building. By day they come with a phone, from the
// two views before and after.
func TestBrowserWalksBetweenViews(t *testing.T) {
	_, promised := foldTables(t)
	views := []string{"play", "analyse", "watch", "review", "puzzle", "learn", "edit", "question", "proof"}
	if !enginetest.IsLong() {
		views = views[:4]
	}
	var walk []string // at night from each view to each other one, once
	for i, view := range views {
		for _, other := range byDay(min(2, len(views)-i-1), views[i+1:]) {
			walk = append(walk, view, other)
		}
	}
	walk = append(walk, views[0])
	address := pageServer(t)
	for start, width := range map[string]int64{"new play": 390, "play": 1440} {
		if width > 390 && !enginetest.IsNight() {
			continue
		}
		p := openPage(t, address+viewStates[start].fragment, window{width: width, height: 850, hurried: true, prepare: `
			for (const kind of ["error", "unhandledrejection"]) addEventListener(kind, ({ error, reason }) => { window.failed = (error ?? reason)?.stack; })`})
		// At first somebody looks through all, and waits for nothing.
		evaluate[chromedp.Void](p, `(async () => { for (const tab of document.querySelectorAll("[role=tab]")) { tab.click(); await new Promise(requestAnimationFrame); } })()`)
		for step, view := range walk {
			row := view
			if start == "new play" && len(promised["new "+view]) > 0 {
				row = "new " + view
			}
			goTo := fmt.Sprintf(`(document.getElementById("tab-%s") ?? { click() { location.hash = %q; } }).click()`, view, viewStates[view].fragment)
			if step%4 == 2 && walk[step-2] == view {
				goTo = "history.back()"
			}
			evaluate[chromedp.Void](p, goTo)
			ready := viewStates[row].ready
			if row == "review" { // at the end of a game at first, then at the mistake that one has left, and at its answer
				ready = fmt.Sprintf("(%s) || (%s) || %s", viewStates["story"].ready, ready, isRetrying)
			}
			problems := p.arrive(view, ready)
			if row == "review" && evaluate[bool](p, viewStates["story"].ready) {
				row = "story"
			}
			inSight := promised[row]
			if row == "review" && evaluate[bool](p, isRetrying) {
				inSight = []string{"#tried", "#back-to-game"}
			}
			problems = append(problems, p.awaitInSight(inSight...)...)
			if row == "play" && !strings.HasSuffix(evaluate[string](p, "location.href"), blunderOfDark) {
				problems = append(problems, "is another game")
			}
			if len(problems) > 0 {
				t.Fatalf("%s from %s: %q", row, walk[max(step, 1)-1], problems)
			}
			p.leaveSomething(view, step)
		}
	}
}

// awaitInSight waits until elements are in sight, and returns what is wrong if they never are.
func (p *page) awaitInSight(selectors ...string) (problems []string) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if problems = p.outOfSight(selectors...); len(problems) == 0 {
			break
		}
	}
	return problems
}

// arrive waits until one has come to a view, and returns what has failed or is left of other views.
func (p *page) arrive(view, ready string) []string {
	p.t.Helper()
	if slices.Contains(placingViews, view) {
		ready += ` && document.querySelector(".building-button:enabled")`
	}
	p.await("the view is complete: "+view, fmt.Sprintf(`window.failed || document.body.dataset.mode === %q && (%s) && %s`, view, ready, noTrouble))
	if view != "analyse" { // where the engine starts again then
		evaluate[chromedp.Void](p, `document.dispatchEvent(new Event("visibilitychange"))`)
	}
	return evaluate[[]string](p, `[window.failed,
		[...document.querySelectorAll("body:not([data-moves]) :is(.graph, .story, #judging)")].find((part) => part.checkVisibility())?.outerHTML,
		document.querySelector(".caption:not([hidden]), #pass-sign:not([hidden]), [data-mode=review][data-moves] #bar[hidden]"
		+ (/analyse|review|proof/.test(document.body.dataset.mode) ? "" : ", #bar:not([hidden]), .layer-ideas > *, .layer-heat > *"))?.outerHTML].filter(Boolean)`)
}

// leaveSomething does what there is to do in a view, and does not clear it away.
func (p *page) leaveSomething(view string, step int) {
	p.t.Helper()
	switch {
	case view == "watch":
		p.await("a match begins", `document.getElementById("start-match").hidden || (document.getElementById("start-match").click(), false)`)
		p.await("it is ended", viewStates["watch"].ready)
	case view == "review" && evaluate[bool](p, isRetrying):
		p.click("#back-to-game")
	case view == "review" && step%2 == 0 && evaluate[bool](p, `document.getElementById("retry").checkVisibility()`):
		p.click("#retry")
		p.await("one tries again", takeBuilding)
	case slices.Contains(placingViews, view):
		const board = `document.querySelector("#board svg").ariaLabel`
		before, address := evaluate[string](p, board), evaluate[string](p, "location.href")
		p.await("a building is taken", takeBuilding)
		for _, problem := range p.awaitInSight("#hint", "#turn-left", "#place") {
			p.t.Fatalf("%s, with a building in hand: %s", view, problem)
		}
		p.click("#place")
		p.await("it is placed", fmt.Sprintf(`%s !== %q`, board, before))
		if slices.Contains(placingViews[:4], view) {
			p.await("it is in the address", fmt.Sprintf(`location.href !== %q`, address))
			p.press("u")
			p.await("it is in hand again", fmt.Sprintf(`%s === %q && %s`, board, before, takeBuilding))
		}
	}
}

// isRetrying is an expression for whether one tries again where a game had a mistake.
const isRetrying = `document.getElementById("tried").checkVisibility()`

// takeBuilding is an expression for whether a building, which is taken unless one is in hand, is over a place where it fits;
// if there is none, it is turned. It begins in the middle: in a corner, the reply may wall in all that a side has.
const takeBuilding = `(() => {
	if (!document.querySelector(".building-button[aria-pressed=true]")) [...document.querySelectorAll(".building-button:enabled")].at(-1).click();
	const far = (square) => Math.hypot(square % 10 - 4.5, Math.floor(square / 10) - 4.5);
	return [...Array(100).keys()].sort((a, b) => far(a) - far(b)).some((square) => {
		const { x, y } = new DOMPoint(50 + square % 10 * 100, 5 + square * 10).matrixTransform(document.querySelector("#board svg").getScreenCTM());
		document.getElementById("board").dispatchEvent(new PointerEvent("pointermove", { pointerType: "mouse", clientX: x, clientY: y }));
		return !document.getElementById("place").disabled;
	}) || document.getElementById("turn-right").click();
})()`
