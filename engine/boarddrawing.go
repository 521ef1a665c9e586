package engine

import (
	"fmt"
	"strings"
)

// Drawing returns the board for people: a line with the columns, then a line for each
// row with its number. A square is the letter of the piece that stands on it
// (record/FORMATS.md), ':' for Light's territory, ',' for Dark's, and '.' otherwise.
func (p *Position) Drawing() string {
	var text strings.Builder
	text.WriteString("    A B C D E F G H I J\n")
	for row := range Rows {
		fmt.Fprintf(&text, "%3d", row+1)
		for column := range Columns {
			fmt.Fprintf(&text, " %c", p.markAt(NewSquare(row, column)))
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// markAt returns the character that stands for a square in a drawing.
func (p *Position) markAt(square Square) byte {
	switch {
	case p.cathedral.Has(square):
		return Cathedral.letter(Light)
	case p.territory[Light].Has(square):
		return ':'
	case p.territory[Dark].Has(square):
		return ','
	}
	for _, side := range []Side{Light, Dark} {
		if p.buildings[side].Has(square) {
			return p.PieceAt(side, square).Building().letter(side)
		}
	}
	return '.'
}
