package pagetest

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// watchForAnswers notes what a visitor sees and hears of an engine: whether the score was shown,
// what was drawn over the board, and all that was announced.
const watchForAnswers = `addEventListener("DOMContentLoaded", () => {
	window.flashed = [];
	window.announced = [];
	const look = () => {
		const bar = document.getElementById("bar");
		if (bar?.checkVisibility({ visibilityProperty: true })) flashed.push("the score");
		for (const shown of document.querySelectorAll(".layer-ideas > *, .layer-heat > *, .caption:not([hidden]), .mark, .graph")) flashed.push(shown.getAttribute("class"));
	};
	new MutationObserver((changes) => {
		look();
		for (const { target, addedNodes } of changes) if (target.id === "live") announced.push(...[...addedNodes].map(({ textContent }) => textContent));
	}).observe(document, { subtree: true, childList: true, attributes: true });
})`

// questionWords is an expression for what came of a question, and questionIs for whether an
// outcome is shown.
const questionWords = `document.querySelector("[data-of=question] .lesson-words").textContent`

func questionIs(outcome string) string {
	return fmt.Sprintf(`document.body.dataset.mode === "question" && document.getElementById("panel-question").dataset.outcome === %q`, outcome)
}

// secret fails the test if anything of an answer has been shown, announced, or asked of an engine.
func (p *page) secret() {
	p.t.Helper()
	if flashed := evaluate[[]string](p, `flashed`); len(flashed) > 0 {
		p.t.Errorf("before a try one has seen %q", flashed)
	}
	for _, words := range evaluate[[]string](p, `announced`) {
		if strings.Contains(words, "best") || strings.Contains(words, "leads") {
			p.t.Errorf("before a try it was announced: %s", words)
		}
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if sent := p.sent.String(); strings.Contains(sent, `"do":"seat"`) {
		p.t.Errorf("before a try an engine was asked: %s", sent)
	}
}

// draw draws with the right button from one place of the board to another.
func (p *page) draw(column, row, toColumn, toRow float64) {
	p.t.Helper()
	x, y := p.pointOf(column, row)
	toX, toY := p.pointOf(toColumn, toRow)
	p.do(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonRight, chromedp.ClickCount(1)),
		chromedp.MouseEvent(chromedp.MouseReleased, toX, toY, chromedp.ButtonRight, chromedp.ClickCount(1)))
}

