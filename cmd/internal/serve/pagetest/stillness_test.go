package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// watchfulness is JavaScript that notes in each frame from the first paint on where the board is, and
// how much jumps, as Chromium measures it, whether or not somebody has just pressed something.
const watchfulness = `{
	window.places = new Set();
	window.jumps = 0;
	new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { window.jumps += value; })).observe({ type: "layout-shift", buffered: true });
	const look = () => {
		const board = document.getElementById("board");
		if (board?.checkVisibility({ visibilityProperty: true })) {
			const { x, y, width, height } = board.getBoundingClientRect();
			window.places.add([x, y, width, height].join());
		}
		requestAnimationFrame(look);
	};
	requestAnimationFrame(look);
}`

// From the first paint on, the board has one place in a window, whichever view is shown. At a newcomer's
// start and in six moves next to nothing jumps; at night also in each language and window.
func TestBrowserNothingJumps(t *testing.T) {
	windows, _ := foldTables(t)
	address := pageServer(t)
	for _, w := range inTurn(windows, 3) {
		for _, language := range byDay(1, languages(t)) {
			t.Run(fmt.Sprintf("%s at %dx%d", language.tag, w.width, w.height), func(t *testing.T) {
				t.Parallel()
				p := openPage(t, address, window{width: w.width, height: w.height, touch: w.touch, drawn: true, newcomer: true, motion: true, prepare: reader(`["`+language.tag+`"]`) + watchfulness})
				p.checkJumps("at the start")
				if language.file == catalogueFile {
					p.click("#rules-done")
					p.checkStillGame()
				}
			})
		}
	}
}

// checkJumps fails the test if more than a little has jumped since it was called last.
func (p *page) checkJumps(when string) {
	p.t.Helper()
	const most = 0.05
	p.await("all is painted", `new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200, true)))`)
	if jumped := evaluate[float64](p, `window.jumps`); jumped > most {
		p.t.Errorf("the layout shifts by %.3f %s, want at most %.2f", jumped, when, most)
	}
	evaluate[chromedp.Void](p, `window.jumps = 0`)
}

// checkStillGame plays six moves and visits the views, and fails the test if something jumps or the
// board moves.
func (p *page) checkStillGame() {
	p.t.Helper()
	for move := range 6 {
		p.await("it is Light's turn", `document.getElementById("status").textContent.startsWith("Your turn")`)
		p.placeSomething()
		p.awaitMoves(2*move + 2)
	}
	p.checkJumps("in six moves")
	for _, view := range []string{"learn", "puzzle", "review", "analyse", "watch", "edit", "question", "proof", "play"} {
		evaluate[chromedp.Void](p, fmt.Sprintf(`location.hash = %q`, viewStates[view].fragment))
		p.await(view+" is shown", fmt.Sprintf(`document.body.dataset.mode === %q && new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))`, view))
	}
	if places := evaluate[[]string](p, `[...window.places]`); len(places) != 1 {
		p.t.Errorf("the board has been at %q, want one place", places)
	}
}
