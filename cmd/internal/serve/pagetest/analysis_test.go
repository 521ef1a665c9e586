package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine/record"
)

// An analysis shows scores with one sign, plus for Light; its engine is switched off and on. Arrow keys step
// through the game, or move a building that is picked. The labels of eight moves can be read everywhere, and
// a saved picture shows them if one likes. Nobody thinks on when one has left.
func TestBrowserAnalysis(t *testing.T) {
	p := longPage(t, "#do=analyse&"+midgame, desktop) // Dark is to move, and leads
	p.await("the map can be chosen and the analysis has begun",
		`document.getElementById("map")?.value === "" && document.querySelector(".bar-text").textContent !== ""`)
	p.chooseMap("AB")
	p.await("Dark leads", `document.querySelectorAll(".heat").length > 10 && document.querySelector(".bar-text").textContent.startsWith("\u2212")`)
	p.await("the best place is as good for Dark as the bar says",
		`document.querySelector(".heat-text").textContent.startsWith("\u2212")`)
	p.checkPart("#panel-analyse .lines", "+ is good for Light")
	p.chooseMap("")

	// The engine's switch has one name, and its state is that of a checkbox. While the engine is off,
	// nothing that it said of another position is shown.
	p.await("lines and the bar are shown", `document.querySelectorAll(".line").length === 3 && !document.getElementById("bar").hidden`)
	name := evaluate[string](p, `document.getElementById("engine").labels[0].textContent`)
	p.click("#engine")
	p.await("the engine rests", `document.querySelectorAll(".line, .chip").length === 0 && document.getElementById("bar").hidden`)
	if now := evaluate[string](p, `document.getElementById("engine").labels[0].textContent`); now != name || strings.TrimSpace(name) == "" {
		t.Errorf("the switch is called %q, was %q", now, name)
	}
	p.click("#engine")
	p.await("it thinks again", `document.querySelectorAll(".line").length === 3 && !document.getElementById("bar").hidden`)

	// After a click on the board the arrow keys still step through the game, unless a building is picked.
	x, y := p.pointOf(9.5, 0.5)
	p.do(chromedp.MouseClickXY(x, y))
	p.await("the board has the focus", `document.activeElement.id === "board"`)
	p.press(kb.ArrowLeft)
	p.await("one is a move back", `document.querySelector("#moves [aria-current]").dataset.ply === "10"`)
	p.press(kb.ArrowRight)
	p.await("one is at the end again", `document.querySelector("#moves [aria-current]").dataset.ply === "11"`)
	p.press("b")
	before := p.inTheAir()
	p.press(kb.ArrowLeft)
	p.await("the building is moved", fmt.Sprintf(`document.querySelector("#board svg").dataset.inTheAir !== %q`, before))
	p.await("and nothing else", `document.querySelector("#moves [aria-current]").dataset.ply === "11"`)
	p.press(kb.Escape)
	p.resize(window{width: 1440, height: 900})
	p.await("a wide list has the gains", `document.querySelector("#moves .gain:not(:empty)").checkVisibility()`)
	p.await("beside a proven move is its proof", `document.querySelector(".line:has(.proof:not(:empty)) + #walk-analyse:not([hidden])")`)
	p.failUnless("the list of moves has no room for five rows of 32 pixels", `document.getElementById("moves").clientHeight >= 5 * 32`)

	// Eight labels stand on no other's square, and none is covered by another one.
	evaluate[chromedp.Void](p, `{
		const count = document.getElementById("line-count");
		count.value = "8";
		count.dispatchEvent(new Event("change"));
	}`)
	p.await("eight moves are drawn", `document.querySelectorAll(".chip").length === 8`)
	for _, size := range []window{{width: 1280, height: 800}, {width: 390, height: 844, touch: true}, {width: 568, height: 320, touch: true}} {
		p.resize(size)
		p.await(fmt.Sprintf("none of eight labels covers another at %dx%d", size.width, size.height), `(() => {
			const boxes = [...document.querySelectorAll(".chip")].map((chip) => chip.getBoundingClientRect());
			return boxes.length === 8 && !boxes.some((one, index) => boxes.slice(0, index).some((other) =>
				Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
				&& Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1));
		})()`)
	}
	p.resize(desktop)

	stops, leaves := p.countSent(`"line":"stop"`), p.countSent(`"do":"leave"`)
	p.hide(true)
	p.awaitSentTimes(`"line":"stop"`, stops+1)
	p.awaitQuiet()
	p.hide(false)
	p.await("it goes on when one looks again", `document.querySelectorAll(".chip").length === 8`)
	p.click("#tab-play")
	p.awaitSentTimes(`"do":"leave"`, leaves+1)
	p.awaitQuiet()

	p.visit(p.origin() + "#do=analyse&" + midgame)
	p.await("moves are suggested", `document.querySelector(".idea-building")`)
	p.click("#share")
	p.await("one may choose", `document.getElementById("with-suggestions").checkVisibility() && document.getElementById("share-dialog").open`)
	evaluate[chromedp.Void](p, `(() => {
		URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return "about:blank"; };
		HTMLAnchorElement.prototype.click = () => {};
	})()`)
	for _, shown := range []bool{true, false} {
		evaluate[chromedp.Void](p, `window.saved = ""`)
		p.click("#save-svg")
		p.await("the picture is saved", `window.saved.includes("<svg")`)
		p.await("it is an image", `new Promise((resolve, reject) => {
			const image = Object.assign(new Image(), { onload: () => resolve(image.naturalWidth > 0), onerror: reject });
			image.src = "data:image/svg+xml," + encodeURIComponent(window.saved);
		})`)
		// Nothing else has the shape of the moves' labels.
		checkIs(p, `/rx="19"/.test(window.saved)`, shown)
		p.failUnless("the picture does not say who plays and whose turn it is", `["Light: 23", "Dark: 23", document.getElementById("status").textContent].every((words) => window.saved.includes(words))`)
		p.click("#with-suggestions")
	}
	p.visit(p.origin() + twoPeople)
	p.click("#share")
	p.await("without suggestions there is nothing to choose", `document.getElementById("share-dialog").open && !document.getElementById("with-suggestions").checkVisibility()`)
}

