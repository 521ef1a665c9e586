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

	"cathedral/engine/enginetest"
)

// In both themes dark buildings differ from the ground and from the tray of their hand by a contrast of 3
// or more, on each slope of a roof. The outlines of light buildings do, too.
func TestContrastOfBuildings(t *testing.T) {
	light, dark, _ := strings.Cut(pageFile(t, "looks/theme.css"), `[data-theme="dark"]`)
	for theme, variables := range map[string]string{"light": light, "dark": dark} {
		for _, ground := range []string{"paving-0", "paving-1", "paving-2", "paving-3", "tray"} {
			for _, roof := range []string{"walnut-n", "walnut-w", "walnut-e", "walnut-s", "maple-line"} {
				if got := contrast(luminance(t, variables, ground), luminance(t, variables, roof)); got < 3 {
					t.Errorf("%s theme: %s on %s has a contrast of %.2f, want 3 at least", theme, roof, ground, got)
				}
			}
		}
		for words, ground := range map[string]string{"tray-ink": "tray", "label": "stone-walk"} {
			if got := contrast(luminance(t, variables, ground), luminance(t, variables, words)); got < 4.5 {
				t.Errorf("%s theme: %s on %s has a contrast of %.2f, want 4.5 at least", theme, words, ground, got)
			}
		}
	}
}

// contrast is that of two luminances, 1 to 21, as WCAG 2.2 defines it.
func contrast(one, other float64) float64 {
	return (max(one, other) + 0.05) / (min(one, other) + 0.05)
}

// luminance returns the relative luminance of a colour of the theme with these variables, 0 to 1, as
// WCAG 2.2 defines it.
func luminance(t *testing.T, variables, name string) float64 {
	t.Helper()
	_, text, _ := strings.Cut(variables, "--"+name+": ")
	var channels [3]uint8
	if _, err := fmt.Sscanf(text, "#%02x%02x%02x", &channels[0], &channels[1], &channels[2]); err != nil {
		t.Fatalf("--%s: %v", name, err)
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
	p := longPage(t, "#do=analyse&"+midgame, window{width: 1280, height: 800, drawn: true})
	p.await("moves are suggested", `document.querySelectorAll(".line").length === 3 && document.querySelector(".idea-building")`)
	// The engine thinks on and the page draws again: a copy of the board is compared, of the same moment.
	saved := evaluate[[]float64](p, `(async () => {
		const m = await import("/board/boardpicture.js");
		const board = document.querySelector("#board svg");
		window.still = board.cloneNode(true);
		const url = URL.createObjectURL(await m.boardAsPng(board, 554));
		const image = new Image();
		image.src = url;
		await image.decode();
		const canvas = document.createElement("canvas");
		canvas.width = canvas.height = 554;
		const context = canvas.getContext("2d", { willReadFrequently: true });
		context.drawImage(image, 0, 0, 554, 554);
		return Array.from({ length: 100 }, (_, square) => {
			const { data } = context.getImageData(38 + (square % 10) * 50, 38 + Math.floor(square / 10) * 50, 50, 50);
			return data.reduce((sum, value, index) => sum + (index % 4 < 3 ? value : 0), 0) / (3 * 50 * 50);
		});
	})()`)
	evaluate[chromedp.Void](p, `(() => {
		still.style.cssText = "position:fixed;left:0;top:0;width:554px;height:554px;z-index:9";
		document.body.replaceChildren(still);
	})()`)
	data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	enginetest.Must(t, err)
	screen, _, err := image.Decode(bytes.NewReader(data))
	enginetest.Must(t, err)
	for square, got := range saved {
		if want := brightness(screen, image.Rect(38+square%10*50, 38+square/10*50, 88+square%10*50, 88+square/10*50)); math.Abs(got-want) > 4 {
			t.Errorf("square %d: the picture's brightness is %.1f, the board's is %.1f", square, got, want)
		}
	}
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
