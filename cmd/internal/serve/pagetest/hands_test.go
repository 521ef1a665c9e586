package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// While a hand empties, its tray stays as large as it is, and the buildings in it grow, all at one scale and whole. At the
// end of the game it is a line, which says if all are placed.
func TestBrowserBuildingsInHandGrow(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#light=person&dark=person", window{width: 1440, height: 900})
	const measure = `(() => {
		const list = document.querySelector("#hand-light .hand-list");
		const held = [...list.querySelectorAll(".building-button:not(.gone, [hidden])")].map((button) => [button, button.querySelector(".building-icon"), button.querySelector(".building-icon > *")]);
		const scales = held.map(([, icon]) => icon.getBoundingClientRect().width / icon.viewBox.baseVal.width);
		const tray = list.getBoundingClientRect();
		return {
			tray: [tray.x, tray.y, tray.width, tray.height, document.querySelector("aside").getBoundingClientRect().height].join(),
			scale: 100 * Math.min(...scales), same: Math.max(...scales) < 1.01 * Math.min(...scales),
			whole: held.every(([button, , drawing]) => drawing.getBoundingClientRect().bottom <= tray.bottom + 1 && button.getBoundingClientRect().right <= tray.right + 1),
		};
	})()`
	const allPlaced = `document.querySelector("#hand-light .all-placed").checkVisibility()`
	type hand struct {
		Tray        string
		Scale       float64
		Same, Whole bool
	}
	last := hand{}
	moves := strings.Split(strings.TrimPrefix(finishedGame, "moves="), ".")
	for _, ply := range []int{1, 11, 17, len(moves) - 1} {
		evaluate[chromedp.Void](p, fmt.Sprintf(`location.hash = "#light=person&dark=person&moves=" + %q`, strings.Join(moves[:ply], ".")))
		p.awaitMoves(ply)
		got := evaluate[hand](p, measure)
		if last.Tray != "" && got.Tray != last.Tray {
			t.Errorf("after %d moves the tray is at %s, it was at %s", ply, got.Tray, last.Tray)
		}
		if !got.Same || !got.Whole || got.Scale < last.Scale {
			t.Errorf("after %d moves the hand is %+v, it was %+v", ply, got, last)
		}
		p.failIf("it says that all are placed", allPlaced)
		last = got
	}
	evaluate[chromedp.Void](p, fmt.Sprintf(`location.hash = "#light=person&dark=person&" + %q`, finishedGame))
	p.await("Light's line says that all are placed", allPlaced)
}

// At a desk twelve rows of moves are in sight below the names of the sides, until the end of the game takes two of them. The
// button says what is to be done until the building fits, and is filled then.
func TestBrowserMovesAndPlaceAtADesk(t *testing.T) {
	enginetest.Long(t)
	unfinished := finishedGame[:strings.LastIndex(finishedGame, ".")]
	p := openPage(t, pageServer(t)+"#light=person&dark=person&"+unfinished, window{width: 1440, height: 900})
	p.awaitMoves(strings.Count(finishedGame, "."))
	p.checkText(".move-heads", "DarkLight")
	const rows = `(() => {
		const box = document.getElementById("moves").getBoundingClientRect();
		return [...document.querySelectorAll("#moves .dark")].filter((item) => item.getBoundingClientRect().top >= box.top - 1 && item.getBoundingClientRect().bottom <= box.bottom + 1).length;
	})()`
	if got := evaluate[int](p, rows); got < 12 {
		t.Errorf("%d rows of moves are in sight, want 12", got)
	}
	p.visit(p.origin() + "#light=person&dark=person&" + blunderOfDark)
	const place = `(({ textContent, disabled }, colour) => [textContent, disabled, colour].join())(document.getElementById("place"), getComputedStyle(document.getElementById("place")).backgroundColor)`
	p.await("Light is to move", `document.querySelector("#hand-light [data-code=TA]:enabled")`)
	p.do(chromedp.MouseClickXY(p.centreOf("#hand-light [data-code=TA]"))) // by hand: with a key it would be over the board
	p.await("it says what to do", `document.getElementById("place").textContent === "Move it over the board"`)
	quiet := evaluate[string](p, `getComputedStyle(document.getElementById("drop")).backgroundColor`)
	checkIs(p, place, "Move it over the board,true,"+quiet)
	p.hover(0.5, 4.5)
	p.await("it does not fit", `document.querySelector(".in-the-air.stuck")`)
	checkIs(p, place, "Place,true,"+quiet)
	p.hover(8.5, 5.5)
	p.await("it fits", `document.querySelector(".in-the-air.fits")`)
	p.failUnless("the button is not filled", fmt.Sprintf(`!document.getElementById("place").disabled && getComputedStyle(document.getElementById("place")).backgroundColor !== %q`, quiet))
}
