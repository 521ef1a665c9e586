package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// The tutorial is played on the smallest phone, by day its first lessons, and at night these by keyboard too. In each lesson
// a wrong try is explained, and the lesson continues only when its goal is met.
func TestBrowserTutorial(t *testing.T) {
	enginetest.Long(t)
	lessons := readLessons(t)
	address := pageServer(t)
	for _, test := range byDay(1, []struct {
		name   string
		window window
		place  func(*page, engine.Side, engine.Move)
		most   int // the lessons that are played
	}{
		{"touch", window{width: 320, height: 568, touch: true, hurried: true}, placeByTouch, len(byDay(4, lessons))},
		{"keyboard", window{width: 1024, height: 600, hurried: true}, placeByKeyboard, 3},
	}) {
		t.Run(test.name, func(t *testing.T) {
			p := openPage(t, address+"#light=person&dark=person&"+midgame, test.window)
			p.awaitMoves(midgamePlies)
			position := replay(p, engine.Rules{})
			placeWithMouse(p, engine.Dark, position.Moves(nil)[0])
			p.awaitMoves(midgamePlies + 1)
			p.click("#rules-button")
			p.click("#learn-button")
			p.await("there are cards", `document.querySelector("#panel-learn .board-card")`)
			evaluate[chromedp.Void](p, `document.querySelector("aside").scrollTop = 1e4, document.querySelector("#panel-learn .board-card").click()`)
			p.await("the task is in sight", `document.querySelector("aside").scrollTop === 0`)
			for i, l := range lessons[:test.most] {
				p.learn(&l, test.place)
				switch i {
				case 0: // the next visit begins with the first lesson that is not done
					p.visit(evaluate[string](p, `location.href.replace(/lesson=\w+&/, "")`))
					continue
				case 1: // the same page loaded again has the same lesson
					p.reload()
					p.learn(&l, test.place)
				}
				p.pressButton("lesson-next")
			}
			if test.most < len(lessons) {
				return
			}
			p.await("one may play", `document.body.dataset.mode === "play"`)
			for i := range 2 {
				evaluate[chromedp.Void](p, `history.back()`)
				p.await("a lesson before is there", fmt.Sprintf(`document.body.dataset.mode === "learn" && document.querySelector("#panel-learn").dataset.lesson === %q`, lessons[len(lessons)-1-i].ID))
			}
		})
	}
}

// learn plays a lesson: first each wrong try, then the right one.
func (p *page) learn(l *lesson, place func(*page, engine.Side, engine.Move)) {
	p.t.Helper()
	p.await("lesson "+l.ID+" is there", fmt.Sprintf(`document.querySelector("#panel-learn").dataset.lesson === %q`, l.ID))
	tries := l.tries(p.t)
	position := l.start(p.t)
	told := map[string]bool{"": true}
	newWords := func(id string) {
		p.t.Helper()
		words := p.text("[data-of=learn] .lesson-words")
		if told[words] || strings.Contains(words, "undefined") || strings.Contains(words, "{") {
			p.t.Errorf("%s: %q is said of the try %q", l.ID, words, id)
		}
		told[words] = true
	}
	for _, wrong := range l.Wrong {
		p.await("one may place", `document.querySelector("#hand-light .building-button:enabled")`)
		if wrong.Refused {
			move := mustMove(p.t, firstRefusal(&position, l.Hand), engine.Light)
			p.pick(engine.Light, move)
			p.clickAt(middle(move))
			p.press(kb.Escape)
			p.await("the refusal is explained", `document.querySelector("[data-of=learn] .lesson-words").textContent`)
			newWords("refused")
			continue
		}
		p.tryOut(l, tries[wrong.ID], place)
		p.await("the try is judged", `document.querySelector("#panel-learn").dataset.outcome`)
		checkIs(p, `document.querySelector("#panel-learn").dataset.outcome`, "wrong")
		newWords(wrong.ID)
		if evaluate[bool](p, `document.getElementById("lesson-next").checkVisibility()`) {
			p.t.Errorf("%s: the lesson goes on after the try %q", l.ID, wrong.ID)
		}
		p.pressButton("lesson-again")
		p.await("one may try again", `document.querySelector("#panel-learn").dataset.outcome === ""`)
	}
	p.tryOut(l, tries["done"], place)
	p.await("lesson "+l.ID+" is done", `document.querySelector("#panel-learn").dataset.outcome === "done"`)
	newWords("done")
}

// tryOut places buildings in a lesson.
func (p *page) tryOut(l *lesson, moves []engine.Move, place func(*page, engine.Side, engine.Move)) {
	p.t.Helper()
	for _, move := range moves {
		p.await("one may place", fmt.Sprintf(`document.querySelector("#hand-light [data-code=%s]:enabled") && document.getElementById("pass-sign").hidden`, move.Building().Code()))
		evaluate[chromedp.Void](p, `document.getElementById("board").focus({ preventScroll: true })`)
		const buildings = `document.querySelectorAll(".layer-pieces .building.light").length`
		placed := evaluate[int](p, buildings)
		place(p, engine.Light, move)
		p.await(move.String()+" is placed", fmt.Sprintf(`%s > %d`, buildings, placed))
	}
}

// pressButton presses a button with a key when it has the focus.
func (p *page) pressButton(id string) {
	p.t.Helper()
	p.await(id+" has the focus", fmt.Sprintf(`document.activeElement.id === %q`, id))
	p.press(kb.Enter)
}
