package pagetest

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine/record"
)

// almostFinished is the link of a game whose last move is to be played by Light, who wins.
const almostFinished = "#light=engine+greedy&dark=person&moves=CAnG2.TOsD4.TOeH6.ACnI8.CSsE10.CSnC1.ACsC8.BReC5.IFnE6.IFnI1.ABnI4.ACsE5.MAeB9.INeD6.STeH1." +
	"INnF5.STnF1.TAnD8.TAnA6.TAnH4.TAnJ3.STnA2.SQnF9.STeB1.INwI6.pass.INwH8.pass"

func TestBrowserTheEndOfAGame(t *testing.T) {
	p := openPage(t, pageServer(t)+almostFinished, window{width: 1280, height: 800, hurried: true, prepare: listening})
	p.await("the last move is played, and the end told", `document.getElementById("ending").checkVisibility()`)
	p.checkPart("#status", "You have lost by ")
	p.checkText("#last-move", "Neither side can place another building.")
	p.failIf("the board is out of sight", `document.querySelector("dialog[open]")`)
	if said, words := strings.Join(p.said(), "\n"), "You have lost by twelve squares. Neither side can place another building. "+p.text("#ending-words"); strings.Count(said, "lost") != 1 || !strings.Contains(said, words) {
		t.Errorf("the end is not read out once, as %q, but %q", words, said)
	}
	// The two numbers with the rule, beside the names, and the own ground in light.
	const left = `[...document.querySelectorAll("#ending-left > div")].map((row) => row.textContent).join()`
	numbers := regexp.MustCompile(`^You have (\d+) squares left over, greedy (\d+): fewer wins\.$`).FindStringSubmatch(p.text("#ending-words"))
	if numbers == nil {
		t.Fatalf("the numbers are told as %q", p.text("#ending-words"))
	}
	checkIs(p, left, fmt.Sprintf("You%s,greedy%s", numbers[1], numbers[2]))
	p.failUnless("the buildings left over are not there", `document.querySelector("#ending-left svg")`)
	checkIs(p, `document.querySelectorAll(".layer-heat .lit").length`, evaluate[int](p, `Number(document.querySelector("#board svg").ariaLabel.match(/Dark: .*?, (\d+)/)[1])`))
	p.await("who has never won may try another one", `document.getElementById("easier-game")?.textContent === "An easier opponent: Child"`)
	p.click("#review-game")
	p.await("the game is reviewed", `document.body.dataset.mode === "review" && document.querySelectorAll("#moves li").length === 29`)
	p.await("its story is told to you", `/^You have lost by twelve squares/.test(document.getElementById("story-heading").textContent)`)
	checkIs(p, `document.querySelector(".near .hand-name").textContent`, "You")
	p.click("#tab-play")
	p.await("the game is there still", `/^You have lost/.test(document.getElementById("status").textContent)`)
	p.await("it is shown again", `document.getElementById("ending").checkVisibility() && document.querySelector(".lit")`)
	if said := strings.Join(p.said(), "\n"); strings.Count(said, "squares left over") != 1 {
		t.Errorf("the end is told twice: %q", said)
	}
	p.click("#previous")
	p.await("one looks back", `!document.getElementById("to-game").hidden`)
	p.failIf("the ground is lit where one looks back", `document.querySelector(".lit").getBoundingClientRect().width > 0`)
	p.click("#easier-game")
	p.await("a game against the other one begins", `document.querySelector(".far .hand-name").textContent === "Child" && document.getElementById("ending").hidden && document.querySelectorAll("#moves li").length < 3`)
}

// Where things may move, the numbers at the end count down.
func TestBrowserTheEndCountsDown(t *testing.T) {
	p := longPage(t, almostFinished, window{width: 390, height: 844, motion: true, prepare: `
		window.counted = [];
		document.addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
			const number = Number(document.querySelector(".left-number")?.textContent);
			if (number && number !== counted.at(-1)) counted.push(number);
		}).observe(document.body, { childList: true, subtree: true, characterData: true }))`})
	p.await("all is counted", `document.getElementById("easier-game")`)
	const counted = `window.counted.at(0) > window.counted.at(-1) && window.counted.at(-1)`
	checkIs(p, counted, evaluate[int](p, `Number(document.querySelector(".near .hand-left b").textContent)`))
	if hidden := p.outOfSight("#status", "#ending-words", "#ending-left", "#review-here", "#board"); len(hidden) > 0 {
		t.Errorf("at the end: %q", hidden)
	}
}

