package study

import (
	"fmt"
	"math"
	"strings"

	"cathedral/bench/match/opening"
	"cathedral/engine"
)

// Picture is a drawing of a report.
type Picture struct {
	Name string // of its file
	SVG  string
}

// Pictures returns the drawings of the report, by the names that its tables have for them.
// They have no background, and colours that can be read on a light and on a dark one.
func (r *Report) Pictures() []Picture {
	var pictures []Picture
	add := func(what, svg string) { pictures = append(pictures, Picture{r.pictureName(what), svg}) }
	if len(r.games) > 0 || r.searched != nil {
		add("placements", r.placementsPicture())
	}
	if len(r.games) > 0 {
		add("margins", r.marginsPicture())
		for _, side := range []engine.Side{engine.Light, engine.Dark} {
			add(strings.ToLower(side.String())+"-squares", r.squaresPicture(side))
		}
	}
	if len(r.lines) > 0 {
		add("first-moves", r.firstMovesPicture())
	}
	return pictures
}

// labelColour is that of text without a ground of its own: grey in the middle between
// black and white.
const labelColour = "#808080"

// svg is a drawing in the making.
type svg struct{ body strings.Builder }

func (s *svg) rectangle(x, y, width, height float64, fill string) {
	fmt.Fprintf(&s.body, `<rect x="%g" y="%g" width="%g" height="%g" fill="%s"/>`+"\n", x, y, width, height, fill)
}

// label writes text with its middle at x and its baseline at y.
func (s *svg) label(x, y float64, fill, text string) {
	fmt.Fprintf(&s.body, `<text x="%g" y="%g" fill="%s">%s</text>`+"\n", x, y, fill, text)
}

// PictureBegin is the beginning of each picture.
const PictureBegin = `<svg xmlns="http://www.w3.org/2000/svg" width="`