// The names, the event and the rule of a record that was loaded are shown, with the comments of
// people and not those of engines; it is said what was left out.
func TestBrowserLoadsARecord(t *testing.T) {
	p := longPage(t, "#do=review", desktop)
	evaluate[chromedp.Void](p, `document.querySelector("#review-text").value = '[Event "a"]\n\nCAnF5 CAnF5 *\n\n' +
		'[Event "Club championship"]\n[Date "2024.05.01"]\n[White "Ada"]\n[Black "Ben"]\n[Fair "stable-1"]\n\nCAnF5 {+4.50/3 0.19s} STnA1 {A bold stable.} *\n'`)
	p.click("#load-text")
	p.awaitMoves(2)
	p.checkPart("#panel-review [role=alert]", "Line 3, “CAnF5”: The Cathedral can't be placed now. The game is loaded up to there.")
	checkIs(p, `(({ value, selectionStart, selectionEnd }) => [value.slice(0, selectionStart), value.slice(selectionStart, selectionEnd)].join("|"))(document.getElementById("review-text"))`, "[Event \"a\"]\n\nCAnF5 |CAnF5")
	for selector, want := range map[string]string{
		"#hand-light .hand-name": "Ada",
		"#hand-dark .hand-name":  "Ben",
		"#rules-in-use":          "Club championship, 2024.05.01. Dark begins with a stable, a head start of one square for Dark.",
	} {
		p.checkPart(selector, want)
	}
	p.click("#first")
	for ply, want := range []string{"", "", "A bold stable."} {
		p.await("one is there", fmt.Sprintf(`(document.querySelector("#moves [aria-current]")?.dataset.ply ?? "0") === "%d"`, ply))
		p.checkText("#comment", want)
		if ply < 2 {
			p.click("#next")
		}
	}
	if fair := p.sharedRecord().Tag(record.FairTag); fair != "stable-1" {
		t.Errorf("shared as %q", fair)
	}
}

// chooseMap chooses the map of a building.
func (p *page) chooseMap(code string) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`{
		const map = document.getElementById("map");
		map.value = %q;
		map.dispatchEvent(new Event("change"));
	}`, code))
}