func TestBrowserResignAndRematch(t *testing.T) {
	p := longPage(t, "#light=person&dark=engine+greedy&moves=CAnF5", window{width: 1280, height: 800, hurried: true})
	p.await("Light is to move", lightToMove)
	p.click("#previous")
	p.await("the move before is shown", `!document.getElementById("play-on").hidden`)
	p.click("#play-on")
	p.awaitToast("You play on as Light against greedy.")
	p.await("Light is to move", lightToMove)
	p.resign()
	p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
	if title, reason := p.text("#status"), p.text("#last-move"); title != "You have lost" || reason != "You have resigned." {
		t.Errorf("the page says %q, %q", title, reason)
	}
	if game := p.sharedRecord(); game.Result != "0-1" || game.Tag(record.AdjudicationTag) != string(record.Resignation) {
		t.Errorf("the record does not say that Light has resigned: %s, %s", game.Result, game.Tag(record.AdjudicationTag))
	}
	p.click("#rematch-here")
	p.await("sides are swapped", `document.querySelector("#hand-light .hand-name").textContent === "greedy" && /^(Your|Dark's) turn/.test(document.getElementById("status").textContent) && document.getElementById("status").dataset.side === "dark"`)
	p.resign()
	p.await("the series is told", `document.getElementById("ending").checkVisibility() && /After two games: greedy 2 – You 0/.test(document.getElementById("ending-series").textContent)`)

	// The message to two people at one board says once who has won.
	p.visit(p.origin() + "#light=person&dark=person&moves=CAnF5")
	p.await("Dark is to move", darkToMove)
	p.resign()
	p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
	p.checkText("#status", "Light wins")
	p.checkText("#last-move", "Dark has resigned.")
	p.click("#tab-analyse")
	p.await("the position in which Dark resigned is analysed", `document.querySelectorAll(".line").length === 3`)

	// A person who resigns by the keyboard is left at the button of the menu.
	p = openPage(t, p.origin()+"#light=person&dark=person&moves=CAnF5", desktop)
	for _, id := range []string{"tools-button", "resign", "resign"} {
		evaluate[chromedp.Void](p, fmt.Sprintf(`document.getElementById(%q).focus()`, id))
		p.press(kb.Enter)
	}
	p.await("the end is told", `document.getElementById("ending").checkVisibility()`)
	p.press(kb.Escape)
	p.await("the button of the menu has the focus", `document.activeElement.id === "tools-button"`)
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
	p := longPage(t, "#light=person&dark=engine+greedy&moves=CAnF5", window{width: 1280, height: 800, hurried: true})
	p.await("Light is to move", lightToMove)
	evaluate[chromedp.Void](p, `document.getElementById("hint-button").focus()`)
	p.press(kb.Enter)
	p.await("a move is named", `/^Try the \w+ at [A-J]\d+/.test(document.getElementById("hint-words").textContent)`)
	checkIs(p, `document.activeElement.id`, "hint-button")
	p.awaitSentTimes(`"do":"leave","seat":"hint"`, 1)
	p.failIf("the move is shown before it was asked for", `document.querySelector(".layer-ideas").children.length > 0`)
	p.click("#hint-button")
	p.await("it is shown", `document.querySelector(".layer-ideas").children.length > 0`)
	p.await("its squares are spoken", `/^On( [A-J]\d+)+\.$/.test(document.getElementById("live").lastChild.textContent)`)
	checkIs(p, `document.getElementById("hint-button").ariaDisabled`, "true")
	p.press("u")
	p.await("it is said whose turn it is now", `/Taken back\..*Your turn/.test(document.getElementById("live").textContent)`)
	p.await("the hint is forgotten", `document.querySelector(".layer-ideas").children.length === 0 && document.getElementById("hint-words").textContent === ""`)
}

// The last move and the rules in use are shown in words.
func TestBrowserMovesAndRulesInWords(t *testing.T) {
	p := longPage(t, "#do=review&moves=CAnF5.TOeD1.TAnJ10.STnA3", desktop)
	p.awaitMoves(4)
	const words = "Dark places the stable at A3 and claims five squares."
	p.checkText("#last-move", words)
	p.failUnless("the list says something else of it", fmt.Sprintf(`document.querySelector("#moves li:last-child button").textContent.includes(%q)`, words))
	p.checkText("#rules-in-use", "")
	for fragment, first := range map[string]string{
		"&rules=woods&optional=1": "Dark places a building first", "": "Light begins with the Cathedral",
	} {
		p.visit(p.origin() + "#light=person&dark=person" + fragment)
		p.click("#rules-button")
		if text := evaluate[string](p, `document.getElementById("rules-dialog").innerText`); !strings.Contains(text, first) ||
			strings.Contains(text, "A capture may be declined") != (fragment != "") {
			t.Errorf("the rules %q are explained so:\n%s", fragment, text)
		}
	}
}
