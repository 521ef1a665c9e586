package pagetest

import (
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

func TestBrowserFirstVisit(t *testing.T) {
	address := pageServer(t)
	p := openPage(t, address, window{width: 1280, height: 800, newcomer: true})
	if !evaluate[bool](p, `document.getElementById("rules-dialog").open`) {
		t.Error("the rules are not shown to who comes first")
	}
	p.click("#rules-done")
	p.await("that is remembered", `localStorage.getItem("cathedral-rules-read")`) // a moment after it closes
	// The picture of a capture shows what is captured, and the words leave out nothing.
	if drawn := evaluate[int](p, `document.querySelectorAll("#rules-pictures figure:nth-child(2) .captured-cross").length`); drawn == 0 {
		t.Error("the picture of a capture shows no building that is captured")
	}
	rules := p.text("#rules-dialog")
	for _, words := range []string{"The Cathedral is never part of a wall", "Place large buildings early", "A player who cannot place a building passes", "A player's first building never encloses anything"} {
		if !strings.Contains(rules, words) {
			t.Errorf("the rules do not say %q", words)
		}
	}
	p.visit(address)
	if evaluate[bool](p, `document.getElementById("rules-dialog").open`) {
		t.Error("the rules are shown again")
	}
}

// The weight has a limit that holds on every machine. How long the start takes is measured
// by the pace of the page, since the machine may be busy, and the test prints the figure.
func TestBrowserWeightAndStart(t *testing.T) {
	enginetest.Long(t)
	const (
		mostBytes        = 160_000
		mostMilliseconds = 2_000
		visits           = 5
	)
	address := pageServer(t)
	var p *page
	best := 1e9
	for range visits { // each in a new profile, with an empty cache
		p = openPage(t, address, window{width: 1280, height: 800})
		best = min(best, evaluate[float64](p, `performance.getEntriesByName("usable")[0].startTime`)/p.pace())
	}
	for _, mode := range []string{"analyse", "review", "watch", "learn"} {
		p.click("#tab-" + mode)
		p.await("the mode is there", `document.querySelector("[role=tabpanel]:not([hidden])").children.length > 0`)
	}
	evaluate[chromedp.Void](p, `location.hash = "#do=puzzle&puzzle=easy-1"`)
	p.await("a puzzle is there", `document.querySelector("#panel-puzzle").dataset.puzzle`)
	bytes := p.received()
	t.Logf("%.0f bytes with all modes; usable after %.0f ms, the best of %d visits", bytes, best, visits)
	if bytes > mostBytes {
		t.Errorf("%.0f bytes are transferred, want at most %d", bytes, mostBytes)
	}
	if best > mostMilliseconds {
		t.Errorf("the board can be used after %.0f ms, want at most %d", best, mostMilliseconds)
	}
}

func TestBrowserOnAPhone(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	p := openPage(t, address, window{width: 360, height: 740, touch: true})
	// A tap puts the Cathedral there, the button places it.
	x, y := p.pointOf(4.5, 5)
	p.tap(x, y)
	p.await("the Cathedral is in the air", `document.querySelector("#board svg").dataset.inTheAir === "CAnE4"`)
	x, y = p.centreOf("#turn-right")
	p.tap(x, y)
	p.await("it is turned", `document.querySelector("#board svg").dataset.inTheAir.startsWith("CAe")`)
	p.twist(p.pointOf(4.5, 5))
	p.await("two fingers turn it on", `document.querySelector("#board svg").dataset.inTheAir.startsWith("CAs")`)
	x, y = p.centreOf("#place")
	p.tap(x, y)
	p.await("it is placed", `location.hash.includes("moves=CAs")`)
}

// twist turns two fingers about a point of the window, by two thirds of a right angle.
func (p *page) twist(x, y float64) {
	p.t.Helper()
	const radius, steps = 60, 6
	for step := range steps + 1 {
		angle := float64(step) / steps * math.Pi / 3
		dx, dy := radius*math.Cos(angle), radius*math.Sin(angle)
		kind := input.DispatchTouchEventTypeTouchMove
		if step == 0 {
			kind = input.DispatchTouchEventTypeTouchStart
		}
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{
			Type: kind, TouchPoints: []*input.TouchPoint{{X: x + dx, Y: y + dy, ID: new(1.0)}, {X: x - dx, Y: y - dy, ID: new(2.0)}},
		})
	}
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
}
