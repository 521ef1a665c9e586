package pagetest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/bench/puzzles"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// awaitPuzzle waits until a puzzle is there, and one may place.
func (p *page) awaitPuzzle(name string, puzzle *puzzles.Puzzle) {
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
func wrongTry(p *puzzles.Puzzle) engine.Move {
	for _, m := range p.Position.Moves(nil) {
		if m != p.Solution && m.Building() == p.Solution.Building() {
			return m
		}
	}
	return p.Position.Moves(nil)[0]
}

// A wrong building is answered at every try, the right one is kept as solved, also when the
// page is loaded again, and the next puzzle is one that is not solved. Both hands are counted,
// and how many puzzles were solved at the first try, which alone changes the player's rating. A
// hint or the solution counts as a try that failed.
func TestBrowserPuzzle(t *testing.T) {
	list := readPuzzles(t)
	p := longPage(t, "#do=learn", friendsWindow)
	p.await("a lesson is there", `document.querySelector("#panel-learn").dataset.lesson`)
	p.click("#tab-puzzle")
	p.await("a puzzle is there", `document.querySelector("#panel-puzzle").dataset.puzzle`)
	p.await("it is easy", `/, (easy|grade 1 of 4)$/.test(document.querySelector("[data-of=puzzle] .lesson-title").textContent)`)
	p.clickOn("Today’s puzzle", `[...document.querySelectorAll("#menu button")].find(({ textContent }) => textContent === "Today’s puzzle")`)
	p.await("the puzzle of the day is there", `/^Today’s puzzle, grade [1-4] of 4$/.test(document.querySelector("[data-of=puzzle] .lesson-title").textContent)`)
	evaluate[chromedp.Void](p, `localStorage.setItem("cathedral-puzzles", "1 2 3;0;0;;")`)
	p.visit(p.origin() + "#do=learn")
	p.click("#tab-puzzle")
	p.await("who has solved some begins with that of the day", `document.querySelector("[data-of=puzzle] .lesson-title")?.textContent.startsWith("Today")`)
	evaluate[chromedp.Void](p, `localStorage.removeItem("cathedral-puzzles")`)
	p.visit(p.origin() + "?again#do=puzzle&puzzle=1")
	count := func(words string) {
		t.Helper()
		if got, want := p.text("#puzzle-count"), fmt.Sprintf(words, len(list)); got != want {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	rated := func(puzzle *puzzles.Puzzle, change string) {
		t.Helper()
		want := fmt.Sprintf(`^\d+%s Your rating\. This puzzle: %d\.`, change, puzzle.Rating)
		if got := p.text("#puzzle-rating"); !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("it says %q, want %q", got, want)
		}
	}
	const less, more = ` \(−\d+\)`, ` \(\+\d+\)`
	solution := list[0].Solution
	side := list[0].Position.Side()
	p.awaitPuzzle("1", &list[0])
	count("0 of %d solved.")
	for of, side := range map[string]engine.Side{".near": side, ".far": side.Opponent()} {
		left := p.text(of + " .hand-left")
		if want := fmt.Sprint(list[0].Position.Unplaced(side)); !strings.Contains(left, want) {
			t.Errorf("%s has %q left, want %s squares", side, left, want)
		}
	}
	for _, change := range []string{less, ""} {
		placeWithMouse(p, side, wrongTry(&list[0]))
		p.awaitOutcome("wrong")
		p.await("it is told why", toldWhy)
		count("0 of %d solved. At the first attempt: 0 of 1.")
		rated(&list[0], change)
		p.await("the way back has the focus", `document.activeElement.id === "puzzle-again"`)
		p.press(kb.Enter)
		p.awaitPuzzle("1", &list[0])
		p.await("the board has the focus", `document.activeElement.id === "board"`)
	}
	placeWithMouse(p, side, solution)
	p.awaitOutcome("done")
	p.checkPart("[data-of=puzzle] .lesson-words", "wins, and nothing else does")
	count("1 of %d solved. At the first attempt: 0 of 1.")
	rated(&list[0], "")
	next := func(name string) *puzzles.Puzzle {
		t.Helper()
		p.await("another puzzle is there", fmt.Sprintf(`document.querySelector("#panel-puzzle").dataset.puzzle !== %q`, name))
		number, err := strconv.Atoi(evaluate[string](p, `document.querySelector("#panel-puzzle").dataset.puzzle`))
		enginetest.Must(t, err)
		p.awaitPuzzle(fmt.Sprint(number), &list[number-1])
		return &list[number-1]
	}
	p.click("#puzzle-next")
	next("1")
	p.reload()
	second := next("1")
	count("1 of %d solved. At the first attempt: 0 of 1.")
	placeWithMouse(p, second.Position.Side(), second.Solution)
	p.awaitOutcome("done")
	count("2 of %d solved. At the first attempt: 1 of 2.")
	rated(second, more)

	for grade, name := range []string{"Easy", "Medium", "Hard", "Very hard"} {
		before := evaluate[string](p, `document.querySelector("#panel-puzzle").dataset.puzzle`)
		p.clickOn(name, fmt.Sprintf(`[...document.querySelectorAll("#panel-puzzle .tasks button")].find(({ textContent }) => textContent === %q)`, name))
		if chosen := next(before); chosen.Grade() != grade+1 {
			t.Errorf("a puzzle of grade %d is %s", chosen.Grade(), name)
		}
		of := 0
		for i := range list {
			if list[i].Grade() == grade+1 {
				of++
			}
		}
		p.checkPart("#puzzle-count", fmt.Sprintf(" of %d solved", of))
	}
	p.clickOn("a theme", `[...document.querySelectorAll("#panel-puzzle .tasks button")].find(({ textContent }) => textContent === "Use your room")`)
	p.await("it is chosen", `[...document.querySelectorAll("#panel-puzzle [aria-current]")].at(-1)?.textContent === "Use your room"`)

	other := slices.IndexFunc(list, func(puzzle puzzles.Puzzle) bool { return puzzle.Position.Side() != side })
	name := fmt.Sprint(other + 1)
	p.visit(p.origin() + "?hint#do=puzzle&puzzle=" + name)
	p.awaitPuzzle(name, &list[other])
	p.click("#puzzle-hint")
	p.await("the building is named", `/^It's the/.test(document.querySelector("[data-of=puzzle] .lesson-words").textContent)`)
	p.click("#puzzle-show")
	p.awaitOutcome("shown")
	rated(&list[other], less)
	count("2 of %d solved. At the first attempt: 1 of 3.")
	checkIs(p, `document.querySelector(".tries").textContent`, "×✓×")

	last := &list[len(list)-1]
	name = fmt.Sprint(len(list))
	p.visit(p.origin() + "?shutout#do=puzzle&puzzle=" + name)
	p.awaitPuzzle(name, last)
	placeWithMouse(p, last.Position.Side(), wrongTry(last))
	p.awaitOutcome("wrong")
	p.checkPart("[data-of=puzzle] .lesson-words", "does not wall the other side out")
	p.click("#puzzle-again")
	p.awaitPuzzle(name, last)
	placeWithMouse(p, last.Position.Side(), last.Solution)
	p.awaitOutcome("done")
	p.checkPart("[data-of=puzzle] .lesson-words", "never builds again")
	p.click("#puzzle-analyse")
	p.await("it is analysed", `document.body.dataset.mode === "analyse" && location.hash.includes("start=")`)
}

// toldWhy is an expression for whether the answer to a wrong try is shown.
const toldWhy = `/^That doesn't win\. (Light|Dark) .+/.test(document.querySelector("[data-of=puzzle] .lesson-words").textContent)`

// Someone who turns a tablet while the answer to a wrong try is shown still sees the hands of what is on the board.
func TestBrowserATurnedPuzzleKeepsTheHandsOfItsAnswer(t *testing.T) {
	tried := viewStates["tried"]
	p := longPage(t, tried.fragment, window{width: 1024, height: 768, hurried: true})
	p.await("the puzzle is there", tried.ready)
	tried.act(p)
	p.await("the answer is shown", toldWhy)
	const hands = `[...document.querySelectorAll(".hand-left")].map(({ textContent }) => textContent).join()`
	after := evaluate[string](p, hands)
	p.resize(window{width: 768, height: 1024, touch: true})
	checkIs(p, hands, after)
}
