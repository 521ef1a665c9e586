package pagetest

import (
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// openNewGame opens the dialog for a new game.
func (p *page) openNewGame() {
	p.t.Helper()
	p.click("#new-game")
	p.await("the dialog is open", `document.getElementById("setup-dialog").open`)
}

// The dialog for a new game opens with what was chosen for the last one, also after a reload;
// what it does not offer is not chosen.
func TestBrowserTheNewGameDialogRemembers(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t), desktop)
	const chosen = `(() => {
		const { light, dark, rules, clock, moveTime, optionalCapture } = document.getElementById("setup-form").elements;
		return [light.value, dark.value, rules.value, clock.value, moveTime.value, String(optionalCapture.checked)].join(", ");
	})()`
	p.openNewGame()
	if got, want := evaluate[string](p, chosen), "person, level visitor, classic, , , false"; got != want {
		t.Errorf("at first %q is chosen, want %q", got, want)
	}
	evaluate[chromedp.Void](p, `{
		const { light, dark, rules, clock, optionalCapture } = document.getElementById("setup-form").elements;
		light.value = "level mason";
		dark.value = "person";
		rules.value = "mattel";
		clock.value = "600+5";
		optionalCapture.checked = true;
	}`)
	p.click("#setup-form [value=start]")
	p.await("the game begins", `/:/.test(document.querySelector("#hand-light .hand-clock").textContent)`)
	p.visit(p.origin())
	p.openNewGame()
	if got, want := evaluate[string](p, chosen), "level mason, person, mattel, 600+5, , true"; got != want {
		t.Errorf("after a reload %q is chosen, want %q", got, want)
	}
	if about := p.text("#level-about"); about == "" {
		t.Error("nothing is said of the opponent that was chosen before")
	}
	evaluate[chromedp.Void](p, `localStorage.setItem("cathedral-new-game", "light=level%20nobody&dark=%ff&rules=none&optionalCapture=on&nothing=1&submit=1")`)
	p.visit(p.origin())
	p.openNewGame()
	if got, want := evaluate[string](p, chosen), "person, level visitor, classic, , , true"; got != want {
		t.Errorf("of what is not offered %q is chosen, want %q", got, want)
	}
}
