package naive

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// Position texts are written square by square, and read by trying every way to
// cut equal letters into buildings.

// Letter returns the letter of a piece in a position text.
func (p Piece) Letter() byte {
	letter := EmptyBoard().Buildings[p.Building].letter
	if p.Owner == Light {
		letter -= 'a' - 'A'
	}
	return letter
}

// String returns the position text.
func (g *Game) String() string {
	board := g.Standing()
	var text strings.Builder
	for row := range 10 {
		if row > 0 {
			text.WriteByte('/')
		}
		empty := 0
		flush := func() {
			if empty > 0 {
				text.WriteString(strconv.Itoa(empty))
			}
			empty = 0
		}
		for column := range 10 {
			letter := byte(0)
			switch piece := board[row][column]; {
			case piece > 0:
				letter = g.Pieces[piece-1].Letter()
			case g.Territory[row][column] == Light:
				letter = 'L'
			case g.Territory[row][column] == Dark:
				letter = 'd'
			default:
				empty++
				continue
			}
			flush()
			text.WriteByte(letter)
		}
		flush()
	}
	side := map[Owner]string{Light: "l", Dark: "d"}[g.Side()]
	cathedral := "-"
	if g.Ply <= g.CathedralPly() {
		cathedral = "C"
	}
	fmt.Fprintf(&text, " %s %s %d", side, cathedral, g.Ply)
	if spared := g.sparedNames(); len(spared) > 0 {
		text.WriteString(" " + strings.Join(spared, ","))
	}
	return text.String()
}

// sparedNames returns the first squares of the spared pieces, in reading order.
func (g *Game) sparedNames() (names []string) {
	var first []Square
	for _, piece := range g.Pieces {
		if piece.Spared {
			first = append(first, piece.Squares[0])
		}
	}
	slices.SortFunc(first, inReadingOrder)
	for _, square := range first {
		names = append(names, square.String())
	}
	return names
}

// Parse reads a position text in its canonical form only. When equal letters can
// be cut in several ways, it takes a cut at random among those in which every
// spared square is the first of a piece.
func Parse(text string, rules Rules, random *rand.Rand) (*Game, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 4 && len(fields) != 5 {
		return nil, errors.New("4 or 5 words")
	}
	g := &Game{Rules: rules}
	letters, err := g.readBoard(fields[0])
	if err != nil {
		return nil, err
	}
	g.Ply, err = strconv.Atoi(fields[3])
	if err != nil || strconv.Itoa(g.Ply) != fields[3] || g.Ply < 0 || g.Ply > 999 {
		return nil, errors.New("ply")
	}
	if side := map[string]Owner{"l": Light, "d": Dark}[fields[1]]; side != g.Side() {
		return nil, errors.New("side")
	}
	if cathedral := map[bool]string{true: "C", false: "-"}[g.Ply <= g.CathedralPly()]; cathedral != fields[2] {
		return nil, errors.New("cathedral")
	}
	var spared []Square
	if len(fields) == 5 {
		if spared, err = sparedSquares(fields[4]); err != nil {
			return nil, err
		}
	}
	if err := g.cutPieces(letters, spared, random); err != nil {
		return nil, err
	}
	if g.Ply < len(g.Pieces) {
		return nil, errors.New("ply below the number of pieces")
	}
	for _, piece := range g.Pieces {
		if piece.Building == Cathedral && g.Ply <= g.CathedralPly() {
			return nil, errors.New("the Cathedral stands and is to be placed")
		}
	}
	return g, nil
}

// readBoard reads the rows: territory goes to the game, letters are returned
// with their squares in reading order.
func (g *Game) readBoard(text string) (letters map[byte][]Square, err error) {
	rows := strings.Split(text, "/")
	if len(rows) != 10 {
		return nil, errors.New("10 rows")
	}
	letters = map[byte][]Square{}
	for row, line := range rows {
		column := 0
		for i := 0; i < len(line); {
			digits := 0
			for i+digits < len(line) && line[i+digits] >= '0' && line[i+digits] <= '9' {
				digits++
			}
			if digits > 0 {
				run, err := strconv.Atoi(line[i : i+digits])
				if err != nil || strconv.Itoa(run) != line[i:i+digits] || run < 1 || run > 10 {
					return nil, errors.New("run of empty squares")
				}
				column += run
				i += digits
				continue
			}
			if column > 9 {
				return nil, errors.New("row too wide")
			}
			switch line[i] {
			case 'L':
				g.Territory[row][column] = Light
			case 'd':
				g.Territory[row][column] = Dark
			default:
				letters[line[i]] = append(letters[line[i]], Square{row, column})
			}
			column++
			i++
		}
		if column != 10 {
			return nil, errors.New("row width")
		}
	}
	return letters, nil
}

