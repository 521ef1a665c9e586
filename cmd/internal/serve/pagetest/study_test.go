package pagetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine/enginetest"
)

func TestBrowserReview(t *testing.T) {
	enginetest.Long(t)
	address := pageServer(t)
	p := openPage(t, address+"#do=review", window{width: 1280, height: 800})
	moves := strings.Split(strings.TrimPrefix(finishedGame, "moves="), ".")
	list := `[White "engine"]` + "\n\n" + strings.Join(moves, " ") + " 1-0\n"
	evaluate[chromedp.Void](p, fmt.Sprintf(`document.querySelector("#review-text").value = %q`, list))
	p.click("#load-text")
	p.await("the game is loaded", fmt.Sprintf(`document.querySelectorAll("#moves li").length === %d`, len(moves)))

	for ply := 1; ply <= 3; ply++ {
		p.press(kb.ArrowRight)
		p.await(fmt.Sprintf("move %d is the current one", ply),
			fmt.Sprintf(`document.querySelector("#moves [aria-current]")?.dataset.ply === "%d"`, ply))
	}
	p.press(kb.ArrowLeft)
	p.await("one can go back", `document.querySelector("#moves [aria-current]").dataset.ply === "2"`)

	p.await("the game is judged", `document.querySelector("#panel-review").dataset.judged === "true"`)
	for _, element := range []string{".graph-line", ".graph-mark", ".graph-proven", "#moves .mark"} {
		if evaluate[int](p, fmt.Sprintf("document.querySelectorAll(%q).length", element)) == 0 {
			t.Errorf("there is no %s", element)
		}
	}
	if counts := p.text(".counts"); strings.Contains(" "+counts, " 0 ") || !strings.Contains(counts, "blunder") {
		t.Errorf("of the mistakes it says %q", counts)
	}
	// By how much depends on the move after which there was time enough to prove it.
	if proven := p.text("#proven"); !strings.Contains(proven, "Light wins by ") {
		t.Errorf("of the result it says %q", proven)
	}
	evaluate[chromedp.Void](p, `document.querySelector("#moves .mark").closest("button").click()`)
	p.await("the better move is named", `/^Better is the \w+ at [A-J]\d+ \(\w+\)\.$/.test(document.getElementById("better").textContent)`)
	p.await("what was lost is told in words", `/^\S+ The \w+ at [A-J]\d+ (loses|throws) /.test(document.getElementById("verdict").textContent)`)

	// While the better line plays, the score is that of this line.
	played := p.text(".bar-text")
	p.click("#show-better")
	p.await("the score is that of the better line", fmt.Sprintf(`document.querySelector(".bar-text").textContent !== %q`, played))
	p.click("#back-to-game")
	p.await("the score is that of the game", fmt.Sprintf(`document.querySelector(".bar-text").textContent === %q`, played))

	p.click("#share")
	p.await("there is a record", `document.getElementById("share-record").value`)
	if text := evaluate[string](p, `document.getElementById("share-record").value`); !strings.Contains(text, `[White "engine"]`) ||
		!strings.Contains(text, `[Result "1-0"]`) {
		t.Errorf("the record has lost its tags:\n%s", text)
	}
	p.click("#share-dialog form button")

	// The link opens the same game at the same place.
	link := evaluate[string](p, "location.href")
	before := p.boardDrawing()
	p.visit(link)
	p.await("it is reviewed again", `document.querySelector(".graph-here")`)
	if p.boardDrawing() != before {
		t.Error("the link opens another position")
	}
}

// boardDrawing returns what is drawn of the position.
func (p *page) boardDrawing() string {
	p.t.Helper()
	return evaluate[string](p, `["territory", "pieces", "last"].flatMap((name) =>
		[...document.querySelector(".layer-" + name).children].map((child) => child.outerHTML)).sort().join("\n")`)
}

func TestBrowserPicturesOpenAgain(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=analyse&"+midgame, window{width: 1280, height: 800})
	// A picture is opened again as an image, and some of its points looked at: the
	// Cathedral, Light's territory, Dark's castle and the paving are of different colours.
	for _, kind := range []string{
		`new Blob([m.boardAsSvg(document.querySelector("#board svg"), 600)], { type: "image/svg+xml" })`,
		`await m.boardAsPng(document.querySelector("#board svg"), 600)`,
	} {
		colours := evaluate[[]string](p, `(async () => {
			const m = await import("/board/boardpicture.js");
			const image = new Image();
			image.src = URL.createObjectURL(`+kind+`);
			await image.decode();
			const canvas = document.createElement("canvas");
			canvas.width = canvas.height = 600;
			const context = canvas.getContext("2d", { willReadFrequently: true });
			context.drawImage(image, 0, 0, 600, 600);
			const at = (column, row) => [...context.getImageData((84 + column * 100) * 600 / 1168, (84 + row * 100) * 600 / 1168, 1, 1).data].join();
			return [at(4.2, 5.5), at(0.5, 1.5), at(1.5, 6.4), at(0.5, 8.5)];
		})()`)
		seen := map[string]bool{}
		for _, colour := range colours {
			seen[colour] = true
		}
		if len(seen) != len(colours) {
			t.Errorf("%s: the points have the colours %q", kind, colours)
		}
	}
}

func TestBrowserAnalysisEndsWhenOneLeaves(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=analyse&"+midgame, window{width: 1280, height: 800})
	p.await("moves are drawn", `document.querySelectorAll(".chip").length === 3`)

	p.hide(true)
	p.awaitSent(`"line":"stop"`)
	p.awaitQuiet()
	p.hide(false)
	p.await("it goes on when one looks again", `document.querySelectorAll(".chip").length === 3`)

	p.click("#tab-play")
	p.awaitSent(`"do":"leave"`)
	p.awaitQuiet()
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
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=watch", window{width: 1280, height: 800})
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
