package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// openNewGame opens the dialog for a new game.
func (p *page) openNewGame() {
	p.t.Helper()
	p.click("#new-game")
	p.await("the dialog is open", `document.getElementById("setup-dialog").open`)
}

// The dialog for a new game opens with what was chosen for the last one, also after a reload;
// what it does not offer is not chosen. It says of an opponent whether that plays from a book, and
// of even games how even they are; squares in advance are whole or halves.
func TestBrowserTheNewGameDialogRemembers(t *testing.T) {
	p := longPage(t, "", desktop)
	chosen := func(want string) {
		t.Helper()
		p.openNewGame()
		p.await("it is chosen: "+want, fmt.Sprintf(`(() => {
			const { light, dark, rules, clock, moveTime, even, advance, optionalCapture } = document.getElementById("setup-form").elements;
			return even && [light, dark, rules, clock, moveTime].map(({ value }) => value).join(", ") + (optionalCapture.checked ? ", optional" : "") + (even.value === "squares" ? ", " + advance.value : "") === %q;
		})()`, want))
	}
	chosen("person, level visitor, classic, , ")
	for opponent, want := range map[string]string{
		"level visitor": "opening book.", "level full": "opening book.", "engine greedy": "no book but its own", "person": "",
	} {
		words := evaluate[string](p, fmt.Sprintf(`(() => {
			const select = document.getElementById("setup-form").elements.dark;
			select.value = %q;
			select.dispatchEvent(new Event("change"));
			return document.getElementById("level-about").textContent;
		})()`, opponent))
		if !strings.Contains(words, want) || (want == "") != (words == "") {
			t.Errorf("of %s it says %q", opponent, words)
		}
	}
	p.click("#setup-form [value=cancel]")
	p.beginFairly("person", "person", "squares", "3.5")
	p.await("the squares are shown", `document.getElementById("rules-in-use").textContent === "3.5 squares in advance for Light."`)
	p.openNewGame()
	evaluate[chromedp.Void](p, `{
		const { light, rules, clock, optionalCapture } = document.getElementById("setup-form").elements;
		light.value = "level mason";
		rules.value = "mattel";
		clock.value = "600+5";
		optionalCapture.checked = true;
	}`)
	p.click("#setup-form [value=start]")
	p.await("the game begins", `/:/.test(document.querySelector("#hand-light .hand-clock").textContent)`)
	p.visit(p.origin())
	chosen("level mason, person, mattel, 600+5, , optional, 3.5")
	if about := p.text("#level-about"); about == "" {
		t.Error("nothing is said of the opponent that was chosen before")
	}
	p.checkPart("#even-about", "Light scored 54% in games at club level, and 39% in strong play")
	evaluate[chromedp.Void](p, `document.getElementById("setup-form").elements.advance.value = "0.3"`)
	p.click("#setup-form [value=start]")
	p.failUnless("a third of a square is taken", `document.getElementById("setup-dialog").open`)
	evaluate[chromedp.Void](p, `localStorage.setItem("cathedral-new-game", "light=level%20nobody&dark=%ff&rules=none&optionalCapture=on&nothing=1&submit=1")`)
	p.visit(p.origin())
	chosen("person, level visitor, classic, , , optional")
}
