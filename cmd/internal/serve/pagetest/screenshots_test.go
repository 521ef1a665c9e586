package pagetest

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// The pictures of the README are made again with
//
//	go test ./cmd/internal/serve/pagetest -run Screenshots -screenshots ../screenshots
var screenshotFolder = flag.String("screenshots", "", "the `folder` into which TestScreenshots puts its pictures")

// midgame is the link of a game in its middle.
const midgame = "moves=CAnE4.TOwC5.ACsC6.CSsD8.CSnF7.ACeI6.IFnG2.MAnI3.MAsE10.IFnI8.TOeD1"

// finishedGame is the link of a game that is over.
const finishedGame = "moves=CAnG2.TOsD4.TOeH6.ACnI8.CSsE10.CSnC1.ACsC8.BReC5.IFnE6.IFnI1.ABnI4.ACsE5.MAeB9.INeD6.STeH1." +
	"INnF5.STnF1.TAnD8.TAnA6.TAnH4.TAnJ3.STnA2.SQnF9.STeB1.INwI6.pass.INwH8.pass.BReJ9"

func TestScreenshots(t *testing.T) {
	if *screenshotFolder == "" {
		t.Skip("the flag -screenshots says where to put them")
	}
	address := pageServer(t)
	desktop := desktop
	phone := window{width: 360, height: 740, touch: true}
	dark := window{width: 1280, height: 800, dark: true}
	shots := []struct {
		name, fragment string
		window         window
		act            func(p *page)
	}{
		{"start", "", desktop, func(p *page) { p.hover(4.5, 4.5) }},
		{"placing", "#do=analyse&moves=CAnF5.TOeD1.TAnB1.ACnI5.TAnJ10", desktop, func(p *page) {
			p.click("#engine") // no engine: the wall alone
			p.click("#hand-dark [data-code=ST]")
			p.hover(0.5, 3)
		}},
		{"first-visit", "", window{width: 1280, height: 800, newcomer: true}, nil},
		{"analysis", "#do=analyse&" + midgame, desktop, waitForAnalysis},
		{"heat", "#do=analyse&" + midgame, desktop, func(p *page) {
			p.chooseMap("AB")
			p.await("there is a map", `document.querySelectorAll(".heat").length > 10`)
			time.Sleep(4 * time.Second)
		}},
		{"review", "#do=review&" + finishedGame + "&ply=6", desktop, func(p *page) {
			p.await("all is judged", `document.querySelector("#panel-review").dataset.judged === "true"`)
		}},
		{"preview", "#light=person&dark=level+visitor&" + blunderOfDark, window{width: 1200, height: 630}, nil},
		{"dark", "#do=analyse&" + midgame, dark, waitForAnalysis},
		{"phone", "#light=person&dark=person&" + midgame, phone, func(p *page) {
			p.click("#hand-dark [data-code=AB]")
			p.tap(p.pointOf(7.5, 1))
			p.await("the abbey is in the air", `document.querySelector(".in-the-air")`)
		}},
	}
	for _, shot := range shots {
		t.Run(shot.name, func(t *testing.T) {
			shot.window.drawn = true
			p := openPage(t, address+shot.fragment, shot.window)
			if shot.act != nil {
				shot.act(p)
			}
			picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			enginetest.Must(t, err)
			path := filepath.Join(*screenshotFolder, shot.name+".png")
			enginetest.Must(t, os.WriteFile(path, reduced(t, picture), 0o666))
		})
	}
}

func waitForAnalysis(p *page) {
	p.await("the margins of three moves are proven", `document.querySelectorAll(".chip").length === 3 &&
		[...document.querySelectorAll(".line .proof")].every((proof) => proof.textContent === "proven")`)
	time.Sleep(4 * time.Second)
}

// hover moves the mouse over a place of the board, in squares from its corner.
func (p *page) hover(column, row float64) {
	p.t.Helper()
	x, y := p.pointOf(column, row)
	if p.driver != nil {
		// What is there already is not moved: it comes from a little aside.
		const move = `{"type": "pointerMove", "x": %.0f, "y": %.0f}`
		p.driver.perform("pointer", fmt.Sprintf(move+", "+move, x+3, y+3, x, y))
		return
	}
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y))
}

// clickAt clicks on a place of the board.
func (p *page) clickAt(column, row float64) {
	p.t.Helper()
	p.hover(column, row)
	if p.driver != nil {
		p.driver.perform("pointer", `{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}`)
		return
	}
	p.do(chromedp.MouseClickXY(p.pointOf(column, row)))
}

// reduced returns a PNG with a palette: colours that differ by little become their
// mean, and the 256 commonest stay. That is a third of the size, and nobody sees it.
func reduced(t *testing.T, data []byte) []byte {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	enginetest.Must(t, err)
	type bin struct{ red, green, blue, count int }
	bins := map[[3]uint8]*bin{}
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA)
			key := [3]uint8{c.R >> 4, c.G >> 4, c.B >> 4}
			if bins[key] == nil {
				bins[key] = &bin{}
			}
			b := bins[key]
			b.red, b.green, b.blue, b.count = b.red+int(c.R), b.green+int(c.G), b.blue+int(c.B), b.count+1
		}
	}
	commonest := slices.SortedFunc(maps.Values(bins), func(a, b *bin) int { return b.count - a.count })
	palette := color.Palette{}
	for _, b := range commonest[:min(len(commonest), 256)] {
		palette = append(palette, color.RGBA{uint8(b.red / b.count), uint8(b.green / b.count), uint8(b.blue / b.count), 255})
	}
	flat := image.NewPaletted(bounds, palette)
	draw.Draw(flat, bounds, picture, bounds.Min, draw.Src)
	var out bytes.Buffer
	enginetest.Must(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, flat))
	return out.Bytes()
}
