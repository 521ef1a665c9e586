package pagetest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// endlessOnce is JavaScript that has the first search of a seat continue until it is stopped, as
// on a slow machine. window.searches counts the searches of the seat.
func endlessOnce(seat string) string {
	return fmt.Sprintf(`{
		const send = WebSocket.prototype.send;
		window.searches = 0;
		WebSocket.prototype.send = function (text) {
			const message = JSON.parse(text);
			const first = message.seat === %q && message.line?.startsWith("go ") && window.searches++ === 0;
			send.call(this, first ? JSON.stringify({ ...message, line: "go infinite" }) : text);
		};
	}`, seat)
}

// A second wrong building, tried while the engine still looks for the answer to the first
// one, gets its own answer.
func TestBrowserSecondWrongBuildingIsAnswered(t *testing.T) {
	list := readPuzzles(t)
	puzzle := &list[0]
	side, wrong := puzzle.Position.Side(), wrongTry(puzzle)
	p := longPage(t, "#do=puzzle&puzzle=1", window{width: 1280, height: 800, hurried: true, prepare: endlessOnce("puzzle")})
	p.awaitPuzzle("1", puzzle)
	placeWithMouse(p, side, wrong)
	p.await("the engine looks for an answer", `window.searches === 1`)
	p.click("#puzzle-again")
	p.awaitPuzzle("1", puzzle)
	placeWithMouse(p, side, wrong)
	p.awaitOutcome("wrong")
	p.await("it is told why", toldWhy)
}

// A person who asks for a hint in another position while the engine still looks for the first one gets
// the hint, and no word about the search that is not wanted any more.
func TestBrowserSecondHintIsGiven(t *testing.T) {
	p := longPage(t, "#light=person&dark=person&"+midgame, window{width: 1280, height: 800, hurried: true, prepare: endlessOnce("hint")})
	p.click("#hint-button")
	p.await("the engine looks for a move", `window.searches === 1`)
	p.click("#undo")
	p.awaitMoves(midgamePlies - 1)
	evaluate[chromedp.Void](p, `document.getElementById("toast").hidden = true`)
	p.click("#hint-button")
	p.await("a move is named", `document.getElementById("hint-words").textContent.startsWith("Try ") || !document.getElementById("toast").hidden`)
	p.checkText("#toast", "")
}
