package certificate

import (
	"slices"
	"strconv"
	"strings"

	"cathedral/engine"
)

// position returns a position of a random game by any rules. Some games prefer large
// buildings, or those that win much; in some positions the territory is changed, pieces
// are spared, or the Cathedral is gone.
func (i *inferences) position(plies int) engine.Position {
	random := i.random
	rules := engine.Rules{Set: engine.RuleSets()[random.IntN(3)], OptionalCapture: random.IntN(5) == 0}
	p := engine.Start(rules)
	style := random.IntN(5)
	window := i.window()
	for p.Ply() < plies {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		moves = i.outside(window, moves)
		m := moves[random.IntN(len(moves))]
		gains := p.Gains()
		worth := func(m engine.Move) int {
			switch style {
			case 1:
				return m.Squares().Count()
			case 2:
				return gains.Of(m)
			case 3:
				return m.Squares().Count() - 10*gains.Of(m)
			}
			return -gains.Of(m)
		}
		for range 4 {
			other := moves[random.IntN(len(moves))]
			if style > 0 && !p.PlacesCathedral() && other.IsPlacement() && worth(other) > worth(m) {
				m = other
			}
		}
		p = p.Play(m)
	}
	if random.IntN(3) == 0 {
		return p
	}
	if changed, err := engine.ParsePosition(i.changed(p), rules); err == nil {
		return changed
	}
	return p
}

// outside returns those of some moves that leave a window open, or now and then all.
func (i *inferences) outside(window engine.Bitboard, moves []engine.Move) []engine.Move {
	if window.IsEmpty() || moves[0] == engine.Pass || i.random.IntN(8) == 0 {
		return moves
	}
	outside := slices.DeleteFunc(slices.Clone(moves), func(m engine.Move) bool { return m.Squares().Intersects(window) })
	if len(outside) == 0 {
		return moves
	}
	return outside
}

// window returns squares that a game leaves open for long, or none.
func (i *inferences) window() (window engine.Bitboard) {
	if i.random.IntN(100) >= 70 {
		return window
	}
	height, width := 2+i.random.IntN(4), 2+i.random.IntN(4)
	top, left := i.random.IntN(11-height), i.random.IntN(11-width)
	for row := range height {
		for column := range width {
			window = window.With(engine.NewSquare(top+row, left+column))
		}
	}
	return window
}

// changed returns the text of a position after changes that no game makes.
func (i *inferences) changed(p engine.Position) string {
	fields := strings.Fields(p.String())
	board := fields[0]
	dots := strings.Repeat(".", 10)
	for run := 10; run > 0; run-- {
		board = strings.ReplaceAll(board, strconv.Itoa(run), dots[:run])
	}
	squares := []byte(board)
	kind, side := i.random.IntN(5), "Ld"[i.random.IntN(2)]
	for k, letter := range squares {
		owned := letter == 'L' || letter == 'd'
		switch {
		case kind == 0 && letter == side, kind == 1 && owned && i.random.IntN(2) == 0, kind >= 3 && letter == '+':
			squares[k] = '.'
		case kind == 2 && letter == '.' && i.random.IntN(3) == 0:
			squares[k] = side
		}
	}
	board = string(squares)
	for run := 10; run > 0; run-- {
		board = strings.ReplaceAll(board, dots[:run], strconv.Itoa(run))
	}
	return board + " " + strings.Join(fields[1:4], " ") + i.sparedField(p)
}

// sparedField spares some pieces.
func (i *inferences) sparedField(p engine.Position) string {
	var firsts engine.Bitboard
	if i.random.IntN(2) == 0 {
		for piece := range p.Pieces(engine.Side(i.random.IntN(2))) {
			if i.random.IntN(6) == 0 {
				firsts = firsts.With(piece.Squares().First())
			}
		}
	}
	var names []string
	for square := range firsts.Squares() {
		names = append(names, square.String())
	}
	if len(names) == 0 {
		return ""
	}
	return " " + strings.Join(names, ",")
}
