package serve

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"

	"cathedral/engine"
)

// The measures of the picture of a position, in pixels.
const (
	pictureWidth, pictureHeight = 1200, 630
	squareWidth                 = 57
	boardWidth                  = engine.Columns * squareWidth
	boardLeft, boardTop         = (pictureWidth - boardWidth) / 2, (pictureHeight - boardWidth) / 2
	eavesWidth                  = 2
)

// The colours of the picture, as indexes. A roof has five of its own: its slopes to the north, west,
// east and south, and the line around it.
const (
	pageColour = iota
	stoneColour
	walkColour
	wallColour
	jointColour
	pavingColour
	shadowColour
	lightGround
	darkGround
	lightRoof
	darkRoof      = lightRoof + roofColours
	cathedralRoof = darkRoof + roofColours

	roofColours = 5
	roofLine    = 4
)

// pictureColours returns the colours of the page's light theme.
func pictureColours() color.Palette {
	palette := color.Palette{}
	for _, rgb := range []uint32{
		0xf0eadd, 0xc9c2b2, 0xb5ad9b, 0x8f8776, 0x97947d, 0xaba890, 0x898673, 0xd9cca0, 0x8f816b,
		0xf3d9a4, 0xfae8c1, 0xdcb878, 0xcfa764, 0x65450f, 0x70432c, 0x754731, 0x573121, 0x4a281a, 0x22110a,
		0x8d9aa8, 0xa3b0bd, 0x6d7a88, 0x5f6c7a, 0x424c58,
	} {
		palette = append(palette, color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff})
	}
	return palette
}

// ground is a square of the board in the picture. Each building has a number above 0.
type ground struct {
	building int
	colour   uint8 // the first of its roof, or that of the ground
}

// city is the board in the picture, with a border that has no buildings.
type city [engine.Rows + 2][engine.Columns + 2]ground

func newCity(p *engine.Position) (c city) {
	for row := range c {
		for column := range c[row] {
			c[row][column].colour = pavingColour
		}
	}
	count := 0
	mark := func(squares engine.Bitboard, what ground) {
		for square := range squares.Squares() {
			c[square.Row()+1][square.Column()+1] = what
		}
	}
	for side, colours := range [][2]uint8{{lightGround, lightRoof}, {darkGround, darkRoof}} {
		mark(p.Territory(engine.Side(side)), ground{0, colours[0]})
		for piece := range p.Pieces(engine.Side(side)) {
			count++
			mark(piece.Squares(), ground{count, colours[1]})
		}
	}
	mark(p.CathedralSquares(), ground{count + 1, cathedralRoof})
	return c
}

// colourAt returns the colour of a point of the board. A roof slopes to the nearest wall.
func (c *city) colourAt(x, y int) uint8 {
	const shadowX, shadowY = 5, 7
	at := func(x, y int) ground { return c[(y+squareWidth)/squareWidth][(x+squareWidth)/squareWidth] }
	here := at(x, y)
	inX, inY, last := x%squareWidth, y%squareWidth, squareWidth-1
	switch {
	case here.building > 0:
	case at(x-shadowX, y-shadowY).building > 0:
		return shadowColour
	case inX == 0 || inY == 0:
		return jointColour
	default:
		return here.colour
	}
	nearest, slope := boardWidth, uint8(0)
	for direction, way := range []struct{ far, x, y int }{{inY, 0, -1}, {inX, -1, 0}, {last - inX, 1, 0}, {last - inY, 0, 1}} {
		far := way.far
		for squares := squareWidth; far < nearest && at(x+squares*way.x, y+squares*way.y) == here; squares += squareWidth {
			far += squareWidth
		}
		if far < nearest {
			nearest, slope = far, uint8(direction)
		}
	}
	if nearest < eavesWidth {
		slope = roofLine
	}
	return here.colour + slope
}

// positionPicture returns a picture of a position as a PNG.
func positionPicture(p *engine.Position) []byte {
	picture := image.NewPaletted(image.Rect(0, 0, pictureWidth, pictureHeight), pictureColours())
	fill := func(part image.Rectangle, colour int) {
		draw.Draw(picture, part, image.NewUniform(picture.Palette[colour]), image.Point{}, draw.Src)
	}
	board := image.Rect(boardLeft, boardTop, boardLeft+boardWidth, boardTop+boardWidth)
	for _, ring := range [][2]int{{19, wallColour}, {18, stoneColour}, {13, walkColour}, {2, wallColour}} {
		fill(board.Inset(-ring[0]), ring[1])
	}
	const tower, wall = 24, 2
	for _, corner := range []image.Point{{}, {X: boardWidth + tower}, {Y: boardWidth + tower}, {X: boardWidth + tower, Y: boardWidth + tower}} {
		part := image.Rect(0, 0, tower, tower).Add(board.Min.Sub(image.Pt(tower, tower))).Add(corner)
		fill(part, wallColour)
		fill(part.Inset(wall), cathedralRoof)
	}
	drawn := newCity(p)
	for y := range boardWidth {
		for x := range boardWidth {
			picture.SetColorIndex(boardLeft+x, boardTop+y, drawn.colourAt(x, y))
		}
	}
	var out bytes.Buffer
	(&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, picture) // never fails
	return out.Bytes()
}
