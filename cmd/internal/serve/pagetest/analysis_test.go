package pagetest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// The engine's switch has one name, and its state is that of a checkbox. While the engine
// is off, nothing that it said of another position is shown.
func TestBrowserEngineSwitch(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=analyse&"+midgame, window{width: 1280, height: 800})
	p.await("lines and the bar are shown", `document.querySelectorAll(".line").length === 3 && !document.getElementById("bar").hidden`)
	name := evaluate[string](p, `document.getElementById("engine").labels[0].textContent`)
	p.click("#engine")
	p.await("the engine rests", `document.querySelectorAll(".line, .chip").length === 0 && document.getElementById("bar").hidden`)
	if now := evaluate[string](p, `document.getElementById("engine").labels[0].textContent`); now != name || strings.TrimSpace(name) == "" {
		t.Errorf("the switch is called %q, was %q", now, name)
	}
	p.click("#engine")
	p.await("it thinks again", `document.querySelectorAll(".line").length === 3 && !document.getElementById("bar").hidden`)
}

// Eight best moves are drawn with eight labels that one can read, also on a phone: no two stand
// on the same square, and none is covered by another one.
func TestBrowserLabelsOfEightBestMoves(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=analyse&"+midgame, window{width: 1280, height: 800})
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
}

// A comment of a person is shown in a review, and the note of an engine is not.
func TestBrowserCommentsAreThoseOfPeople(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=review", window{width: 1280, height: 800})
	evaluate[chromedp.Void](p, `document.querySelector("#review-text").value = 'CAnF5 {+4.50/3 0.19s} CSnE8 {A bold castle.} *\n'`)
	p.click("#load-text")
	p.awaitMoves(2)
	for ply, want := range []string{"", "", "A bold castle."} {
		p.await("one is there", fmt.Sprintf(`(document.querySelector("#moves [aria-current]")?.dataset.ply ?? "0") === "%d"`, ply))
		if comment := p.text("#comment"); comment != want {
			t.Errorf("after move %d the comment is %q, want %q", ply, comment, want)
		}
		if ply < 2 {
			p.click("#next")
		}
	}
}

// The names and the event of a record that was loaded are shown.
func TestBrowserNamesAndEventOfARecord(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=review", window{width: 1280, height: 800})
	evaluate[chromedp.Void](p, `document.querySelector("#review-text").value =
		'[Event "Club championship"]\n[Date "2024.05.01"]\n[White "Ada"]\n[Black "Ben"]\n\nCAnF5 CSnE8 *\n'`)
	p.click("#load-text")
	p.awaitMoves(2)
	for selector, want := range map[string]string{
		"#hand-light .hand-name": "Ada",
		"#hand-dark .hand-name":  "Ben",
		"#rules-in-use":          "Club championship, 2024.05.01.",
	} {
		if got := p.text(selector); got != want {
			t.Errorf("%s says %q, want %q", selector, got, want)
		}
	}
}
