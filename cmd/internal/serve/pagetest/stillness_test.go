package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
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

// From the first paint on, the board has one place in a window, whichever view is shown. At the start
// and in six moves next to nothing jumps.
func TestBrowserNothingJumps(t *testing.T) {
	const most = 0.05
	windows, _ := foldTables(t)
	if !enginetest.IsLong() {
		windows = windows[3:4]
	}
	address := pageServer(t)
	for _, w := range windows {
		t.Run(fmt.Sprintf("%dx%d", w.width, w.height), func(t *testing.T) {
			t.Parallel()
			p := openPage(t, address, window{width: w.width, height: w.height, touch: w.touch, motion: true, prepare: watchfulness})
			checkJumps := func(when string) {
				p.await("all is painted", `new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200, true)))`)
				if jumped := evaluate[float64](p, `window.jumps`); jumped > most {
					t.Errorf("the layout shifts by %.3f %s, want at most %.2f", jumped, when, most)
				}
				evaluate[chromedp.Void](p, `window.jumps = 0`)
			}
			checkJumps("at the start")
			for move := range 6 {
				p.await("it is Light's turn", `document.getElementById("status").textContent.startsWith("Your turn")`)
				p.holdWhereItFits()
				p.click("#place")
				p.awaitMoves(2*move + 2)
			}
			checkJumps("in six moves")
			for _, view := range []string{"learn", "puzzle", "review", "analyse", "watch", "edit", "question", "proof", "play"} {
				evaluate[chromedp.Void](p, fmt.Sprintf(`location.hash = %q`, viewStates[view].fragment))
				p.await(view+" is shown", fmt.Sprintf(`document.body.dataset.mode === %q && new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(true))))`, view))
			}
			if places := evaluate[[]string](p, `[...window.places]`); len(places) != 1 {
				t.Errorf("the board has been at %q, want one place", places)
			}
		})
	}
}

// What a newcomer sees first stays where it is, in every language.
func TestBrowserAFirstVisitStands(t *testing.T) {
	enginetest.Long(t)
	const most = 0.05
	windows, _ := foldTables(t)
	address := pageServer(t)
	for _, language := range languages(t) {
		for _, w := range windows {
			t.Run(fmt.Sprintf("%s, %dx%d", language.tag, w.width, w.height), func(t *testing.T) {
				p := openPage(t, address, window{width: w.width, height: w.height, touch: w.touch, motion: true, newcomer: true, prepare: watchfulness + reader(`["`+language.tag+`"]`)})
				p.await("the rules are painted", `document.getElementById("rules-dialog").open && new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 200, true)))`)
				if jumped := evaluate[float64](p, `window.jumps`); jumped > most {
					t.Errorf("the layout shifts by %.3f, want at most %.2f", jumped, most)
				}
			})
		}
	}
}
