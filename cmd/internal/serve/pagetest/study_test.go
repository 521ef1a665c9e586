package pagetest

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// boardDrawing returns what is drawn of the position.
func (p *page) boardDrawing() string {
	p.t.Helper()
	return evaluate[string](p, `["territory", "pieces", "last"].flatMap((name) =>
		[...document.querySelector(".layer-" + name).children].map((child) => child.outerHTML)).sort().join("\n")`)
}

// hide makes the page believe that it is hidden, or seen again.
func (p *page) hide(hidden bool) {
	p.t.Helper()
	evaluate[chromedp.Void](p, fmt.Sprintf(`(() => {
		Object.defineProperty(document, "hidden", { value: %t, configurable: true });
		document.dispatchEvent(new Event("visibilitychange"));
	})()`, hidden))
}

// awaitSent waits until the page has sent a message that contains a text.
func (p *page) awaitSent(text string) {
	p.t.Helper()
	p.awaitSentTimes(text, 1)
}

// awaitQuiet waits until the engine has said nothing for a second.
func (p *page) awaitQuiet() {
	p.t.Helper()
	before := -1
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(time.Second) {
		p.mutex.Lock()
		frames := p.frames
		p.mutex.Unlock()
		if frames == before {
			return
		}
		before = frames
	}
	p.t.Fatal("the engine talks on")
}

func TestBrowserWatchesAMatch(t *testing.T) {
	p := longPage(t, "#do=watch", desktop)
	evaluate[chromedp.Void](p, `(() => {
		const time = document.querySelectorAll("#panel-watch select")[2];
		time.value = "100";
		time.dispatchEvent(new Event("change"));
	})()`)
	p.click("#start-match")
	p.await("buildings are placed", `document.querySelectorAll(".layer-pieces > g").length > 3`)
	p.await("a game is finished", `document.querySelectorAll(".finished li").length > 0`)
	p.click(".finished button")
	p.await("it is reviewed", `document.body.dataset.mode === "review" && document.querySelectorAll("#moves li").length > 3`)
}
