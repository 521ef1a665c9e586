package pagetest

// The board read with the keyboard and a screen reader: its squares, and what is said.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine"
)

// listening has the page note what is said, from before its own scripts run.
const listening = `document.addEventListener("readystatechange", () => {
	window.said = [];
	const note = (changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((line) => window.said.push(line.textContent)));
	const live = document.getElementById("live"); // which an empty page does not have
	if (live) new MutationObserver(note).observe(live, { childList: true });
}, { once: true })`

// forget leaves out what was said so far.
func (p *page) forget() {
	p.t.Helper()
	evaluate[chromedp.Void](p, `window.said.length = 0`)
}

// said returns what was said since the page is there, or since forget.
func (p *page) said() []string {
	p.t.Helper()
	return evaluate[[]string](p, "window.said")
}

// squareLabel says what stands on a square.
func squareLabel(position *engine.Position, square engine.Square) string {
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		if position.Buildings(side).Has(square) {
			return fmt.Sprintf("%s, %s's %s", square, side, buildingName(position.PieceAt(side, square)))
		}
	}
	if position.CathedralSquares().Has(square) {
		return fmt.Sprintf("%s, the Cathedral", square)
	}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		if position.Territory(side).Has(square) {
			return fmt.Sprintf("%s, %s's territory", square, side)
		}
	}
	return fmt.Sprintf("%s, empty", square)
}

func buildingName(move engine.Move) string {
	return strings.Replace(strings.ToLower(move.Building().String()), "cathedral", "Cathedral", 1)
}

// checkSquares holds what the page says of the squares against the position.
func (p *page) checkSquares(position *engine.Position) {
	p.t.Helper()
	labels := evaluate[[]string](p, `[...document.querySelectorAll("[role=gridcell]")].map(({ ariaLabel }) => ariaLabel)`)
	if len(labels) != 100 {
		p.t.Fatalf("the grid has %d squares", len(labels))
	}
	for index, label := range labels {
		if want := squareLabel(position, engine.NewSquare(index/10, index%10)); label != want {
			p.t.Errorf("a square is called %q, want %q", label, want)
		}
	}
}

// announcement is what the page says of a move in a position.
func announcement(position *engine.Position, move engine.Move) string {
	side := position.Side()
	if move == engine.Pass {
		return fmt.Sprintf("%s can't place anything and passes.", side)
	}
	reference := move.String()[3:]
	parts := []string{fmt.Sprintf("%s places the %s at %s", side, buildingName(move), strings.TrimSuffix(reference, "-"))}
	settled := position.Settlement(move)
	if count := settled.Claimed.Count(); count > 0 {
		parts = append(parts, "claims "+squaresInWords(count))
	}
	for _, captured := range settled.Captured {
		verb, owner := "captures", fmt.Sprintf("%s's %s", side.Opponent(), buildingName(captured))
		if strings.HasSuffix(reference, "-") {
			verb = "spares"
		}
		if captured.Building() == engine.Cathedral {
			owner = "the Cathedral"
		}
		parts = append(parts, verb+" "+owner)
	}
	return joined(parts) + "."
}

func TestBrowserReadingTheBoard(t *testing.T) {
	p := longPage(t, twoPeople, window{width: 1280, height: 800, hurried: true, prepare: listening})
	p.awaitMoves(midgamePlies)
	position := replay(p, engine.Rules{})
	p.checkSquares(&position)

	evaluate[chromedp.Void](p, `document.getElementById("board").focus()`)
	focused := func(want engine.Square) {
		t.Helper()
		checkIs(p, `document.activeElement.ariaLabel ?? ""`, squareLabel(&position, want))
	}
	p.press(kb.Tab)
	focused(engine.NewSquare(0, 0))
	for range 3 {
		p.press(kb.ArrowDown)
	}
	p.press(kb.ArrowRight)
	p.press(kb.ArrowRight)
	p.press(kb.ArrowLeft)
	focused(engine.NewSquare(3, 1))
	p.press(kb.ArrowUp)
	p.press(kb.End)
	focused(engine.NewSquare(2, 9))
	p.press(kb.Home)
	focused(engine.NewSquare(2, 0))
	p.awaitMoves(midgamePlies)
	p.failIf("keys that read the board step through the game", `document.querySelector("#moves [aria-current]").dataset.ply !== "11"`)
	x, y := p.centreOf("[role=gridcell]:focus")
	if wantX, wantY := p.pointOf(0.5, 2.5); max(x-wantX, wantX-x, y-wantY, wantY-y) > 2 {
		t.Errorf("the square is seen at %.0f, %.0f, want %.0f, %.0f", x, y, wantX, wantY)
	}

	// A building that is picked from the hand by a key is moved by the arrows, and not the game.
	evaluate[chromedp.Void](p, `document.querySelector(".near .building-button:enabled, .far .building-button:enabled").focus()`)
	p.press(kb.Enter)
	p.await("it is over the board, which has the focus", `document.activeElement.id === "board" && document.querySelector("#board svg").dataset.inTheAir !== ""`)
	before := p.inTheAir()
	evaluate[chromedp.Void](p, `document.getElementById("turn-left").focus()`)
	p.press(kb.ArrowLeft)
	if p.inTheAir() == before {
		t.Error("an arrow does not move the building in hand")
	}
	p.press(kb.Escape)
	p.failIf("the arrow has stepped through the game", `document.querySelector("#moves [aria-current]").dataset.ply !== "11"`)

	// What can no longer be pressed does not take the focus with it; Escape closes the menu.
	evaluate[chromedp.Void](p, `document.querySelector(".near .building-button:enabled, .far .building-button:enabled").focus()`)
	p.press(kb.ArrowLeft)
	p.await("one looks back", `document.querySelector("#moves [aria-current]").dataset.ply === "10"`)
	p.failIf("the page has the focus", `document.activeElement === document.body`)
	p.press(kb.ArrowRight)
	p.await("one is back", `document.querySelector("#moves [aria-current]").dataset.ply === "11"`)
	evaluate[chromedp.Void](p, `document.getElementById("tools-button").focus()`)
	p.press(kb.Enter)
	p.press(kb.Tab)
	p.press(kb.Escape)
	p.await("the menu is closed, and its button has the focus", `!document.querySelector("#menu:popover-open") && document.activeElement.id === "tools-button"`)

	// A building is brought to the square that one reads, and placed there.
	evaluate[chromedp.Void](p, `document.querySelector("[role=gridcell][tabindex='0']").focus()`)
	p.forget()
	p.press(kb.Enter)
	p.await("it is said that one needs a building", `window.said.includes("Pick a building.")`)
	p.forget()
	p.press("b")
	p.press(kb.Enter)
	p.await("the board has the focus", `document.activeElement.id === "board"`)
	p.await("it is said where the building is", `window.said.length > 0`)
	p.await("the building is there", `document.querySelector("#board svg").dataset.inTheAir !== ""`)
	move := position.Moves(nil)[0]
	placeByKeyboard(p, position.Side(), move)
	p.awaitMoves(midgamePlies + 1)
	p.await("the move is spoken", `window.said.some((line) => line.includes("places"))`)
	want := announcement(&position, move) + " Light's turn"
	if said := slices.DeleteFunc(p.said(), func(line string) bool { return !strings.Contains(line, "places") }); !slices.Equal(said, []string{want}) {
		t.Errorf("the page says %q of a move, want once %q", said, want)
	}
}

