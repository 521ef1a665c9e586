package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// loadText pastes a text into Review and loads it.
func (p *page) loadText(text string) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`document.getElementById("review-text").value = %q`, text))
	p.click("#load-text")
}

// On a phone, one loads the example, and then writes down what one reads in the list of moves, in
// any language, with a mistake at the end. All before the mistake is loaded and shown, and the
// mistake is marked and explained.
func TestBrowserLoadsWhatAPhoneShows(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	moves := carelessMoves(t)
	for _, test := range byDay(1, []struct{ tag, mistake, want string }{
		{"de", "Abtei C4 O", "Zeile 2, „Abtei C4 O“: Hell hat keine Abtei mehr. Die Partie ist bis dahin geladen."},
		{"en", "abbey a1", "Line 2, “abbey a1”: This isn't a move: it is misspelt, or the building would stand outside the city. The game is loaded up to there."},
		{"fr", "mot", "Ligne 2, «\u202fmot\u202f»\u202f: Ce n’est pas un coup\u202f: il est mal écrit, ou le bâtiment sortirait de la cité. La partie est chargée jusque-là."},
		{"es", "castillo C3 n", "Línea 2, «castillo C3 n»: A Claro no le queda ningún castillo. La partida está cargada hasta ahí."},
	}) {
		w := window{width: 390, height: 844, touch: true, prepare: reader(fmt.Sprintf("[%q]", test.tag))}
		p := openPage(t, address+"#do=review&moves="+strings.ReplaceAll(carelessGame, " ", "."), w)
		p.awaitMoves(len(moves))
		read := evaluate[string](p, `[...document.querySelectorAll("#moves .move-words")].map((words) => words.innerText).join(", ")`)
		p.click("#tools-button")
		p.click("#load-game")
		p.loadText(evaluate[string](p, `document.getElementById("review-text").placeholder.split("\n").slice(1).join("\n\n")`))
		p.awaitMoves(3) // two examples, as they stand
		p.checkText("#panel-review [role=alert]", "")
		p.click("#tools-button")
		p.click("#load-game")
		p.loadText("{1}\n" + read + "\t" + test.mistake + " ...")
		p.await("the mistake is explained", `document.querySelector("#panel-review [role=alert]").textContent`)
		p.checkPart("#panel-review [role=alert]", test.want)
		p.await("the mistake is marked", fmt.Sprintf(`(({ activeElement: { value, selectionStart, selectionEnd } }) => value?.slice(selectionStart, selectionEnd) === %q)(document)`, test.mistake))
		p.await("the end is shown", fmt.Sprintf(`document.querySelector("#moves [aria-current]").dataset.ply === "%d"`, len(moves)))
	}
}
