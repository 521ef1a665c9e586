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
	squareWidth                 = 50
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
		0xf0eadd, 0xc9c2b2, 0xb5ad9b, 0x8f8776, 0xa09e86, 0xb4b29a, 0x8e8c79, 0xdfd1a5, 0x827469,
		0xf3d9a4, 0xfae8c1, 0xdcb878, 0xcfa764, 0x8a6532, 0x70432c, 0x7d4d33, 0x573121, 0x4a281a, 0x22110a,
		0x8d9aa8, 0xa3b0bd, 0x6d7a88, 0x5f6c7a, 0x424c58,
	} {
		palette = append(palette, color.RGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 0xff})
	}
	return palette
}

// city is the board in the picture: the building on each square, and the colour of its roof or of
// the ground. Each building has a number above 0.
type city struct {
	buildings [engine.Rows][engine.Columns]int
	colours   [engine.Rows][engine.Columns]uint8
}

func newCity(p *engine.Position) (c city) {
	count := 0
	mark := func(squares engine.Bitboard, colour uint8, building int) {
		for square := range squares.Squares() {
			c.buildings[square.Row()][square.Column()], c.colours[square.Row()][square.Column()] = building, colour
		}
	}
	for row := range c.colours {
		for column := range c.colours[row] {
			c.colours[row][column] = pavingColour
		}
	}
	for side, colours := range [][2]uint8{{lightGround, lightRoof}, {darkGround, darkRoof}} {
		mark(p.Territory(engine.Side(side)), colours[0], 0)
		for piece := range p.Pieces(engine.Side(side)) {
			count++
			mark(piece.Squares(), colours[1], count)
		}
	}
	mark(p.CathedralSquares(), cathedralRoof, count+1)
	return c
}

// at returns the building at a point of the board, 0 for none and outside.
func (c *city) at(x, y int) int {
	if x < 0 || y < 0 || x >= boardWidth || y >= boardWidth {
		return 0
	}
	return c.buildings[y/squareWidth][x/squareWidth]
}

// colourAt returns the colour of a point of the board. A roof slopes to the nearest wall.
func (c *city) colourAt(x, y int) uint8 {
	const shadowX, shadowY = 5, 7
	colour := c.colours[y/squareWidth][x/squareWidth]
	building := c.at(x, y)
	if building == 0 {
		switch {
		case c.at(x-shadowX, y-shadowY) > 0:
			return shadowColour
		case x%squareWidth < 1 || y%squareWidth < 1:
			return jointColour
		}
		return colour
	}
	nearest, slope := boardWidth, uint8(0)
	inX, inY, last := x%squareWidth, y%squareWidth, squareWidth-1
	for direction, way := range []struct{ far, x, y int }{{inY, 0, -1}, {inX, -1, 0}, {last - inX, 1, 0}, {last - inY, 0, 1}} {
		far := way.far
		for squares := squareWidth; far < nearest && c.at(x+squares*way.x, y+squares*way.y) == building; squares += squareWidth {
			far += squareWidth
		}
		if far < nearest {
			nearest, slope = far, uint8(direction)
		}
	}
	if nearest < eavesWidth {
		slope = roofLine
	}
	return colour + slope
}

// positionPicture returns a picture of a position as a PNG.
func positionPicture(p *engine.Position) ([]byte, error) {
	picture := image.NewPaletted(image.Rect(0, 0, pictureWidth, pictureHeight), pictureColours())
	board := image.Rect(boardLeft, boardTop, boardLeft+boardWidth, boardTop+boardWidth)
	for _, ring := range []struct {
		reach  int
		colour uint8
	}{{33, wallColour}, {32, stoneColour}, {26, walkColour}, {2, wallColour}} {
		draw.Draw(picture, board.Inset(-ring.reach), image.NewUniform(picture.Palette[ring.colour]), image.Point{}, draw.Src)
	}
	const towerAt, towerWidth = 17, 23 // outside of the corners
	for _, x := range []int{board.Min.X - towerAt, board.Max.X + towerAt} {
		for _, y := range []int{board.Min.Y - towerAt, board.Max.Y + towerAt} {
			for dy := -towerWidth; dy <= towerWidth; dy++ {
				for dx := -towerWidth; dx <= towerWidth; dx++ {
					switch far := dx*dx + dy*dy; {
					case far <= 20*20:
						picture.SetColorIndex(x+dx, y+dy, cathedralRoof+1)
						if dx+dy > 0 {
							picture.SetColorIndex(x+dx, y+dy, cathedralRoof)
						}
					case far <= towerWidth*towerWidth:
						picture.SetColorIndex(x+dx, y+dy, wallColour)
					}
				}
			}
		}
	}
	drawn := newCity(p)
	for y := range boardWidth {
		for x := range boardWidth {
			picture.SetColorIndex(boardLeft+x, boardTop+y, drawn.colourAt(x, y))
		}
	}
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, picture)
	return out.Bytes(), err
}