// A teacher copies a position of a game as a question, and a visitor finds the position, the game
// before it and the teacher's words, and no answer before a try. A bad try is answered without
// the best move; the best one is known; the answer is there for who asks. What the teacher draws on
// the board goes with the question, and stays with the teacher.
func TestBrowserQuestion(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	w := desktop
	w.prepare = `navigator.share = async (what) => { window.shared = what; }`
	teacher := openPage(t, address+"#do=review&"+finishedGame+"&ply=10&comment=10+The+answer+is+the+abbey.", w)
	teacher.awaitMoves(len(strings.Split(finishedGame, ".")))
	const drawn = "[E1 A10-C8]"
	teacher.draw(4.5, 0.5, 4.5, 0.5)
	teacher.draw(8.5, 8.5, 8.5, 8.5)
	teacher.draw(0.5, 9.5, 2.5, 7.5)
	teacher.draw(8.5, 8.5, 8.5, 8.5) // not that one
	teacher.await("the drawing is in the address", `location.hash.endsWith("comment=10+The+answer+is+the+abbey.+%5BE1+A10-C8%5D")`)
	teacher.checkText("#comment", "The answer is the abbey.")
	teacher.click("#share")
	teacher.await("there is a fold", `document.getElementById("share-dialog").open && document.getElementById("as-question").checkVisibility()`)
	teacher.click("#as-question summary")
	const asked = `What would <b>you</b> build, "Anna"?`
	evaluate[chromedp.Void](teacher, fmt.Sprintf(`{
		const field = document.getElementById("question-words");
		field.value = %q;
		field.dispatchEvent(new Event("input"));
	}`, asked))
	link := evaluate[string](teacher, `document.getElementById("question-link").value`)
	_, query, _ := strings.Cut(link, "?")
	fields, err := url.ParseQuery(query)
	if want := strings.Join(strings.Split(strings.TrimPrefix(finishedGame, "moves="), ".")[:10], "."); err != nil ||
		fields.Get("do") != "question" || fields.Get("moves") != want || fields.Get("ask") != asked+" "+drawn || fields.Get("in") != "en-GB" || len(fields) != 4 {
		t.Errorf("the link has %v (%v), want the question and the moves %s", fields, err, want)
	}
	evaluate[chromedp.Void](teacher, `document.getElementById("copy-question").focus()`)
	teacher.press(kb.Enter) // a browser copies for some seconds after a key or a real click
	teacher.await("it is copied", `document.getElementById("share-about").textContent === "Copied."`)

	teacher.click("#copy-question + button")
	teacher.await("the system sends it", fmt.Sprintf(`window.shared.url === %q`, link))

	p := openPage(t, link, window{width: 1280, height: 800, prepare: watchForAnswers})
	p.await("the question is asked", questionIs("")+` && document.querySelector("[data-of=question] .lesson-task").textContent === `+fmt.Sprintf("%q", asked))
	p.awaitMoves(10)
	p.failUnless("the address is not that of the fragment", `location.search === "" && location.hash.includes("do=question")`)
	checkIs(p, `[...document.querySelectorAll(".drawn")].map((drawn) => drawn.getAttribute("d").replace(/[^ML]/g, "")).join()`, "MLLL,ML")
	p.click("#previous")
	p.await("one looks back at the game", `document.querySelector("#moves [aria-current]")?.dataset.ply === "9"`)
	p.failIf("one may place a building in an earlier position", `[...document.querySelectorAll(".building-button:enabled")].length > 0`)
	p.click("#last")
	p.await("one is back", `document.querySelector(".building-button:enabled")`)
	p.secret()

	placeWithMouse(p, engine.Light, mustMove(t, "TAnA10", engine.Light))
	p.await("the try is judged", questionIs("wrong"))
	if words := evaluate[string](p, questionWords); !strings.Contains(words, "worse than the best move") && !strings.Contains(words, "throws the proven") {
		t.Errorf("of a bad try it is said: %s", words)
	}
	for _, words := range evaluate[[]string](p, `announced`) {
		if strings.Contains(words, "best move is") {
			t.Errorf("after a bad try the answer was announced: %s", words)
		}
	}
	p.await("the way back has the focus", `document.activeElement.id === "question-again"`)
	p.click("#question-again")
	p.await("it is asked anew", questionIs("")+` && document.querySelector(".building-button:enabled")`)

	p.click("#question-answer")
	p.await("the answer is there", questionIs("shown")+` && /^The best move is .+ \([A-Z]{2}[nesw][A-J]\d+\)\. .+/.test(`+questionWords+`)`)
	words := evaluate[string](p, questionWords)
	_, best, _ := strings.Cut(words, "(")
	best, _, _ = strings.Cut(best, ")")
	p.await("it is drawn", `document.querySelector("#board svg").classList.contains("preview")`)
	p.click("#question-again")
	p.await("it is asked anew", questionIs("")+` && document.querySelector(".building-button:enabled")`)
	placeWithMouse(p, engine.Light, mustMove(t, best, engine.Light))
	p.await("the best move is known", questionIs("done")+` && /^Good: /.test(`+questionWords+`)`)
	p.failIf("the score is shown", `!document.getElementById("bar").hidden`)

	// The address is still the question, and a reload asks it again.
	checkIs(p, `new URLSearchParams(location.hash.slice(1)).get("ask")`, asked+" "+drawn)
	p.reload()
	p.await("it is asked anew", questionIs("")+` && document.querySelector(".building-button:enabled")`)
	if evaluate[bool](p, `document.getElementById("question-analyse").checkVisibility({ visibilityProperty: true }) || !document.getElementById("question-analyse").hidden`) {
		t.Error("the analysis is offered before a try")
	}
}

// Without words, and in a position of no game, whose turn it is is asked. A link that cannot be read
// asks about the usual start, and says what is wrong with it.
func TestBrowserQuestionsWithoutAGame(t *testing.T) {
	p := longPage(t, "#do=question&start=dddo6/ddoo6/soo7/s9/5%2B4/4%2B%2B%2B3/5%2B4/5%2B4/10/9T+l+-+4", window{width: 390, height: 844, touch: true, prepare: watchForAnswers})
	p.await("the question is asked", questionIs("")+` && document.querySelector("[data-of=question] .lesson-task").textContent === "Light to move. Where would you build?"`)
	p.failIf("a position without a game has a list of moves", `document.getElementById("record").checkVisibility()`)
	p.secret()
	placeByTouch(p, engine.Light, mustMove(t, "TOnE1", engine.Light))
	p.await("the try is judged", `/^(done|wrong)$/.test(document.getElementById("panel-question").dataset.outcome)`)

	p.visit(p.origin() + "?broken#do=question&ask=Where?&moves=CAnF5.CAnF5")
	p.await("the start is asked about", questionIs("")+` && document.querySelector("[data-of=question] .lesson-task").textContent === "Where?"`)
	p.await("it is said what is wrong", `/^This link can't be read/.test(document.getElementById("toast").textContent)`)
}
