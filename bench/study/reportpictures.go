package study

import (
	"fmt"
	"math"
	"strings"

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
	pictures := []Picture{{r.pictureName("placements"), r.placementsPicture()}}
	if len(r.games) == 0 {
		return pictures
	}
	pictures = append(pictures, Picture{r.pictureName("margins"), r.marginsPicture()})
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		pictures = append(pictures, Picture{r.pictureName(strings.ToLower(side.String()) + "-squares"), r.squaresPicture(side)})
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

// placementsPicture is the heat map of the placements of the Cathedral that face north,
// each at its reference square: the values by searches and games, or without a tree the
// mean margins of the games.
func (r *Report) placementsPicture() string {
	values := make([]float64, 0, 56)
	least, most := math.Inf(1), math.Inf(-1)
	groups := r.byPlacement()
	for number := range engine.CathedralPlacements() {
		value := math.NaN()
		if s, _, known := r.valued.afterPlacement(number); known {
			value = -float64(s.Centi) / 100
		} else if r.valued == nil && len(groups[number]) > 0 {
			value = groups[number].mean()
		}
		values = append(values, value)
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

// squaresPicture is the heat map of the squares that a side's first buildings cover, in
// hundredths of the games, over all four rotations.
func (r *Report) squaresPicture(side engine.Side) string {
	var counts [engine.SquareIndexes]int
	most := 1
	for i := range r.games {
		shown := 0
		for _, b := range r.games[i].buildings {
			if b.side != side || shown == mappedBuildings {
				continue
			}
			shown++
			for quarters := range 4 {
				for square := range b.move.Squares().Rotate(quarters).Squares() {
					counts[square]++
					most = max(most, counts[square])
				}
			}
		}
	}
	var s svg
	for square := range engine.AllSquares().Squares() {
		x, y := pictureMargin+float64(square.Column())*pictureSquare, pictureMargin+float64(square.Row())*pictureSquare
		ground, text := shade(float64(counts[square]) / float64(most))
		s.rectangle(x+1, y+1, pictureSquare-2, pictureSquare-2, ground)
		s.label(x+pictureSquare/2, y+pictureSquare/2+4, text, fmt.Sprintf("%.0f", 25*float64(counts[square])/float64(len(r.games))))
	}
	for i := range engine.Rows {
		at := pictureMargin + (float64(i)+0.5)*pictureSquare
		s.label(at, 18, labelColour, string(rune('A'+i)))
		s.label(12, at+4, labelColour, fmt.Sprint(i+1))
	}
	size := 2*pictureMargin + engine.Columns*pictureSquare
	return s.end(fmt.Sprintf("How often %s's first %d buildings cover each square, in %% of the games, over all rotations", side, mappedBuildings), size, size)
}
