package pagetest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// almostFinished is the link of a game whose last move is to be played by Light, who wins.
const almostFinished = "#light=engine+greedy&dark=person&moves=CAnG2.TOsD4.TOeH6.ACnI8.CSsE10.CSnC1.ACsC8.BReC5.IFnE6.IFnI1.ABnI4.ACsE5.MAeB9.INeD6.STeH1." +
	"INnF5.STnF1.TAnD8.TAnA6.TAnH4.TAnJ3.STnA2.SQnF9.STeB1.INwI6.pass.INwH8.pass"

func TestBrowserTheEndOfAGame(t *testing.T) {
	p := openPage(t, pageServer(t)+almostFinished, window{width: 1280, height: 800, hurried: true})
	p.await("the last move is played, and the end told", `document.getElementById("gameover-dialog").open`)
	if title := p.text("#gameover-title"); !strings.HasPrefix(title, "You have lost by ") {
		t.Errorf("the page says %q to the loser", title)
	}
	if reason := p.text("#gameover-reason"); !strings.HasPrefix(reason, "Light wins by twelve squares: neither side can place") {
		t.Errorf("the page says %q of the reason", reason)
	}
	p.click("#review-game")
	p.await("the game is reviewed", `document.body.dataset.mode === "review" && document.querySelectorAll("#moves li").length === 29`)
	p.click("#tab-play")
	p.await("the game is there still", `/^You have lost/.test(document.getElementById("status").textContent)`)
	if evaluate[bool](p, `document.getElementById("gameover-dialog").open`) {
		t.Error("the end is told twice")
	}
}

func TestBrowserResignAndRematch(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#light=person&dark=engine+greedy&moves=CAnF5", window{width: 1280, height: 800, hurried: true})
	p.await("Light is to move", lightToMove)
	p.resign()
	p.await("the end is told", `document.getElementById("gameover-dialog").open`)
	if title, reason := p.text("#gameover-title"), p.text("#gameover-reason"); title != "You have lost" || reason != "Dark wins: Light has resigned." {
		t.Errorf("the page says %q, %q", title, reason)
	}
	p.click("#share")
	p.await("there is a record", `document.getElementById("share-record").value`)
	text := evaluate[string](p, `document.getElementById("share-record").value`)
	game, err := record.NewReader(strings.NewReader(text)).Next()
	if err == nil {
		err = game.Check()
	}
	if err != nil || game.Result != "0-1" || game.Tag(record.AdjudicationTag) != string(record.Resignation) {
		t.Errorf("the record does not say that Light has resigned (%v):\n%s", err, text)
	}
	p.click("#share-dialog form button")

	p.click("#rematch")
	p.await("sides are swapped", `document.querySelector("#hand-light .hand-name").textContent === "greedy" && /^(Your|Dark's) turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === "dark"`)
	p.resign()
	p.await("the series is told", `document.getElementById("gameover-dialog").open && /After two games: greedy 2 – You 0/.test(document.getElementById("gameover-series").textContent)`)
}

// The message to two people at one board says once who has won.
func TestBrowserOneOfTwoPeopleResigns(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#light=person&dark=person&moves=CAnF5", window{width: 1280, height: 800, hurried: true})
	p.await("Dark is to move", `/^(Your|Dark's) turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === "dark"`)
	p.resign()
	p.await("the end is told", `document.getElementById("gameover-dialog").open`)
	if title, reason := p.text("#gameover-title"), p.text("#gameover-reason"); title != "Light wins" || reason != "Dark has resigned." {
		t.Errorf("the page says %q, %q", title, reason)
	}
}

// resign clicks on the button twice, since the page asks whether it is meant.
func (p *page) resign() {
	p.t.Helper()
	if asked := evaluate[string](p, `(() => {
		const button = document.getElementById("resign");
		button.click();
		const asked = button.textContent;
		button.click();
		return asked;
	})()`); asked != "Really resign?" {
		p.t.Errorf("the page asks %q", asked)
	}
}

func TestBrowserHint(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#light=person&dark=engine+greedy&moves=CAnF5", window{width: 1280, height: 800, hurried: true})
	p.await("Light is to move", lightToMove)
	p.click("#hint-button")
	p.await("a move is named", `/^Try the \w+ at [A-J]\d+/.test(document.getElementById("hint-words").textContent)`)
	p.awaitSent(`"do":"leave","seat":"hint"`)
	if evaluate[bool](p, `document.querySelector(".layer-ideas").children.length > 0`) {
		t.Error("the move is shown before it was asked for")
	}
	p.click("#hint-button")
	p.await("it is shown", `document.querySelector(".layer-ideas").children.length > 0`)
	p.press("u")
	p.await("the hint is forgotten", `document.querySelector(".layer-ideas").children.length === 0 && document.getElementById("hint-words").textContent === ""`)
}

func TestBrowserMovesAreToldInWords(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=review&moves=CAnF5.TOeD1.TAnJ10.STnA3", desktop)
	p.awaitMoves(4)
	const words = "Dark places the stable at A3 and claims five squares."
	if told := p.text("#last-move"); told != words {
		t.Errorf("the page says %q of the last move, want %q", told, words)
	}
	if title := evaluate[string](p, `document.querySelector("#moves li:last-child button").title`); !strings.HasPrefix(title, words) {
		t.Errorf("the list says %q of it", title)
	}
	if rules := p.text("#rules-in-use"); rules != "" {
		t.Errorf("the page says %q of the usual rules", rules)
	}
}

func TestBrowserExplainsTheRulesInUse(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#light=person&dark=person&rules=woods&optional=1", desktop)
	p.click("#rules-button")
	if text := evaluate[string](p, `document.getElementById("rules-dialog").innerText`); !strings.Contains(text, "Dark places a building first") ||
		!strings.Contains(text, "A capture may be declined") {
		t.Errorf("the rules in use are not explained:\n%s", text)
	}
	evaluate[chromedp.Void](p, `document.getElementById("rules-dialog").close()`)
	p.visit(evaluate[string](p, `location.origin + "/#light=person&dark=person"`))
	p.click("#rules-button")
	if text := evaluate[string](p, `document.getElementById("rules-dialog").innerText`); !strings.Contains(text, "Light begins with the Cathedral") ||
		strings.Contains(text, "A capture may be declined") {
		t.Errorf("other rules are explained:\n%s", text)
	}
}
