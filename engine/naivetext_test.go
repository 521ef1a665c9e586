package engine_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// The position texts of the naive game: writing, and reading by trying every
// way to cut equal letters into buildings.

// letter returns the letter of a piece in a position text.
func (p naivePiece) letter() byte {
	letter := naiveCatalog().buildings[p.building].letter
	if p.owner == naiveLight {
		letter -= 'a' - 'A'
	}
	return letter
}

// String returns the position text.
func (g *naiveGame) String() string {
	board := g.standing()
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
				letter = g.pieces[piece-1].letter()
			case g.territory[row][column] == naiveLight:
				letter = 'L'
			case g.territory[row][column] == naiveDark:
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
	side := map[naiveOwner]string{naiveLight: "l", naiveDark: "d"}[g.side()]
	cathedral := "-"
	if g.ply <= g.cathedralPly() {
		cathedral = "C"
	}
	fmt.Fprintf(&text, " %s %s %d", side, cathedral, g.ply)
	if spared := g.spared(); len(spared) > 0 {
		text.WriteString(" " + strings.Join(spared, ","))
	}
	return text.String()
}

// spared returns the first squares of the spared pieces, in reading order.
func (g *naiveGame) spared() (names []string) {
	var first []naiveSquare
	for _, piece := range g.pieces {
		if piece.spared {
			first = append(first, piece.squares[0])
		}
	}
	slices.SortFunc(first, naiveInReadingOrder)
	for _, square := range first {
		names = append(names, square.String())
	}
	return names
}

// parseNaive reads a position text, in its canonical writing only. Where equal
// letters can be cut in several ways, a cut is taken at random among those in
// which every spared square is the first of a piece.
func parseNaive(text string, rules naiveRules, random *rand.Rand) (*naiveGame, error) {
	fields := strings.Split(text, " ")
	if len(fields) != 4 && len(fields) != 5 {
		return nil, errors.New("4 or 5 words")
	}
	g := &naiveGame{naiveRules: rules}
	letters, err := g.readBoard(fields[0])
	if err != nil {
		return nil, err
	}
	g.ply, err = strconv.Atoi(fields[3])
	if err != nil || strconv.Itoa(g.ply) != fields[3] || g.ply < 0 || g.ply > 999 {
		return nil, errors.New("ply")
	}
	if side := map[string]naiveOwner{"l": naiveLight, "d": naiveDark}[fields[1]]; side != g.side() {
		return nil, errors.New("side")
	}
	if cathedral := map[bool]string{true: "C", false: "-"}[g.ply <= g.cathedralPly()]; cathedral != fields[2] {
		return nil, errors.New("cathedral")
	}
	var spared []naiveSquare
	if len(fields) == 5 {
		if spared, err = naiveSparedSquares(fields[4]); err != nil {
			return nil, err
		}
	}
	if err := g.cutPieces(letters, spared, random); err != nil {
		return nil, err
	}
	if g.ply < len(g.pieces) {
		return nil, errors.New("ply below the number of pieces")
	}
	for _, piece := range g.pieces {
		if piece.building == naiveCathedral && g.ply <= g.cathedralPly() {
			return nil, errors.New("the Cathedral stands and is to be placed")
		}
	}
	return g, nil
}

// readBoard reads the rows: territory goes to the game, letters are returned
// with their squares in reading order.
func (g *naiveGame) readBoard(text string) (letters map[byte][]naiveSquare, err error) {
	rows := strings.Split(text, "/")
	if len(rows) != 10 {
		return nil, errors.New("10 rows")
	}
	letters = map[byte][]naiveSquare{}
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
				g.territory[row][column] = naiveLight
			case 'd':
				g.territory[row][column] = naiveDark
			default:
				letters[line[i]] = append(letters[line[i]], naiveSquare{row, column})
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

// naiveSparedSquares reads "A1,C5": names in strictly rising reading order.
func naiveSparedSquares(text string) (squares []naiveSquare, err error) {
	names := map[string]naiveSquare{}
	for row := range 10 {
		for column := range 10 {
			names[naiveSquare{row, column}.String()] = naiveSquare{row, column}
		}
	}
	for word := range strings.SplitSeq(text, ",") {
		square, known := names[word]
		if !known || len(squares) > 0 && naiveInReadingOrder(squares[len(squares)-1], square) >= 0 {
			return nil, errors.New("spared " + word)
		}
		squares = append(squares, square)
	}
	return squares, nil
}

// cutPieces cuts each letter's squares into whole buildings.
func (g *naiveGame) cutPieces(letters map[byte][]naiveSquare, spared []naiveSquare, random *rand.Rand) error {
	found := 0
	for building, about := range naiveCatalog().buildings {
		for _, owner := range []naiveOwner{naiveNobody, naiveLight, naiveDark} {
			if (building == naiveCathedral) != (owner == naiveNobody) {
				continue
			}
			letter := naivePiece{&naivePlacement{building: building}, owner, false}.letter()
			squares := letters[letter]
			delete(letters, letter)
			if len(squares) > about.copies*strings.Count(about.dark, "X") {
				return errors.New("too many squares of " + string(letter))
			}
			var mustStart []naiveSquare
			for _, square := range spared {
				if slices.Contains(squares, square) {
					mustStart = append(mustStart, square)
				}
			}
			var cuts [][]*naivePlacement
			for _, cut := range naiveCuts(naiveCatalog().placements[owner][building], squares) {
				starts := func(square naiveSquare) bool {
					return slices.ContainsFunc(cut, func(p *naivePlacement) bool { return p.squares[0] == square })
				}
				if !slices.ContainsFunc(mustStart, func(square naiveSquare) bool { return !starts(square) }) {
					cuts = append(cuts, cut)
				}
			}
			if len(cuts) == 0 {
				return errors.New("no building " + string(letter))
			}
			for _, placement := range cuts[random.IntN(len(cuts))] {
				g.pieces = append(g.pieces, naivePiece{placement, owner, slices.Contains(mustStart, placement.squares[0])})
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

// naiveCuts returns every way to cover squares, in reading order, with disjoint
// placements. No squares are covered in one way: by nothing.
func naiveCuts(placements []*naivePlacement, squares []naiveSquare) (cuts [][]*naivePlacement) {
	if len(squares) == 0 {
		return [][]*naivePlacement{nil}
	}
	for _, placement := range placements {
		if placement.squares[0] != squares[0] {
			continue
		}
		rest := slices.Clone(squares)
		for _, square := range placement.squares {
			rest = slices.DeleteFunc(rest, func(other naiveSquare) bool { return other == square })
		}
		if len(rest) != len(squares)-len(placement.squares) {
			continue
		}
		for _, cut := range naiveCuts(placements, rest) {
			cuts = append(cuts, append([]*naivePlacement{placement}, cut...))
		}
	}
	return cuts
}

// turned returns the position turned clockwise by a quarter.
func (g *naiveGame) turned() *naiveGame {
	next := &naiveGame{naiveRules: g.naiveRules, ply: g.ply}
	for _, piece := range g.pieces {
		next.pieces = append(next.pieces, naivePiece{piece.turned(piece.owner), piece.owner, piece.spared})
	}
	for row := range 10 {
		for column := range 10 {
			next.territory[column][9-row] = g.territory[row][column]
		}
	}
	return next
}

// turned returns the placement on the board turned clockwise by a quarter.
func (p *naivePlacement) turned(owner naiveOwner) *naivePlacement {
	squares, _ := naiveShifted(naiveTurned(p.squares), 0, 9)
	return naiveCatalog().find(owner, p.building, squares)
}
