package pagetest

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// placeByTouch drags a building from the hand with a finger, turns it with two, moves it to its place
// with a tap, and places it with the button.
func placeByTouch(p *page, side engine.Side, move engine.Move) {
	p.t.Helper()
	evaluate[any](p, `scrollTo(0, 0)`)
	x, y := p.pointOf(middle(move))
	hand := fmt.Sprintf("#hand-%s [data-code=%s]", strings.ToLower(side.String()), move.Building().Code())
	for deadline := time.Now().Add(patience); !strings.HasPrefix(p.inTheAir(), move.Building().Code()); { // the hand may have moved under the finger
		if time.Now().After(deadline) {
			p.t.Fatalf("no %s is in the air", move.Building())
		}
		fromX, fromY := p.centreOf(hand)
		p.drag(fromX, fromY, x, y)
	}
	for range 3 {
		if before := p.inTheAir(); before[:3] != move.String()[:3] {
			p.twist(p.pointOf(5, 5)) // anywhere on the board
			p.await("it is turned", fmt.Sprintf(`document.querySelector("#board svg").dataset.inTheAir !== %q`, before))
		}
	}
	p.tap(x, y)
	p.await(move.String()+" is in the air", fmt.Sprintf(`document.querySelector("#board svg").dataset.inTheAir === %q`, move))
	p.tap(p.centreOf("#place"))
}

// twist turns two fingers about a point of the window, by a right angle.
func (p *page) twist(x, y float64) {
	p.t.Helper()
	const radius, steps = 60, 6
	for step := range steps + 1 {
		angle := float64(step) / steps * math.Pi / 2
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

// drag moves a finger over the window, in steps of a few pixels.
func (p *page) drag(fromX, fromY, toX, toY float64) {
	p.t.Helper()
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)})
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: fromX, Y: fromY})
	steps := math.Ceil(math.Hypot(toX-fromX, toY-fromY) / 40)
	for step := 1.0; step <= steps; step++ {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: fromX + (toX-fromX)*step/steps, Y: fromY + (toY-fromY)*step/steps})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// Nothing but the button and a double tap places a building; whatever else a finger
// does to it moves it.
func TestBrowserFingersMoveABuilding(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t) + "#light=person&dark=person&moves=CAnF5.TOeD1"
	for _, w := range byDay(1, []window{{width: 390, height: 844, touch: true}, {width: 844, height: 390, touch: true}}) {
		t.Run(fmt.Sprintf("%dx%d", w.width, w.height), func(t *testing.T) {
			p := openPage(t, address, w)
			p.await("Light is to move", `document.querySelector("#hand-light [data-code=BR]:enabled")`)
			placed := func(want int) {
				t.Helper()
				if moves := evaluate[int](p, `document.querySelectorAll("#moves li").length`); moves != want {
					t.Fatalf("%d moves are played, want %d", moves, want)
				}
			}
			inTheAir := func(move string) {
				t.Helper()
				p.await(move+" is in the air", fmt.Sprintf(`document.querySelector("#board svg").dataset.inTheAir === %q`, move))
			}
			// A bridge is dragged out, and hovers above where the finger is lifted.
			fromX, fromY := p.centreOf("#hand-light [data-code=BR]")
			toX, toY := p.pointOf(2.5, 9.5)
			p.drag(fromX, fromY, toX, toY)
			p.await("a bridge is on C, where the finger does not hide it", `/^BRnC[1-7]$/.test(document.querySelector("#board svg").dataset.inTheAir)`)
			// A tap beside it brings it there, two fingers turn it.
			p.tap(p.pointOf(2.5, 5.5))
			inTheAir("BRnC5")
			p.twist(p.pointOf(2.5, 5.5))
			inTheAir("BReD6")
			// A tap on its end nudges it by a square.
			p.tap(p.pointOf(3.5, 5.5))
			inTheAir("BReE6")
			// A drag that begins on it carries it along.
			x, y := p.pointOf(2.5, 5.5)
			squareX, squareY := p.pointOf(3.5, 7.5)
			p.drag(x, y, squareX, squareY)
			inTheAir("BReF8")
			// A double tap does not place it where it does not fit: it can be dragged out again.
			x, y = p.pointOf(5.5, 4.5) // the Cathedral
			p.tap(x, y)
			inTheAir("BReG5")
			refused := time.Now().Add(time.Second)
			p.tapAt(x, y, refused)
			p.tapAt(x, y, refused.Add(100*time.Millisecond))
			p.await("it is refused", `!document.getElementById("toast").hidden`)
			placed(2)
			p.drag(fromX, fromY, squareX, squareY)
			p.await("it is carried again", `/^BReE[5-7]$/.test(document.querySelector("#board svg").dataset.inTheAir)`)
			// Taps at two places are not a double tap, however quick.
			p.tap(p.pointOf(4.5, 8.5))
			p.tap(p.pointOf(5.5, 8.5))
			inTheAir("BReG9")
			placed(2)
			// Two taps at one place within 0.1 s are one, long after those before.
			x, y = p.pointOf(5.5, 8.5)
			later := time.Now().Add(time.Second)
			p.tapAt(x, y, later)
			p.tapAt(x, y, later.Add(100*time.Millisecond))
			p.await("a double tap places it", `location.hash.endsWith("BReG9")`)
			placed(3)
		})
	}
}

// In a review a swipe turns the page: to the left goes forward, to the right goes back.
func TestBrowserSwipesThroughAGame(t *testing.T) {
	p := longPage(t, "#do=review&"+finishedGame+"&ply=6", window{width: 390, height: 844, touch: true})
	p.await("the game is there", `document.querySelector("#moves [aria-current]")?.dataset.ply === "6"`)
	rightX, y := p.pointOf(8, 5)
	leftX, below := p.pointOf(3, 8)
	at := func(ply int) {
		t.Helper()
		p.await(fmt.Sprintf("move %d is shown", ply), fmt.Sprintf(`document.querySelector("#moves [aria-current]").dataset.ply === "%d"`, ply))
	}
	for ply := 7; ply <= 10; ply++ {
		p.drag(rightX, y, leftX, y)
		at(ply)
	}
	p.drag(leftX, y, rightX, y)
	at(9)
	p.drag(leftX, below, leftX, y)
	p.tap(p.centreOf("#next"))
	at(10)
}

// The page speaks of fingers to who has a touch screen, and of keys and the wheel to
// who has none.
func TestBrowserSpeaksOfFingers(t *testing.T) {
	p := longPage(t, "", window{width: 1024, height: 768})
	for _, touch := range []bool{true, false} {
		p.resize(window{width: 1024, height: 768, touch: touch})
		p.visit(p.origin())
		p.click("#rules-button")
		words := p.text("#hint") + evaluate[string](p, `document.getElementById("rules-dialog").innerText`)
		if strings.Contains(words, "finger") != touch || strings.Contains(words, "wheel") == touch {
			t.Errorf("touch screen %t: the page says\n%s", touch, words)
		}
	}
}
