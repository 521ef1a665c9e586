package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/bench/proofs"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// awaitPuzzle waits until a puzzle is there, and one may place.
func (p *page) awaitPuzzle(name string, puzzle *proofs.Puzzle) {
	p.t.Helper()
	side := puzzle.Position.Side()
	p.await("the puzzle is there", fmt.Sprintf(`document.querySelector("#panel-puzzle").dataset.puzzle === %q && document.querySelector("#panel-puzzle").dataset.outcome === ""
		&& document.querySelector("#hand-%s [data-code=%s]:enabled")?.checkVisibility()`, name, strings.ToLower(side.String()), puzzle.Solution.Building().Code()))
}

// awaitOutcome waits until a try is judged.
func (p *page) awaitOutcome(outcome string) {
	p.t.Helper()
	p.await("the try is "+outcome, fmt.Sprintf(`document.querySelector("#panel-puzzle").dataset.outcome === %q`, outcome))
}

// wrongTry returns a move that does not solve a puzzle, of the building that does.
func wrongTry(p *proofs.Puzzle) engine.Move {
	for _, m := range p.Position.Moves(nil) {
		if m != p.Solution && m.Building() == p.Solution.Building() {
			return m
		}
	}
	return p.Position.Moves(nil)[0]
}

// solve tries a wrong building, sees why it does not win, and then solves the puzzle.
func (p *page) solve(name string, puzzle *proofs.Puzzle, place func(*page, engine.Side, engine.Move)) {
	p.t.Helper()
	side := puzzle.Position.Side()
	p.awaitPuzzle(name, puzzle)
	evaluate[chromedp.Void](p, `document.getElementById("board").focus({ preventScroll: true })`)
	place(p, side, wrongTry(puzzle))
	p.awaitOutcome("wrong")
	p.await("it is told why", `/^That does not win\. (Light|Dark) .+/.test(document.querySelector("[data-of=puzzle] .lesson-words").textContent)`)
	p.await("the way back has the focus", `document.activeElement.id === "puzzle-again"`)
	p.click("#puzzle-again")
	p.awaitPuzzle(name, puzzle)
	p.await("the board has the focus", `document.activeElement.id === "board"`)
	place(p, side, puzzle.Solution)
	p.awaitOutcome("done")
	if words := p.text("[data-of=puzzle] .lesson-words"); !strings.Contains(words, "wins, and nothing else does") {
		p.t.Errorf("of a solution it is said: %s", words)
	}
}

