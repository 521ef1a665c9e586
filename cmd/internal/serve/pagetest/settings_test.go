package pagetest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine"
)

// choose chooses the value of a setting.
func (p *page) choose(name, value string) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`{
		const field = document.querySelector("#settings-form [name=%s]");
		field.value = %q;
		field.dispatchEvent(new Event("change", { bubbles: true }));
	}`, name, value))
}

// A person opens the settings by the key that shows the keys. Each change is seen at once, and kept: nothing moves,
// coordinates and codes are gone, and the theme is another one. A building put down by a click rests there until
// it is clicked again.
func TestBrowserSettings(t *testing.T) {
	p := longPage(t, twoPeople, window{width: 1280, height: 800, motion: true})
	p.awaitMoves(midgamePlies)
	look := func(motion, label, code, theme string) {
		t.Helper()
		checkIs(p, `[document.documentElement.dataset.motion, getComputedStyle(document.querySelector("#board .label")).visibility,
			getComputedStyle(document.querySelector("#moves .code")).display, document.documentElement.dataset.theme].join()`, motion+","+label+","+code+","+theme)
	}
	look("on", "visible", "block", "light")
	p.press("?")
	p.await("the keys are shown", `document.querySelector("#keys dl").checkVisibility() && document.activeElement.matches("#keys summary")`)
	p.failIf("notices can be chosen that the server does not send", `document.getElementById("notices").checkVisibility()`)
	for _, name := range []string{"motion", "coordinates", "codes"} {
		p.failUnless(name+" is on at first", `document.querySelector("#settings-form [name=`+name+`]").checked`)
		p.click("#settings-form [name=" + name + "]")
	}
	other := p.openAnother(evaluate[string](p, "location.href"), friendsWindow)
	p.choose("theme", "dark")
	other.await("another tab has the theme", `document.documentElement.dataset.theme === "dark"`)
	p.choose("clicks", "two")
	look("off", "hidden", "none", "dark")
	p.reload()
	p.awaitMoves(midgamePlies)
	look("off", "hidden", "none", "dark")

	position := replay(p, engine.Rules{})
	moves := position.Moves(nil)
	tavern := moves[slices.IndexFunc(moves, func(m engine.Move) bool { return m.Building() == engine.Tavern })]
	placeWithMouse(p, engine.Dark, tavern)
	p.hover(0.5, 9.5)
	if held := p.inTheAir(); held != tavern.String() {
		t.Errorf("after a first click %q is in the air, want %s", held, tavern)
	}
	p.awaitMoves(midgamePlies)
	p.clickAt(middle(tavern))
	p.awaitMoves(midgamePlies + 1)
}

// The browser's *Back* closes a dialog, and leaves the view behind it; after a dialog that was closed it goes to the view before.
func TestBrowserBackClosesADialog(t *testing.T) {
	p := longPage(t, twoPeople, friendsWindow)
	p.click("#tab-analyse")
	p.await("one analyses", `document.body.dataset.mode === "analyse"`)
	for _, way := range []string{"#rules-button", "#settings-button", "#share", "#games", "#new-game", "#invite", "#settings-button"} {
		evaluate[chromedp.Void](p, fmt.Sprintf(`document.querySelector(%q).click()`, way))
		p.await("there is a dialog", `document.querySelector("dialog:modal")`)
		evaluate[chromedp.Void](p, `history.back()`)
		p.await("it is closed", `!document.querySelector("dialog:modal")`)
		p.failUnless("the view is another one", `document.body.dataset.mode === "analyse" && location.hash.includes("analyse")`)
	}
	p.click("#settings-button")
	p.click("#settings-dialog .primary")
	p.failUnless("the dialog has no entry, or the view has two", `history.state.dialog && history.state.mode === "analyse"`)
	evaluate[chromedp.Void](p, `history.back()`)
	p.await("it is the view before", `document.body.dataset.mode === "play"`)
}
