package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine/enginetest"
)

// capture is a game whose last move walls off a corner, and captures the tavern in it.
const capture = "moves=CAnF5.TOeD1.TAnB1.ACnI5.TAnJ10.STnA3"

func TestBrowserShowsWhatAMoveDid(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	for _, motion := range []bool{true, false} {
		p := openPage(t, address+"#do=review&"+capture+"&ply=5", window{width: 1280, height: 800, motion: motion, prepare: `
			addEventListener("DOMContentLoaded", () => new MutationObserver((changes) => {
				for (const { target, addedNodes } of changes) {
					if (target.matches?.(".layer-motion")) window.moved = (window.moved ?? 0) + addedNodes.length;
				}
			}).observe(document, { childList: true, subtree: true }))`})
		p.awaitMoves(6)
		p.press(kb.ArrowRight)
		p.await("the last move is shown", `document.querySelector("#moves [aria-current]")?.dataset.ply === "6"`)
		// Four squares and a tavern; with reduced motion nothing.
		want := 0
		if motion {
			want = 5
		}
		if moved := evaluate[int](p, `window.moved ?? 0`); moved < want || (want == 0 && moved > 0) {
			t.Errorf("motion %t: %d things move, want %d", motion, moved, want)
		}
		p.await("they come to rest", `document.querySelector(".layer-motion").children.length === 0`)
		p.press(kb.ArrowLeft)
		p.await("one is back", `document.querySelector("#moves [aria-current]")?.dataset.ply === "5"`)
		p.failIf("things move on the way back", `document.querySelector(".layer-motion").children.length > 0`)
	}
}

func TestBrowserAPassIsShown(t *testing.T) {
	// Dark has to pass, and then Light places its last building.
	const passTime = 900 // milliseconds that it is shown: here until one has seen it
	p := longPage(t, "#light=person&dark=person&"+passComing, window{width: 1280, height: 800, prepare: fmt.Sprintf(
		`{ const later = window.setTimeout; window.setTimeout = (act, time, ...rest) => time === %d ? (window.isSeen = act, 0) : later(act, time, ...rest); }`, passTime)})
	p.await("the pass is shown", `!document.getElementById("pass-sign").hidden && /^Dark can't place anything/.test(document.getElementById("pass-sign").textContent)`)
	evaluate[chromedp.Void](p, `isSeen()`)
	p.await("it is played", `document.querySelectorAll("#moves li").length === 28`)
	p.await("it is shown no longer", `document.getElementById("pass-sign").hidden`)
	p.await("it is the last move", `/passes\.$/.test(document.getElementById("last-move").textContent)`)
}

// passComing is the link of a game in which Dark has to pass.
const passComing = "moves=CAnG2.TOsD4.TOeH6.ACnI8.CSsE10.CSnC1.ACsC8.BReC5.IFnE6.IFnI1.ABnI4.ACsE5.MAeB9.INeD6.STeH1." +
	"INnF5.STnF1.TAnD8.TAnA6.TAnH4.TAnJ3.STnA2.SQnF9.STeB1.INwI6.pass.INwH8"

func TestBrowserWeakLevelsTakeAMoment(t *testing.T) {
	p := longPage(t, "#light=person&dark=engine+greedy", window{width: 1280, height: 800, prepare: `
		addEventListener("DOMContentLoaded", () => {
			window.times = [];
			const moves = document.getElementById("moves");
			if (moves) new MutationObserver(() => window.times.push(performance.now())).observe(moves, { childList: true });
		})`})
	placeCathedral(p)
	p.await("the engine has answered", `window.times.length === 2`)
	if took := evaluate[float64](p, `window.times[1] - window.times[0]`); took < 400 {
		t.Errorf("the engine answers after %.0f ms", took)
	}
}

func TestBrowserSounds(t *testing.T) {
	p := longPage(t, "#light=person&dark=person", window{width: 1280, height: 800, prepare: `
		window.AudioContext = class extends AudioContext {
			createOscillator() {
				window.notes = (window.notes ?? 0) + 1;
				return super.createOscillator();
			}
		}`})
	placeCathedral(p)
	p.await("one hears the building", `window.notes > 0`)
	p.press("?")
	p.click("#settings-form [name=sounds]")
	p.click("#settings-dialog .primary")
	before := evaluate[int](p, `window.notes`)
	p.click("#tab-analyse")
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3`)
	p.click(".line")
	p.awaitMoves(2)
	checkIs(p, `window.notes`, before)
}
