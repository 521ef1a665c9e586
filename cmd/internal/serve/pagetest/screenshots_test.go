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
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"cathedral/engine/enginetest"
)

// The pictures of the README and of the site's previews are made again with
//
//	go test ./cmd/internal/serve/pagetest -run Screenshots -screenshots ../screenshots
var screenshotFolder = flag.String("screenshots", "", "the `folder` into which TestScreenshots puts its pictures")

// keptPictures is the folder of the pictures that documents show.
const keptPictures = "../screenshots"

// midgame is the link of a game in its middle.
const midgame = "moves=CAnE4.TOwC5.ACsC6.CSsD8.CSnF7.ACeI6.IFnG2.MAnI3.MAsE10.IFnI8.TOeD1"

// finishedGame is the link of a game that is over.
const finishedGame = "moves=CAnG2.TOsD4.TOeH6.ACnI8.CSsE10.CSnC1.ACsC8.BReC5.IFnE6.IFnI1.ABnI4.ACsE5.MAeB9.INeD6.STeH1." +
	"INnF5.STnF1.TAnD8.TAnA6.TAnH4.TAnJ3.STnA2.SQnF9.STeB1.INwI6.pass.INwH8.pass.BReJ9"

// Each kept picture shows the page of today, but for scores and lines that depend on time.
func TestScreenshots(t *testing.T) {
	if *screenshotFolder == "" {
		enginetest.Night(t)
	}
	address := pageServer(t)
	desktop := desktop
	phone := window{width: 360, height: 740, touch: true}
	shots := []struct {
		name, fragment string
		window         window
		act            func(p *page)
	}{
		{"placing", "#do=analyse&moves=CAnF5.TOeD1.TAnB1.ACnI5.TAnJ10", desktop, func(p *page) {
			p.click("#engine") // no engine: the wall alone
			p.click("#hand-dark [data-code=ST]")
			p.hover(0.5, 3)
		}},
		{"analysis", "#do=analyse&" + midgame, desktop, waitForAnalysis},
		{"review", "#do=review&" + finishedGame + "&ply=6", desktop, func(p *page) {
			p.await("all is judged", `document.querySelector("#panel-review").dataset.judged === "true"`)
		}},
		{"preview", "#light=person&dark=level+visitor&" + blunderOfDark, window{width: 1200, height: 630}, nil},
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
			file := shot.name + ".png"
			if *screenshotFolder != "" {
				enginetest.Must(t, os.WriteFile(filepath.Join(*screenshotFolder, file), reduced(t, picture), 0o666))
				return
			}
			kept, err := os.ReadFile(filepath.Join(keptPictures, file))
			enginetest.Must(t, err)
			if share := shareRepainted(t, kept, picture); share > 0.03 {
				t.Errorf("%.0f %% of %s is not painted as the page is today: make it again with -screenshots", 100*share, file)
			}
		})
	}
}

// shareRepainted returns the share of the blocks of 16 by 16 pixels whose mean colour differs
// clearly between two pictures; it is 1 if they differ in size.
func shareRepainted(t *testing.T, one, other []byte) float64 {
	t.Helper()
	a, b := blocks(t, one), blocks(t, other)
	if len(a) != len(b) {
		return 1
	}
	different := 0
	for place, mean := range a {
		for channel := range mean {
			if math.Abs(mean[channel]-b[place][channel]) > 12 {
				different++
				break
			}
		}
	}
	return float64(different) / float64(len(a))
}

// blocks returns the mean red, green and blue, from 0 to 255, of each block of a PNG.
func blocks(t *testing.T, data []byte) map[image.Point][3]float64 {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	enginetest.Must(t, err)
	const side = 16
	means := map[image.Point][3]float64{}
	bounds := picture.Bounds()
	for y := range bounds.Dy() {
		for x := range bounds.Dx() {
			c := color.RGBAModel.Convert(picture.At(bounds.Min.X+x, bounds.Min.Y+y)).(color.RGBA)
			mean := means[image.Pt(x/side, y/side)]
			for channel, value := range [3]uint8{c.R, c.G, c.B} {
				mean[channel] += float64(value) / (side * side)
			}
			means[image.Pt(x/side, y/side)] = mean
		}
	}
	return means
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