// A wrong building is answered at every try, the right one is kept as solved, also when the
// page is loaded again, and the next puzzle is one that is not solved. Both hands are counted,
// and how many puzzles were solved at the first try.
func TestBrowserPuzzle(t *testing.T) {
	enginetest.Long(t)
	list := readPuzzles(t, 2)
	address := pageServer(t)
	p := openPage(t, address+"#do=puzzle&puzzle=medium-1", window{width: 1280, height: 800, hurried: true})
	count := func(words string) {
		t.Helper()
		if got, want := p.text("#puzzle-count"), fmt.Sprintf(words, len(list)); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	p.awaitPuzzle("medium-1", &list[0])
	count("0 of %d solved.")
	side := list[0].Position.Side()
	for of, side := range map[string]engine.Side{".near": side, ".far": side.Opponent()} {
		left := p.text(of + " .hand-left")
		if want := fmt.Sprint(list[0].Position.Unplaced(side)); !strings.Contains(left, want) {
			t.Errorf("%s has %q left, want %s squares", side, left, want)
		}
	}
	placeWithMouse(p, side, wrongTry(&list[0]))
	p.awaitOutcome("wrong")
	p.await("it is told why", `/^That does not win\. (Light|Dark) .+/.test(document.querySelector("[data-of=puzzle] .lesson-words").textContent)`)
	count("0 of %d solved. At the first try: 0 of 1.")
	p.click("#puzzle-again")
	p.solve("medium-1", &list[0], placeWithMouse)
	count("1 of %d solved. At the first try: 0 of 1.")
	p.click("#puzzle-next")
	p.awaitPuzzle("medium-2", &list[1])
	p.visit(evaluate[string](p, `location.href`))
	p.awaitPuzzle("medium-2", &list[1])
	count("1 of %d solved. At the first try: 0 of 1.")
	placeWithMouse(p, list[1].Position.Side(), list[1].Solution)
	p.awaitOutcome("done")
	count("2 of %d solved. At the first try: 1 of 2.")
	p.visit(address + "?easy#do=puzzle&puzzle=easy-1")
	p.await("another grade counts by itself", `/^0 of \d+ solved\.$/.test(document.getElementById("puzzle-count").textContent)`)
}

// Puzzles are solved by touch on the smallest phone and by keyboard, for both sides. Hints
// and solutions are there to be asked for, and count for nothing.
func TestBrowserPuzzlesEverywhere(t *testing.T) {
	enginetest.Long(t)
	list := readPuzzles(t, 4)
	address := pageServer(t)
	for _, test := range []struct {
		name   string
		window window
		place  func(*page, engine.Side, engine.Move)
	}{
		{"touch", window{width: 320, height: 568, touch: true, hurried: true}, placeByTouch},
		{"keyboard", window{width: 1024, height: 600, hurried: true}, placeByKeyboard},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := openPage(t, address+"#do=learn", test.window)
			p.await("a lesson is there", `document.querySelector("#panel-learn").dataset.lesson`)
			evaluate[chromedp.Void](p, `document.getElementById("tab-puzzle").click()`)
			p.await("the puzzle of the day is there", `document.querySelector("#panel-puzzle").dataset.puzzle && document.querySelector("[data-of=puzzle] .lesson-title").textContent.startsWith("Today")`)
			solved := map[engine.Side]bool{}
			for i := range list {
				side := list[i].Position.Side()
				if solved[side] {
					continue
				}
				solved[side] = true
				name := fmt.Sprintf("veryhard-%d", i+1)
				p = openPage(t, address+"#do=puzzle&puzzle="+name, test.window)
				p.solve(name, &list[i], test.place)
			}
			if len(solved) < 2 {
				t.Error("there are puzzles for one side only")
			}
			p.visit(address + "?hint#do=puzzle&puzzle=veryhard-9")
			p.awaitPuzzle("veryhard-9", &list[8])
			evaluate[chromedp.Void](p, `document.getElementById("puzzle-hint").click()`)
			p.await("the building is named", `/^It is the/.test(document.querySelector("[data-of=puzzle] .lesson-words").textContent)`)
			evaluate[chromedp.Void](p, `document.getElementById("puzzle-show").click()`)
			p.awaitOutcome("shown")
			if words := p.text("#puzzle-count"); !strings.HasPrefix(words, fmt.Sprintf("1 of %d solved", len(list))) {
				t.Errorf("solved: %s", words)
			}
			evaluate[chromedp.Void](p, `document.getElementById("puzzle-analyse").click()`)
			p.await("it is analysed", `document.body.dataset.mode === "analyse" && location.hash.includes("start=")`)
		})
	}
}

// Someone who turns a tablet while the answer to a wrong try is shown still sees the hands of what is on the board.
func TestBrowserATurnedPuzzleKeepsTheHandsOfItsAnswer(t *testing.T) {
	tried := viewStates["tried"]
	p := openPage(t, pageServer(t)+tried.fragment, window{width: 1024, height: 768, hurried: true})
	p.await("the puzzle is there", tried.ready)
	tried.act(p)
	p.await("the answer is shown", `/^That does not win\. (Light|Dark) .+/.test(document.querySelector("[data-of=puzzle] .lesson-words").textContent)`)
	const hands = `[...document.querySelectorAll(".hand-left")].map(({ textContent }) => textContent).join()`
	after := evaluate[string](p, hands)
	p.resize(window{width: 768, height: 1024, touch: true})
	if turned := evaluate[string](p, hands); turned != after {
		t.Errorf("the hands are %q after a turn, want %q", turned, after)
	}
}
