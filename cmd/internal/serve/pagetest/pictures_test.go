package pagetest

import (
	"bytes"
	"fmt"
	"image"
	_ "image/png"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"cathedral/engine/enginetest"
)

// In both themes dark buildings differ from the ground and from the tray of their hand by
// a contrast of 3 or more, on whichever slope of a roof one looks.
func TestBrowserContrastOfDarkBuildings(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t), window{width: 1280, height: 800})
	for _, theme := range []string{"light", "dark"} {
		evaluate[chromedp.Void](p, fmt.Sprintf(`document.documentElement.dataset.theme = %q`, theme))
		for _, ground := range []string{"paving-0", "paving-1", "paving-2", "paving-3", "tray"} {
			for _, roof := range []string{"walnut-n", "walnut-w", "walnut-e", "walnut-s"} {
				if got := contrast(p.luminance(ground), p.luminance(roof)); got < 3 {
					t.Errorf("%s theme: %s on %s has a contrast of %.2f, want 3 at least", theme, roof, ground, got)
				}
			}
		}
		if got := contrast(p.luminance("tray"), p.luminance("tray-ink")); got < 4.5 {
			t.Errorf("%s theme: the numbers in a hand have a contrast of %.2f, want 4.5 at least", theme, got)
		}
	}
}

// contrast is that of two luminances, 1 to 21, as WCAG 2.2 defines it.
func contrast(one, other float64) float64 {
	return (max(one, other) + 0.05) / (min(one, other) + 0.05)
}

// luminance returns the relative luminance of a colour of the theme, 0 to 1, as WCAG 2.2
// defines it.
func (p *page) luminance(name string) float64 {
	p.t.Helper()
	text := evaluate[string](p, fmt.Sprintf(`getComputedStyle(document.documentElement).getPropertyValue("--%s")`, name))
	var channels [3]uint8
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &channels[0], &channels[1], &channels[2]); err != nil {
		p.t.Fatalf("--%s is %q: %v", name, text, err)
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		value := float64(channels[i]) / 255
		if value <= 0.04045 {
			sum += weight * value / 12.92
		} else {
			sum += weight * math.Pow((value+0.055)/1.055, 2.4)
		}
	}
	return sum
}

// The picture that is saved is the board that is seen, square by square: what an engine
// suggests is as faint in it as on the board.
func TestBrowserPictureIsWhatOneSees(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=analyse&"+midgame, window{width: 1280, height: 800})
	p.await("moves are suggested", `document.querySelectorAll(".line").length === 3 && document.querySelector(".idea-building")`)
	// The engine thinks on and the page draws again: a copy of the board is compared, of the same moment.
	saved := evaluate[[]float64](p, `(async () => {
		const m = await import("/board/boardpicture.js");
		const board = document.querySelector("#board svg");
		window.still = board.cloneNode(true);
		const url = URL.createObjectURL(await m.boardAsPng(board, 584));
		const image = new Image();
		image.src = url;
		await image.decode();
		const canvas = document.createElement("canvas");
		canvas.width = canvas.height = 584;
		const context = canvas.getContext("2d", { willReadFrequently: true });
		context.drawImage(image, 0, 0, 584, 584);
		return Array.from({ length: 100 }, (_, square) => {
			const { data } = context.getImageData(42 + (square % 10) * 50, 42 + Math.floor(square / 10) * 50, 50, 50);
			return data.reduce((sum, value, index) => sum + (index % 4 < 3 ? value : 0), 0) / (3 * 50 * 50);
		});
	})()`)
	evaluate[chromedp.Void](p, `(() => {
		still.style.cssText = "position:fixed;left:0;top:0;width:584px;height:584px;z-index:9";
		document.body.replaceChildren(still);
	})()`)
	data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	screen, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for square, got := range saved {
		if want := brightness(screen, image.Rect(42+square%10*50, 42+square/10*50, 92+square%10*50, 92+square/10*50)); math.Abs(got-want) > 4 {
			t.Errorf("square %d: the picture's brightness is %.1f, the board's is %.1f", square, got, want)
		}
	}
}

// A person who saves a picture of the board chooses whether it shows what the engine suggests.
func TestBrowserPictureWithoutSuggestions(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=analyse&"+midgame, window{width: 1280, height: 800})
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
		// Nothing else has the shape of the moves' labels.
		if got := evaluate[bool](p, `/rx="19"/.test(window.saved)`); got != shown {
			t.Errorf("the picture shows suggestions: %t, want %t", got, shown)
		}
		p.click("#with-suggestions")
	}
	p.visit(strings.Split(evaluate[string](p, "location.href"), "#")[0] + twoPeople)
	p.click("#share")
	p.await("without suggestions there is nothing to choose", `document.getElementById("share-dialog").open && !document.getElementById("with-suggestions").checkVisibility()`)
}

// brightness is the mean of all channels in a part of a picture, 0 to 255.
func brightness(picture image.Image, part image.Rectangle) float64 {
	sum := 0.0
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			sum += float64(r>>8 + g>>8 + b>>8)
		}
	}
	return sum / 3 / float64(part.Dx()*part.Dy())
}

// The map, the bar and the lines show a score with one sign: plus is good for Light, and
// the map says so.
func TestBrowserMapHasTheSignOfTheBar(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=analyse&"+midgame, window{width: 1280, height: 800}) // Dark is to move, and leads
	p.await("the map can be chosen and the analysis has begun",
		`document.getElementById("map")?.value === "" && document.querySelector(".bar-text").textContent !== ""`)
	evaluate[chromedp.Void](p, `(() => { const map = document.getElementById("map");
		map.value = "AB"; map.dispatchEvent(new Event("change")); })()`)
	p.await("Dark leads", `document.querySelectorAll(".heat").length > 10 && document.querySelector(".bar-text").textContent.startsWith("\u2212")`)
	p.await("the best place is as good for Dark as the bar says",
		`document.querySelector(".heat-text.step-5").textContent.startsWith("\u2212")`)
	if words := p.text("#panel-analyse .lines"); !strings.Contains(words, "+ is good for Light") {
		t.Errorf("the map is explained by %q", words)
	}
}

// After a click on the board the arrow keys still step through the game, unless a
// building is picked, which they move.
func TestBrowserArrowKeysAfterAClickOnTheBoard(t *testing.T) {
	enginetest.Long(t)
	p := openPage(t, pageServer(t)+"#do=analyse&"+midgame, window{width: 1280, height: 800})
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
}

// What one shares most begins the dialog: the link.
func TestBrowserSharingBeginsWithTheLink(t *testing.T) {
	p := openPage(t, pageServer(t)+"#light=person&dark=person&"+midgame, window{width: 390, height: 844, touch: true})
	p.awaitMoves(midgamePlies)
	p.clickOn("the share button", `document.getElementById("share")`)
	p.await("there is a record", `document.getElementById("share-record").value`)
	if first := evaluate[string](p, `document.querySelector("#share-dialog :is(input, textarea)").id + " " + document.querySelector("#share-dialog button").id`); first != "share-link copy-link" {
		t.Errorf("the dialog begins with %s", first)
	}
}
