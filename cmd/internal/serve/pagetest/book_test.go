package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine/enginetest"
)

// bookShows is an expression for whether the explorer lists a number of moves.
func bookShows(moves int) string {
	return fmt.Sprintf(`document.querySelectorAll("#book .book-move").length === %d`, moves)
}

// The explorer lists the book's moves of the position with their values, from Light's side,
// shows each on the board, and plays the one that is chosen.
func TestBrowserBookExplorer(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, bookServer(t)+"#do=analyse&moves="+bookPlacement, desktop)
	p.click("#engine")
	p.click("#book summary")
	p.await("the book has its moves", bookShows(4))
	p.await("it says how many", `document.querySelector("#book [role=status]").textContent === "4 moves in the book."`)
	for move, want := range map[string][]string{
		bestReply:   {"The castle at E8", "−3.2±0.4", "among the best · sure · 40 games"},
		goodReply:   {"The abbey at B2", "−2.9±1.2", "among the best · fairly sure · 20 games"},
		evenReply:   {"The manor at B2", "0.0±0.9", "⚠ unexplored, the value of one search · no games"},
		losingReply: {"The tavern at A1", "+4.0", "Light wins, proven · no games"},
	} {
		text := p.text("#book [data-move=" + move + "]")
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: the book does not say %q: %s", move, part, text)
			}
		}
		if good := strings.Contains(text, "among the best"); good != (move == bestReply || move == goodReply) {
			t.Errorf("%s is among the best: %t", move, good)
		}
	}
	labels := evaluate[[]string](p, `[...document.querySelectorAll("#book [data-move=`+bestReply+`] [role=img]")].map(({ ariaLabel }) => ariaLabel)`)
	if want := "[Dark leads by 3.2 squares, give or take 0.4 Light won 1, Dark 38, 1 drawn]"; fmt.Sprint(labels) != want {
		t.Errorf("a screen reader hears %s, want %s", labels, want)
	}
	const ghosts = `document.querySelectorAll(".layer-book .in-the-air").length`
	evaluate[chromedp.Void](p, `document.querySelector("#book [data-move=`+evenReply+`]").dispatchEvent(new PointerEvent("pointerenter"))`)
	p.await("the move is on the board", ghosts+" === 1")
	evaluate[chromedp.Void](p, `document.querySelector("#book [data-move=`+evenReply+`]").dispatchEvent(new PointerEvent("pointerleave"))`)
	p.await("it is no longer there", ghosts+" === 0")
	evaluate[chromedp.Void](p, `document.querySelector("#book summary").focus()`)
	p.press(kb.Tab)
	p.await("the first move has the focus and is on the board", `document.activeElement.dataset.move === "`+bestReply+`" && `+ghosts+" === 1")
	p.press(kb.Enter)
	p.awaitMoves(2)
	p.await("the next position is not in the book", bookShows(0)+` && document.querySelector("#book [role=status]").textContent === "The book has no moves here."`)
	p.await("the focus has stayed in the book", `document.activeElement.matches("#book summary")`)
	if left := evaluate[int](p, ghosts); left > 0 {
		t.Error("the move is still shown as one of the book")
	}
	p.click("#previous")
	p.await("the moves are there again", bookShows(4))
	p.click("#book [data-move=" + goodReply + "]")
	p.await("it is a variation", `document.querySelectorAll(".variation-move").length === 3`)
}

