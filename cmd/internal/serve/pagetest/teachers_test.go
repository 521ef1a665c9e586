package pagetest

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// A teacher with a tablet draws with a finger, which neither steps through the game nor scrolls, until the button says
// that it is enough. What is drawn prints with the board, both hands, the question and the address, and with nothing else.
func TestBrowserTeacherDrawsAndPrints(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=review&"+finishedGame+"&ply=9", window{width: 1024, height: 768, touch: true, dark: true})
	p.await("one is in the game", `document.querySelector("#moves [aria-current]")?.dataset.ply === "9"`)
	p.click("#tools-button")
	p.click("#draw-review")
	p.await("one draws", `document.getElementById("draw-done").checkVisibility() && !document.getElementById("next").checkVisibility()`)
	x, y := p.pointOf(8.5, 8.5)
	toX, toY := p.pointOf(2.5, 7.5)
	p.tap(x, y)
	p.drag(x, y, toX, toY)
	p.await("both are drawn", `[...document.querySelectorAll(".layer-drawn .drawn")].map((drawn) => drawn.getAttribute("d").replace(/[^ML]/g, "")).join() === "MLLL,ML"`)
	checkIs(p, `document.querySelector("#moves [aria-current]").dataset.ply`, "9")
	p.click("#draw-done")
	p.await("one steps again", `document.getElementById("next").checkVisibility()`)
	p.drag(x, y, toX, y)
	p.await("a finger turns the page again", `document.querySelector("#moves [aria-current]").dataset.ply === "10"`)

	p.visit(p.origin() + "#do=question&ask=" + askedWords + "&" + blunderOfDark)
	p.await("it is asked", questionIs(""))
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	evaluate[chromedp.Void](p, `dispatchEvent(new Event("beforeprint"))`)
	p.await("there is an address", `["do=question", "ask=", "moves="].every((field) => document.getElementById("sheet-address").textContent.includes(field))`)
	checkIs(p, `["#board", "#hand-light [data-code=TA] .building-box", "#hand-dark [data-code=TA] .building-box", ".lesson-task", "#sheet-address"].filter((one) => !document.querySelector(one).checkVisibility()).join()`, "")
	checkIs(p, `[...document.querySelectorAll("button:not(.building-button), header, [popover], #bar, #moves, #live > *")].filter((one) => one.checkVisibility() && !one.closest(".unseen")).map((one) => one.id || one.className).join()`, "")
	checkIs(p, `["color", "backgroundColor"].map((name) => getComputedStyle(document.body)[name]).join()`, "rgb(0, 0, 0),rgb(255, 255, 255)")
}
