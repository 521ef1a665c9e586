package pagetest

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// playToTheEnd plays a person's side until the game is over, with moves of its own choice, and
// returns the position at its end.
func playToTheEnd(p *page, rules engine.Rules, person engine.Side, place func(*page, engine.Side, engine.Move)) engine.Position {
	p.t.Helper()
	const seed = 7
	chance := rand.New(rand.NewPCG(seed, seed))
	const waiting = `/^Your turn|won|lost|wins|A draw/.test(document.getElementById("status").textContent)`
	for {
		p.await("it is the person's turn, or all is over", waiting)
		position := replay(p, rules)
		if position.Over() {
			return position
		}
		if position.Side() != person {
			p.t.Fatalf("%s is asked to move in %s", person, position.String())
		}
		moves := position.Moves(nil)
		move := moves[chance.IntN(len(moves))]
		place(p, person, move)
		// The same move may have been played before a capture, and another one may begin with it.
		p.await(fmt.Sprintf("%s is played", move), fmt.Sprintf(`new URLSearchParams(location.hash.slice(1)).get("moves").split(".")[%d] === %q`, position.Ply(), move))
	}
}

// replay returns the position at the end of the game in the page's address.
func replay(p *page, rules engine.Rules) engine.Position {
	p.t.Helper()
	fields, err := url.ParseQuery(strings.TrimPrefix(evaluate[string](p, "location.hash"), "#"))
	if err != nil {
		p.t.Fatal(err)
	}
	position := engine.Start(rules)
	moves, err := record.ParseMoves(strings.ReplaceAll(fields.Get("moves"), ".", " "), position)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, move := range moves {
		position = position.Play(move)
	}
	return position
}

// checkOutcome checks that the page shows how a game has ended.
func (p *page) checkOutcome(outcome engine.Outcome) {
	p.t.Helper()
	words := map[engine.Outcome]string{engine.LightWins: "Light wins", engine.DarkWins: "Dark wins", engine.Draw: "A draw"}
	status := evaluate[string](p, `(() => {
		const [near, far] = document.querySelector(".near").id === "hand-light" ? ["Light", "Dark"] : ["Dark", "Light"];
		return document.getElementById("status").textContent.replace("You have won", near + " wins").replace("You have lost", far + " wins");
	})()`)
	if !strings.Contains(status, words[outcome]) {
		p.t.Errorf("the page says %q of a game that ended %s", status, outcome)
	}
}

// placeWithMouse picks the building, turns it with the button, and clicks where it goes. What a
// server sends in between may have put it back.
func placeWithMouse(p *page, side engine.Side, move engine.Move) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		p.pick(side, move)
		x, y := p.pointOf(middle(move))
		p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
		if p.inTheAir() == move.String() {
			p.do(chromedp.MouseClickXY(x, y))
			return
		}
		p.do(chromedp.MouseClickXY(p.centreOf("#turn-right")))
	}
	p.t.Fatalf("no turn of the building gives %s: the last one is %s", move, p.inTheAir())
}

// pick clicks on the button of a move's building, unless it is in the air already.
func (p *page) pick(side engine.Side, move engine.Move) {
	p.t.Helper()
	button := fmt.Sprintf("#hand-%s [data-code=%s]", strings.ToLower(side.String()), move.Building().Code())
	p.await("one may pick the building", fmt.Sprintf("document.querySelector(%q).matches(':enabled')", button))
	if evaluate[string](p, fmt.Sprintf("document.querySelector(%q).ariaPressed", button)) != "true" {
		p.do(chromedp.MouseClickXY(p.centreOf(button)))
	}
}

// placeByKeyboard does the same with keys alone.
func placeByKeyboard(p *page, side engine.Side, move engine.Move) {
	p.t.Helper()
	for range engine.NumBuildings {
		p.press("b")
		if strings.HasPrefix(p.inTheAir(), move.Building().Code()) {
			break
		}
	}
	for range 4 {
		if p.inTheAir()[:3] == move.String()[:3] {
			break
		}
		p.press("r")
	}
	fromColumn, fromRow := middle(mustMove(p.t, p.inTheAir(), side))
	toColumn, toRow := middle(move)
	p.pressTimes(int(toColumn-fromColumn), kb.ArrowRight, kb.ArrowLeft)
	p.pressTimes(int(toRow-fromRow), kb.ArrowDown, kb.ArrowUp)
	if p.inTheAir() != move.String() {
		p.t.Fatalf("%s is in the air, want %s", p.inTheAir(), move)
	}
	p.press(kb.Enter)
}

// pressTimes presses one key as often as the number says, or the other if it is negative.
func (p *page) pressTimes(times int, forward, back string) {
	p.t.Helper()
	for ; times > 0; times-- {
		p.press(forward)
	}
	for ; times < 0; times++ {
		p.press(back)
	}
}

// inTheAir returns the move that the building in the air would be, "" for none.
func (p *page) inTheAir() string {
	p.t.Helper()
	return evaluate[string](p, `document.querySelector("#board svg").dataset.inTheAir`)
}

// middle returns the middle of the rectangle about a building, in squares from the
// board's upper left corner.
func middle(move engine.Move) (column, row float64) {
	left, right, top, bottom := 9, 0, 9, 0
	for square := range move.Squares().Squares() {
		left, right = min(left, square.Column()), max(right, square.Column())
		top, bottom = min(top, square.Row()), max(bottom, square.Row())
	}
	return float64(left+right+1) / 2, float64(top+bottom+1) / 2
}

func TestBrowserDraggingShowsWhatWouldBeEnclosed(t *testing.T) {
	// Dark's tower and stable wall off the upper left corner with the next move.
	p := longPage(t, "#do=analyse&moves=CAnF5.TOeD1.TAnJ10", desktop)
	p.await("Dark is to move", `document.getElementById("status").textContent.startsWith("Dark")`)
	fromX, fromY := p.centreOf("#hand-dark [data-code=ST]")
	column, row := 0.5, 3.0 // the stable on A3 and A4
	toX, toY := p.pointOf(column, row)
	p.do(
		chromedp.MouseEvent(chromedp.MousePressed, fromX, fromY, chromedp.ButtonLeft, chromedp.ClickCount(1)),
		chromedp.MouseEvent(chromedp.MouseMoved, (fromX+toX)/2, fromY, pressed),
		chromedp.MouseEvent(chromedp.MouseMoved, toX, toY, pressed),
	)
	p.await("it is said what the wall does", `document.getElementById("hint").textContent.startsWith("Claims")`)
	p.failIf("the squares to be enclosed are not shown", `document.querySelectorAll(".layer-ghost .claim").length === 0`)
	p.do(chromedp.MouseEvent(chromedp.MouseReleased, toX, toY, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	p.await("the stable is placed", `location.hash.includes("STnA3")`)
	// What is there may not be built on, and the page says so.
	p.pick(engine.Light, mustMove(t, "STnA3", engine.Light))
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, toX, toY))
	p.await("the reason is shown", `document.getElementById("hint").textContent.includes("There is a building on A3")`)
	p.press("u")
	p.await("the move is taken back", `location.hash.includes("ply=3")`)
}

// pressed is the state of a mouse that drags.
func pressed(params *input.DispatchMouseEventParams) {
	params.Button = input.MouseButtonLeft
	params.Buttons = 1
}

func mustMove(t testing.TB, text string, side engine.Side) engine.Move {
	t.Helper()
	move, err := engine.ParseMove(text, side)
	enginetest.Must(t, err)
	return move
}