// Before the Cathedral stands the board has a map of its squares, with the ten best numbers.
func TestBrowserMapOfTheCathedral(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, bookServer(t)+"#do=analyse", window{width: 390, height: 844, touch: true, dark: true})
	p.click("#engine")
	p.click("#book summary")
	p.await("the book has its first moves", bookShows(6))
	for _, problem := range p.outOfSight("#book-map") {
		t.Errorf("of the opened book: %s", problem)
	}
	const mapped = `document.querySelectorAll(".layer-book rect.heat").length`
	// A cross covers all but the corners and the squares next to them.
	if squares := evaluate[int](p, mapped); squares < 88 {
		t.Errorf("the map has %d squares", squares)
	}
	if steps := evaluate[[]int](p, `[0, 5].map((step) => document.querySelectorAll(".layer-book .heat.step-" + step).length)`); steps[0] == 0 || steps[1] == 0 {
		t.Errorf("the worst and the best colour have %d squares", steps)
	}
	checkIs(p, `document.querySelectorAll(".layer-book text").length`, 10)
	// The map is its own rotation, as the board is.
	if crooked := evaluate[bool](p, `(() => {
		const at = new Map([...document.querySelectorAll(".layer-book rect")].map((rect) => [rect.getAttribute("x") + " " + rect.getAttribute("y"), rect.getAttribute("class")]));
		return [...at].some(([place, tint]) => {
			const [x, y] = place.split(" ").map(Number);
			return at.get((906 - y) + " " + x) !== tint;
		});
	})()`); crooked {
		t.Error("the map is not its own rotation")
	}
	p.clickOn("all moves", `[...document.querySelectorAll("#book > button")].find((button) => button.textContent === "Show all 56 moves")`)
	p.await("all moves are listed", bookShows(56)+` && document.activeElement === document.querySelectorAll("#book .book-move")[6]`)
	p.click("#book .book-move")
	p.awaitMoves(1)
	p.await("the map is gone", mapped+" === 0")
	p.click("#previous")
	p.await("the map is back", mapped+" >= 88")
	p.click("#book summary")
	p.await("the map is gone with the fold", mapped+" === 0")
}

// A review marks the moves of the book that are as good as its best, and does not count them
// as mistakes; a move of the book that is worse is none of them.
func TestBrowserReviewKnowsTheBook(t *testing.T) {
	enginetest.Long(t)
	address := bookServer(t) + "#do=review&ply=2&moves=" + bookPlacement + "."
	p := openPage(t, address+goodReply+".TAnA10", desktop)
	judged := func() {
		t.Helper()
		p.await("the game is judged", `document.querySelector("#panel-review").dataset.judged === "true" && document.querySelector("#moves .mark.book")`)
	}
	judged()
	if marks := evaluate[[]string](p, `[...document.querySelectorAll("#moves button")].map((button) => button.querySelector(".mark.book")?.textContent ?? "")`); fmt.Sprint(marks) != "[§ § ]" {
		t.Errorf("the moves are marked %q", marks)
	}
	p.await("it is said of the move", `document.getElementById("verdict").textContent.includes("The abbey at B2 is a move of the opening book") && /^Dark leads by /.test(document.getElementById("score-words").textContent)`)
	p.failIf("a move of the book is told as a mistake", `document.getElementById("verdict").closest(".card").dataset.kind !== "book" || !document.getElementById("try-again").hidden`)
	if label := evaluate[string](p, `document.querySelector("#moves .mark.book").closest("button").textContent`); !strings.Contains(label, "is a move of the opening book") {
		t.Errorf("a screen reader hears %q", label)
	}
	p.visit(address + losingReply)
	judged()
	if marked := evaluate[[]string](p, `[...document.querySelectorAll("#moves .mark.book")].map((mark) => mark.closest("button").dataset.move)`); fmt.Sprint(marked) != "["+bookPlacement+"]" {
		t.Errorf("the moves %s are marked as those of the book", marked)
	}
}

// The engine plays from its book when it is an opponent, and not when it analyses.
func TestBrowserOpponentsPlayFromTheBook(t *testing.T) {
	p := longPage(t, "#light=level visitor&dark=person", desktop)
	p.awaitMoves(1)
	const toOpponent = `"seat":"light","line":"setoption name OwnBook value true"`
	if sent := p.sentSoFar(); !strings.Contains(sent, toOpponent) || !strings.Contains(sent, `"seat":"light","line":"setoption name BookVariety value `) {
		t.Errorf("the opponent is not told to play from the book: %s", sent)
	}
	p.click("#tab-analyse")
	p.await("lines are shown", `document.querySelectorAll(".line").length === 3`)
	if sent := strings.ReplaceAll(p.sentSoFar(), toOpponent, ""); strings.Contains(sent, "OwnBook") {
		t.Errorf("the analysis is told of the book: %s", sent)
	}
	p.visit(evaluate[string](p, `location.origin`) + "/?child#light=level child&dark=person")
	p.awaitMoves(1)
	if !strings.Contains(p.sentSoFar(), `"seat":"light","line":"setoption name OwnBook value false"`) {
		t.Error("Child plays from the book")
	}
}

// sentSoFar returns what the page has sent over its socket.
func (p *page) sentSoFar() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return p.sent.String()
}
