package record_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

var drawsPictures = flag.Bool("pictures", false, "draw the pictures of RULES.md again")

// TestPicturesOfTheRules compares the pictures with drawings of the engine's shapes and moves:
//
//	go test ./engine/record -run PicturesOfTheRules -pictures
func TestPicturesOfTheRules(t *testing.T) {
	for name, drawn := range map[string]string{"buildings.svg": buildingsPicture(t), "enclosures.svg": enclosuresPicture(t)} {
		path := "../" + name
		if *drawsPictures {
			enginetest.Must(t, os.WriteFile(path, []byte(drawn), 0o644))
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != drawn {
			t.Errorf("%s is another picture: %v", name, err)
		}
	}
}

const unit = 16 // of a square, in pixels

// picture is an SVG drawing.
type picture struct{ strings.Builder }

// squares draws squares of a board whose corner is at left and top.
func (p *picture) squares(squares engine.Bitboard, left, top int, style string) {
	for square := range squares.Squares() {
		fmt.Fprintf(p, `<rect x="%d" y="%d" width="%d" height="%d" %s/>`+"\n",
			left+unit*square.Column(), top+unit*square.Row(), unit, unit, style)
	}
}

func (p *picture) caption(x, y int, text string) {
	fmt.Fprintf(p, `<text x="%d" y="%d" text-anchor="middle" font-family="sans-serif" font-size="12" fill="#777">%s</text>`+"\n", x, y, text)
}

// svg returns the picture at a scale, with a margin around it.
func (p *picture) svg(width, height, scale int) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="%d %d %d %d" width="%d">`+"\n", -unit, -unit/2, width+2*unit, height+unit/2, scale*width) + p.String() + "</svg>\n"
}

// The looks of a side's buildings, of Light's territory, and of what Light captures.
var (
	builtBy   = [2]string{engine.Light: `fill="#e8cf96" stroke="#8a6d33"`, engine.Dark: `fill="#6b3d24" stroke="#2c160b"`}
	territory = `fill="#f6ecd2" stroke="#c9c7b8"`
	captured  = `fill="#6b3d24" fill-opacity="0.5" stroke="#c0392b" stroke-width="2"`
	neutral   = `fill="#8496ad" stroke="#3f4d60"`
	ground    = `fill="#b5b398" stroke="#c9c7b8"`
)

func buildingsPicture(t *testing.T) string {
	p := new(picture)
	const wide, high = 5 * unit, 6 * unit
	for side, look := range builtBy {
		for b := range engine.Building(engine.NumBuildings + 1 - side) {
			if b == engine.Cathedral {
				look = neutral
			}
			move, err := engine.ParseMove(b.Code()+"nB1", engine.Side(side))
			enginetest.Must(t, err)
			p.squares(move.Squares(), wide*int(b), side*high, look)
			p.caption(wide*int(b)+5*unit/2, side*high+5*unit, fmt.Sprintf("%s × %d", b, b.Copies()))
		}
	}
	return p.svg(wide*(engine.NumBuildings+1), 2*high, 1)
}

// enclosuresPicture shows the corner of the city after the last of some moves, and what it
// captures.
func enclosuresPicture(t *testing.T) string {
	p := new(picture)
	for i, example := range [][2]string{
		{"claims the corner", "CAnF5 CSnE8 MAnH1 SQnB8 TOeC1"},
		{"captures the tavern", "CAnF5 CSnE8 MAnH1 TAnA1 TOeC1"},
		{"leaves a gap", "CAnF5 CSnE8 MAnH1 SQnB8 STnC1 TAnI9 STeB3"},
	} {
		before := engine.Start(engine.Rules{})
		moves, err := record.ParseMoves(example[1], before)
		enginetest.Must(t, err)
		for _, move := range moves[:len(moves)-1] {
			before = before.Play(move)
		}
		after := before.Play(moves[len(moves)-1])
		var corner engine.Bitboard
		for index := range 20 {
			corner = corner.With(engine.NewSquare(index/5, index%5))
		}
		left := i * 8 * unit
		p.squares(corner, left, 0, ground)
		p.squares(after.Territory(engine.Light).And(corner), left, 0, territory)
		p.squares(after.Buildings(engine.Light).And(corner), left, 0, builtBy[engine.Light])
		p.squares(before.Buildings(engine.Dark).AndNot(after.Buildings(engine.Dark)).And(corner), left, 0, captured)
		p.caption(left+5*unit/2, 5*unit, example[0])
	}
	return p.svg(21*unit, 6*unit, 2)
}