// What happens is said once: a whole game by the rules of Mattel with the keyboard alone, and
// all that is said. The link that skips what is before the board does nothing else.
func TestBrowserWholeGameForScreenReaders(t *testing.T) {
	rules := engine.Rules{Set: engine.Mattel}
	p := longPage(t, "#light=level+visitor&dark=person&rules=mattel", window{width: 1280, height: 800, hurried: true, prepare: listening})
	p.awaitMoves(1)
	before := evaluate[string](p, "location.hash")
	p.press(kb.Tab)
	p.press(kb.Enter) // the link to the board
	p.await("the board has the focus", `document.activeElement.id === "board"`)
	checkIs(p, "location.hash", before)
	final := playToTheEnd(p, rules, engine.Dark, func(p *page, side engine.Side, move engine.Move) {
		position := replay(p, rules)
		p.checkSquares(&position)
		placeByKeyboard(p, side, move)
	})
	p.await("the panel tells the end", `document.getElementById("ending").checkVisibility() && window.said.some((line) => line.includes("left over"))`)
	said := p.said()
	p.checkSquares(&final)
	p.checkOutcome(final.Outcome())
	position := engine.Start(rules)
	for _, text := range strings.Split(evaluate[string](p, `new URLSearchParams(location.hash.slice(1)).get("moves")`), ".") {
		move := mustMove(t, text, position.Side())
		words := announcement(&position, move)
		at := slices.IndexFunc(said, func(line string) bool { return strings.HasPrefix(line, words) })
		if at < 0 {
			t.Fatalf("%q was not said; next was %q", words, said[:min(3, len(said))])
		}
		checkBetweenMoves(t, said[:at])
		if stands := standing(move); position.Side() == engine.Light && !strings.Contains(said[at], stands) {
			t.Errorf("it is not said that the building stands%s: %q", stands, said[at])
		}
		if position = position.Play(move); position.Over() && strings.Contains(said[at], "You have") {
			t.Errorf("the end is said before the panel says it: %q", said[at])
		}
		said = said[at+1:]
	}
	checkBetweenMoves(t, said[:len(said)-1])
	if end := said[len(said)-1]; !strings.HasSuffix(end, p.text("#ending-words")) {
		t.Errorf("the end is %q in words", end)
	}
}

// standing is what the page says of the squares of a move that somebody else has played.
func standing(move engine.Move) string {
	if move == engine.Pass || move.Squares().Count() == 1 {
		return ""
	}
	words := " On"
	for square := range move.Squares().Squares() {
		words += " " + square.String()
	}
	return words + "."
}

// checkBetweenMoves holds that what was said besides the moves is where buildings are.
func checkBetweenMoves(t *testing.T, said []string) {
	t.Helper()
	where := regexp.MustCompile(`^[a-z]+ (picked, facing )?(north|east|south|west)( on( [A-J]\d+)+: (fits|doesn't fit).*)?$`)
	for _, line := range said {
		if !where.MatchString(line) {
			t.Errorf("%q was said too much", line)
		}
	}
}

// Someone who presses Place with a key goes on at the board: the buttons that leave the bar take no focus
// with them.
func TestBrowserTheBoardHasTheFocusAfterPlace(t *testing.T) {
	p := longPage(t, "#light=person&dark=person&"+midgame, window{width: 1280, height: 800, hurried: true})
	p.awaitMoves(midgamePlies)
	p.await("a building is over a place where it fits", takeBuilding)
	evaluate[chromedp.Void](p, `document.getElementById("place").focus()`)
	p.press(kb.Enter)
	p.awaitMoves(midgamePlies + 1)
	p.await("the board has the focus", `document.activeElement.id === "board"`)
}

// squaresInWords returns "one square", "two squares" and so on.
func squaresInWords(count int) string {
	numbers := []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	switch {
	case count == 1:
		return "one square"
	case count < len(numbers):
		return numbers[count] + " squares"
	}
	return fmt.Sprintf("%d squares", count)
}

func joined(list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}