// end returns the drawing.
func (s *svg) end(title string, width, height float64) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g" role="img" font-family="sans-serif" font-size="13" text-anchor="middle">
<title>%s</title>
%s</svg>
`, width, height, width, height, title, s.body.String())
}

// shade returns a colour between pale yellow, for 0, and dark blue, for 1, and the colour of
// text on it.
func shade(share float64) (ground, text string) {
	share = max(0, min(share, 1))
	mix := func(from, to float64) int { return int(math.Round(from + (to-from)*share)) }
	text = "#000000"
	if share > 0.55 {
		text = "#ffffff"
	}
	return fmt.Sprintf("#%02x%02x%02x", mix(255, 20), mix(243, 60), mix(200, 120)), text
}

// The size of a square of the pictures, and the margin for the names of rows and columns.
const (
	pictureSquare = 46.0
	pictureMargin = 26.0
)

// placementsPicture is the heat map of the placements of the Cathedral that face north, each at
// its reference square. It shows the value of a placement and its mirror image by the games, or
// without games by the tree.
func (r *Report) placementsPicture() string {
	values := make([]float64, len(engine.CathedralPlacements()))
	least, most := math.Inf(1), math.Inf(-1)
	worth := r.placementValues()
	for i, pair := range pairPlacements(nil) {
		value := math.NaN()
		if len(r.games) > 0 {
			value = worth.values[i]
		} else if known, found := r.valued.valueOf(&pair); found {
			value = known.Centi / 100
		}
		values[pair.first], values[pair.second] = value, value
		if !math.IsNaN(value) {
			least, most = min(least, value), max(most, value)
		}
	}
	var s svg
	columns, rows := 0, 0
	for number, placement := range engine.CathedralPlacements() {
		square := placement.Squares().First()
		column, row := square.Column(), square.Row()
		columns, rows = max(columns, column), max(rows, row)
		x, y := pictureMargin+float64(column-1)*pictureSquare, pictureMargin+float64(row)*pictureSquare
		if math.IsNaN(values[number]) {
			s.label(x+pictureSquare/2, y+pictureSquare/2+4, labelColour, "?")
			continue
		}
		ground, text := shade((values[number] - least) / max(0.01, most-least))
		s.rectangle(x+1, y+1, pictureSquare-2, pictureSquare-2, ground)
		s.label(x+pictureSquare/2, y+pictureSquare/2+4, text, fmt.Sprintf("%+.1f", values[number]))
	}
	for column := 1; column <= columns; column++ {
		s.label(pictureMargin+(float64(column)-0.5)*pictureSquare, 18, labelColour, string(rune('A'+column)))
	}
	for row := range rows + 1 {
		s.label(12, pictureMargin+(float64(row)+0.5)*pictureSquare+4, labelColour, fmt.Sprint(row+1))
	}
	return s.end("The value of each placement of the Cathedral for Light, in squares, at the place of its first square",
		2*pictureMargin+float64(columns)*pictureSquare, 2*pictureMargin+float64(rows+1)*pictureSquare)
}

// marginsPicture is the histogram of Light's margins.
func (r *Report) marginsPicture() string {
	counts := map[int]int{}
	least, most, highest := 0, 0, 1
	for i := range r.games {
		margin := r.games[i].margin
		counts[margin]++
		least, most, highest = min(least, margin), max(most, margin), max(highest, counts[margin])
	}
	const width, height = 34.0, 220.0
	var s svg
	for margin := least; margin <= most; margin++ {
		x, tall := pictureMargin+float64(margin-least)*width, height*float64(counts[margin])/float64(highest)
		fill := "#3b6ea8"
		if margin > 0 {
			fill = "#c98a1b"
		} else if margin == 0 {
			fill = labelColour
		}
		s.rectangle(x+2, pictureMargin+height-tall, width-4, tall, fill)
		s.label(x+width/2, pictureMargin+height-tall-4, labelColour, fmt.Sprint(counts[margin]))
		s.label(x+width/2, pictureMargin+height+17, labelColour, strings.Replace(fmt.Sprintf("%+d", margin), "+0", "0", 1))
	}
	return s.end("Games by Light's margin in squares: Dark's wins are blue, Light's are orange",
		2*pictureMargin+float64(most-least+1)*width, 2*pictureMargin+height)
}

// mappedBuildings is the number of first buildings that the heat map of a side shows.
const mappedBuildings = 3

// mapReach is the number of squares that the heat map of a side's buildings reaches in each
// direction from the middle of the Cathedral.
const mapReach = 6

// squaresPicture is the heat map of the squares, as seen from a Cathedral that faces north, that a
// side's first buildings cover: in hundredths of the games in which the square is on the board.
func (r *Report) squaresPicture(side engine.Side) string {
	const size = 2*mapReach + 1
	var covered, present [size][size]int
	for i := range r.games {
		g := &r.games[i]
		middle := middleOf(engine.CathedralPlacements()[g.placement].Squares())
		at := func(square engine.Square) (row, column int, near bool) {
			row, column = square.Row()-middle.Row()+mapReach, square.Column()-middle.Column()+mapReach
			return row, column, row >= 0 && row < size && column >= 0 && column < size
		}
		count := func(squares engine.Bitboard, counts *[size][size]int) {
			for square := range squares.Squares() {
				if row, column, near := at(square); near {
					counts[row][column]++
				}
			}
		}
		count(engine.AllSquares(), &present)
		shown := 0
		for _, b := range g.buildings {
			if b.side == side && shown < mappedBuildings {
				shown++
				count(b.move.Squares().Rotate(g.turned), &covered)
			}
		}
	}
	share := func(row, column int) float64 {
		return float64(covered[row][column]) / float64(max(1, present[row][column]))
	}
	most := 0.01
	for row := range size {
		for column := range size {
			most = max(most, share(row, column))
		}
	}
	var s svg
	cathedral := engine.CathedralPlacements()[0].Squares()
	middle := middleOf(cathedral)
	for row := range size {
		for column := range size {
			if present[row][column] == 0 {
				continue
			}
			x, y := float64(column)*pictureSquare, float64(row)*pictureSquare
			ground, text := shade(share(row, column) / most)
			label := fmt.Sprintf("%.0f", 100*share(row, column))
			if r, c := row-mapReach+middle.Row(), column-mapReach+middle.Column(); r >= 0 && c >= 0 && cathedral.Has(engine.NewSquare(r, c)) {
				ground, text, label = cathedralColour, "#ffffff", ""
			}
			s.rectangle(x+1, y+1, pictureSquare-2, pictureSquare-2, ground)
			s.label(x+pictureSquare/2, y+pictureSquare/2+4, text, label)
		}
	}
	return s.end(fmt.Sprintf("How often %s's first %d buildings cover each square around the Cathedral, in %% of the games", side, mappedBuildings), size*pictureSquare, size*pictureSquare)
}

// middleOf returns the square of the Cathedral with four neighbours.
func middleOf(cathedral engine.Bitboard) engine.Square {
	for square := range cathedral.Squares() {
		if engine.BoardOf(square).GrowOrthogonally().And(cathedral).Count() == 5 {
			return square
		}
	}
	return cathedral.First()
}

// The colours of buildings on boards.
const (
	cathedralColour = "#8a6a9a"
	darkColour      = "#3b6ea8"
	lightColour     = "#c98a1b"
)

// drawnBoards is the number of boards of the picture of first moves, boardsInRow of them in a row.
const (
	drawnBoards = 6
	boardsInRow = 3
)

// firstMovesPicture is a picture of boards with the best placements of the Cathedral, Dark's best first
// building after each, and Light's best answer.
func (r *Report) firstMovesPicture() string {
	const size = 24.0
	var s svg
	lines := r.lines[:min(drawnBoards, len(r.lines))]
	width := (engine.Columns + 2) * size
	height := (engine.Rows + 3) * size
	for number, line := range lines {
		left, top := float64(number%boardsInRow)*width+1.5*size, float64(number/boardsInRow)*height+1.5*size
		type colouredSquare struct {
			engine.Square
			colour string
		}
		var squares []colouredSquare
		p := engine.Start(r.Rules)
		for _, move := range line.moves {
			colour := []string{engine.Light: lightColour, engine.Dark: darkColour}[p.Side()]
			if p.PlacesCathedral() {
				colour = cathedralColour
			}
			for square := range move.Squares().Squares() {
				squares = append(squares, colouredSquare{square, colour})
			}
			p = p.Play(move)
		}
		s.rectangle(left, top, engine.Columns*size, engine.Rows*size, "#e4dcc8")
		for _, square := range squares {
			s.rectangle(left+float64(square.Column())*size, top+float64(square.Row())*size, size, size, square.colour)
		}
		for i := 1; i < engine.Rows; i++ {
			s.rectangle(left, top+float64(i)*size-0.5, engine.Columns*size, 1, "#ffffff")
			s.rectangle(left+float64(i)*size-0.5, top, 1, engine.Rows*size, "#ffffff")
		}
		for i := range engine.Rows {
			s.label(left-size/2, top+(float64(i)+0.5)*size+4, labelColour, fmt.Sprint(i+1))
			s.label(left+(float64(i)+0.5)*size, top-6, labelColour, string(rune('A'+i)))
		}
		s.label(left+engine.Columns*size/2, top+(engine.Rows+0.8)*size, labelColour, opening.MovesText(line.moves))
	}
	rows := (len(lines) + boardsInRow - 1) / boardsInRow
	return s.end("The best placements of the Cathedral, violet, with Dark's best first building, blue, and Light's best answer, orange",
		boardsInRow*width, float64(rows)*height)
}
