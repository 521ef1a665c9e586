package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openNewGame opens the dialog for a new game.
func (p *page) openNewGame() {
	p.t.Helper()
	p.click("#new-game")
	p.await("the dialog is open", `document.getElementById("setup-dialog").open`)
}

// choosePlayers chooses in the dialog for a new game who plays each side: a person, or as in "level mason" or
// "engine greedy".
func (p *page) choosePlayers(light, dark string) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`(async () => {
		const { LEVELS } = await import("./game/strengthlevels.js");
		const form = document.getElementById("setup-form");
		const { against, side, level, engine } = form.elements;
		const [light, dark] = [%q, %q];
		const [kind, name] = (light === "person" ? dark : light).split(" ");
		against.value = kind === "person" ? "here" : "engine";
		side.value = light === "person" ? "light" : "dark";
		engine.value = kind === "engine" ? name : "";
		if (kind === "level") level.value = LEVELS.findIndex(({ id }) => id === name);
		form.dispatchEvent(new Event("input"));
	})()`, light, dark))
}

// The dialog for a new game opens with what was chosen for the last one, also after a reload;
// what it does not offer is not chosen. It says of a level whether that plays from a book, what is
// folded, and of even games how even they are; squares in advance are whole or halves.
func TestBrowserTheNewGameDialogRemembers(t *testing.T) {
	p := longPage(t, "", desktop)
	chosen := func(want string) {
		t.Helper()
		p.openNewGame()
		p.await("it is chosen: "+want, fmt.Sprintf(`(() => {
			const { against, level, side, rules, clock, even, advance, optionalCapture } = document.getElementById("setup-form").elements;
			return [against, level, side, rules, clock].map(({ value }) => value).join(", ") + (optionalCapture.checked ? ", optional" : "") + (even.value === "squares" ? ", " + advance.value : "") === %q;
		})()`, want))
	}
	chosen("engine, 1, light, classic, ")
	for opponent, want := range map[string]string{"level child": "Builds anywhere", "level visitor": "Only its first moves come from the opening book."} {
		p.choosePlayers("person", opponent)
		if words := p.text("#level-about"); !strings.Contains(words, want) || strings.Contains(words, "book") != strings.Contains(want, "book") {
			t.Errorf("of %s it says %q", opponent, words)
		}
	}
	evaluate[chromedp.Void](p, `document.querySelector("#setup-form [name=level]").focus()`)
	p.press(kb.End)
	p.await("the last level is the strongest", `/Full strength, 14 of 14/.test(document.activeElement.ariaValueText) && document.querySelectorAll("#setup-dialog .stair .on").length === 14`)
	p.click("#setup-form [value=cancel]")
	p.beginFairly("person", "person", "squares", "3.5")
	p.await("the squares are shown", `document.getElementById("rules-in-use").textContent === "A head start of 3.5 squares for Light."`)
	p.openNewGame()
	p.choosePlayers("level mason", "person")
	evaluate[chromedp.Void](p, `{
		const { rules, clock, optionalCapture } = document.getElementById("setup-form").elements;
		rules.value = "mattel";
		clock.value = "600+5";
		optionalCapture.checked = true;
	}`)
	p.click("#setup-form [value=start]")
	p.await("the game begins", `/:/.test(document.querySelector("#hand-light .hand-clock").textContent)`)
	p.visit(p.origin())
	chosen("engine, 8, dark, mattel, 600+5, optional, 3.5")
	p.checkText("#setup-more summary .note", "Mattel, a head start…, 10 minutes, 5 seconds a move")
	p.checkPart("#even-about", "Light scored 54% at club level and 39% in strong play")
	evaluate[chromedp.Void](p, `document.getElementById("setup-more").open = true, document.getElementById("setup-form").elements.advance.value = "0.3"`)
	p.click("#setup-form [value=start]")
	p.failUnless("a third of a square is taken", `document.getElementById("setup-dialog").open`)
	evaluate[chromedp.Void](p, `localStorage.setItem("cathedral-new-game", "against=nobody&level=99&side=%ff&rules=none&optionalCapture=on&nothing=1&submit=1")`)
	p.visit(p.origin())
	chosen("engine, 13, light, classic, , optional")
}

// The opponent's seat opens the choice of the opponent: of a new game before the first move, and then of the
// game being played. If two people at one board want that, the one to move is near.
func TestBrowserTheSeatChangesTheOpponent(t *testing.T) {
	p := longPage(t, "", window{width: 390, height: 844, hurried: true})
	p.await("one can begin", `document.getElementById("begin-invite").checkVisibility()`)
	if hidden := p.outOfSight("#begin-opponent", "#begin-invite"); len(hidden) > 0 {
		t.Errorf("before the first move: %q", hidden)
	}
	for _, seat := range []string{"#begin-opponent", "#opponent"} {
		p.click(seat)
		p.await("one chooses for a new game", `document.getElementById("setup-dialog")?.open && document.getElementById("setup-title").textContent === "New game"`)
		p.click("#setup-form [value=cancel]")
	}
	placeCathedral(p)
	p.awaitMoves(2)
	p.failUnless("a game that goes on is offered a beginning", `document.getElementById("beginning").hidden`)
	p.click("#opponent")
	p.await("one chooses for this game", `document.getElementById("setup-dialog").open && document.getElementById("setup-title").textContent === "Another opponent" && document.getElementById("setup-more").hidden`)
	p.choosePlayers("person", "engine greedy")
	p.click("#setup-form [value=start]")
	p.await("greedy sits there", `document.querySelector(".far .hand-name").textContent === "greedy" && location.hash.includes("dark=engine+greedy")`)
	p.press("b")
	p.placeSomething()
	p.awaitMoves(4)
	if game := p.sharedRecord(); game.Tag("Black") != "greedy" {
		t.Errorf("the record names %q", game.Tag("Black"))
	}
	p.click("#opponent")
	p.await("one chooses again", `document.getElementById("setup-dialog").open`)
	p.choosePlayers("person", "person")
	p.click("#setup-form [value=start]")
	p.choose("near", "mover")
	p.await("Light is near, who is to move", `document.querySelector(".near").id === "hand-light" && `+lightToMove)
	p.placeSomething()
	p.await("Dark is near", `document.querySelector(".near").id === "hand-dark" && document.querySelector("#hand-light #opponent")`)
}