// sparedSquares reads "A1,C5": names in strictly rising reading order.
func sparedSquares(text string) (squares []Square, err error) {
	names := map[string]Square{}
	for row := range 10 {
		for column := range 10 {
			names[Square{row, column}.String()] = Square{row, column}
		}
	}
	for word := range strings.SplitSeq(text, ",") {
		square, known := names[word]
		if !known || len(squares) > 0 && inReadingOrder(squares[len(squares)-1], square) >= 0 {
			return nil, errors.New("spared " + word)
		}
		squares = append(squares, square)
	}
	return squares, nil
}

// cutPieces cuts each letter's squares into whole buildings.
func (g *Game) cutPieces(letters map[byte][]Square, spared []Square, random *rand.Rand) error {
	found := 0
	for building, about := range EmptyBoard().Buildings {
		for _, owner := range []Owner{Nobody, Light, Dark} {
			if (building == Cathedral) != (owner == Nobody) {
				continue
			}
			letter := Piece{&Placement{Building: building}, owner, false}.Letter()
			squares := letters[letter]
			delete(letters, letter)
			if len(squares) > about.Copies*strings.Count(about.Dark, "X") {
				return errors.New("too many squares of " + string(letter))
			}
			var mustStart []Square
			for _, square := range spared {
				if slices.Contains(squares, square) {
					mustStart = append(mustStart, square)
				}
			}
			var cuts [][]*Placement
			for _, cut := range cutsInto(EmptyBoard().Placements[owner][building], squares) {
				starts := func(square Square) bool {
					return slices.ContainsFunc(cut, func(p *Placement) bool { return p.Squares[0] == square })
				}
				if !slices.ContainsFunc(mustStart, func(square Square) bool { return !starts(square) }) {
					cuts = append(cuts, cut)
				}
			}
			if len(cuts) == 0 {
				return errors.New("no building " + string(letter))
			}
			for _, placement := range cuts[random.IntN(len(cuts))] {
				g.Pieces = append(g.Pieces, Piece{placement, owner, slices.Contains(mustStart, placement.Squares[0])})
			}
			found += len(mustStart)
		}
	}
	if len(letters) > 0 {
		return errors.New("unknown letter")
	}
	if found != len(spared) {
		return errors.New("spared square without a piece")
	}
	return nil
}

// cutsInto returns every way to cover squares, in reading order, with disjoint
// placements. No squares are covered in one way: by nothing.
func cutsInto(placements []*Placement, squares []Square) (cuts [][]*Placement) {
	if len(squares) == 0 {
		return [][]*Placement{nil}
	}
	for _, placement := range placements {
		if placement.Squares[0] != squares[0] {
			continue
		}
		rest := slices.Clone(squares)
		for _, square := range placement.Squares {
			rest = slices.DeleteFunc(rest, func(other Square) bool { return other == square })
		}
		if len(rest) != len(squares)-len(placement.Squares) {
			continue
		}
		for _, cut := range cutsInto(placements, rest) {
			cuts = append(cuts, append([]*Placement{placement}, cut...))
		}
	}
	return cuts
}

// Turned returns the position turned clockwise by a quarter.
func (g *Game) Turned() *Game {
	next := &Game{Rules: g.Rules, Ply: g.Ply}
	for _, piece := range g.Pieces {
		next.Pieces = append(next.Pieces, Piece{piece.Turned(piece.Owner), piece.Owner, piece.Spared})
	}
	for row := range 10 {
		for column := range 10 {
			next.Territory[column][9-row] = g.Territory[row][column]
		}
	}
	return next
}

// Turned returns the placement of owner on the board turned clockwise by a quarter.
func (p *Placement) Turned(owner Owner) *Placement {
	squares, _ := shifted(turned(p.Squares), 0, 9)
	return EmptyBoard().find(owner, p.Building, squares)
}
