package naive

import (
	"fmt"
	"slices"
	"strings"
)

// Square is a square of the city: its row, 0 at the top, and its column, 0 at
// the left.
type Square struct{ Row, Column int }

// String returns the square's name, such as "E8".
func (s Square) String() string {
	return fmt.Sprintf("%c%d", 'A'+s.Column, s.Row+1)
}

// OnBoard reports whether the square is one of the hundred.
func (s Square) OnBoard() bool {
	return s.Row >= 0 && s.Row < 10 && s.Column >= 0 && s.Column < 10
}

// inReadingOrder compares squares row by row, each row from left to right.
func inReadingOrder(a, b Square) int {
	if a.Row != b.Row {
		return a.Row - b.Row
	}
	return a.Column - b.Column
}

// Owner is the side that owns a building or a square of territory. The Cathedral
// and open squares are nobody's.
type Owner int8

const (
	Nobody Owner = iota
	Light
	Dark
)

// Opponent returns the other side, and Nobody for Nobody.
func (o Owner) Opponent() Owner {
	switch o {
	case Light:
		return Dark
	case Dark:
		return Light
	}
	return Nobody
}

// Piece is a building or the Cathedral on the board.
type Piece struct {
	*Placement
	Owner  Owner
	Spared bool // it was spared once and can never be captured
}

// RuleSets returns the names of the rule sets.
func RuleSets() []string { return []string{"classic", "mattel", "woods"} }

// Rules are a rule set, with or without optional capture.
type Rules struct {
	Set      string // one of RuleSets
	Optional bool
}

// CathedralPly returns the ply at which Light places the Cathedral.
func (r Rules) CathedralPly() int {
	if r.Set == "woods" {
		return 1
	}
	return 0
}

// settles reports whether the placement at a ply settles its side's enclosures.
// The Cathedral settles nothing, and neither does a side's first building; the
// ply alone decides which that is.
func (r Rules) settles(ply int) bool {
	if r.Set == "mattel" {
		return ply >= 2
	}
	return ply >= 3
}

// Game is a position of a game; its zero value with Rules set is the start of a
// game. A move makes a new slice of pieces and never writes to the old one.
type Game struct {
	Rules
	Ply       int
	Pieces    []Piece
	Territory [10][10]Owner // by row and column; Nobody under a piece
}

// Move is a placement or a pass. A pass has no Placement.
type Move struct {
	*Placement
	Spares bool // the move leaves standing what it would capture
}

// String returns the move's notation, such as "CSnE8-".
func (m Move) String() string {
	switch {
	case m.Placement == nil:
		return "pass"
	case m.Spares:
		return m.Text + "-"
	}
	return m.Text
}

// Side returns the side to move.
func (g *Game) Side() Owner {
	first, second := Light, Dark
	if g.Set == "woods" && g.Ply < 2 {
		first, second = second, first
	}
	if g.Ply%2 == 0 {
		return first
	}
	return second
}

// Unplaced returns the number of copies of a building in the owner's hand. The
// Cathedral is in nobody's hand.
func (g *Game) Unplaced(owner Owner, building int) int {
	if building == Cathedral {
		return 0
	}
	count := EmptyBoard().Buildings[building].Copies
	for _, piece := range g.Pieces {
		if piece.Owner == owner && piece.Building == building {
			count--
		}
	}
	return count
}

// UnplacedSquares returns the number of squares that the owner's hand would cover.
func (g *Game) UnplacedSquares(owner Owner) (squares int) {
	for building, about := range EmptyBoard().Buildings {
		squares += g.Unplaced(owner, building) * strings.Count(about.Dark, "X")
	}
	return squares
}

// Standing returns, by row and column, 1 + the index of the piece on a square,
// or 0 for a free square.
func (g *Game) Standing() (board [10][10]int8) {
	for i, piece := range g.Pieces {
		for _, square := range piece.Squares {
			board[square.Row][square.Column] = int8(i + 1)
		}
	}
	return board
}

// Placements returns what a side could place if it were its turn: the Cathedral
// when Light has still to place it, and buildings otherwise.
func (g *Game) Placements(side Owner) (legal []*Placement) {
	board := g.Standing()
	fits := func(placement *Placement) bool {
		for _, square := range placement.Squares {
			if board[square.Row][square.Column] != 0 || g.Territory[square.Row][square.Column] == side.Opponent() {
				return false
			}
		}
		return true
	}
	catalogue := EmptyBoard()
	for building := range catalogue.Buildings {
		var candidates []*Placement
		if side == Light && g.Ply <= g.CathedralPly() {
			candidates = catalogue.Placements[Nobody][building]
		} else if g.Unplaced(side, building) > 0 {
			candidates = catalogue.Placements[side][building]
		}
		for _, placement := range candidates {
			if fits(placement) {
				legal = append(legal, placement)
			}
		}
	}
	return legal
}

// Moves returns the legal moves: a lone pass when only the other side can place
// something, and nothing when the game is over.
func (g *Game) Moves() (moves []Move) {
	for _, placement := range g.Placements(g.Side()) {
		moves = append(moves, Move{placement, false})
		if g.Optional && len(g.Judge(placement).Captured) > 0 {
			moves = append(moves, Move{placement, true})
		}
	}
	if len(moves) == 0 && len(g.Placements(g.Side().Opponent())) > 0 {
		moves = append(moves, Move{})
	}
	return moves
}

// Over reports whether neither side can place anything.
func (g *Game) Over() bool {
	return len(g.Placements(Light)) == 0 && len(g.Placements(Dark)) == 0
}

// Outcome returns "Light wins", "Dark wins", "draw", or "undecided" while the game
// continues.
func (g *Game) Outcome() string {
	light, dark := g.UnplacedSquares(Light), g.UnplacedSquares(Dark)
	switch {
	case !g.Over():
		return "undecided"
	case light < dark:
		return "Light wins"
	case dark < light:
		return "Dark wins"
	}
	return "draw"
}

// Settlement is what a placement settles.
type Settlement struct {
	Claimed  []Square // squares of regions without a foreign piece
	Captured []int    // indexes of the pieces that are alone in a region
	Prey     []Square // squares of those regions, theirs included
}

// Judge returns what a placement by the side to move would settle if it spared
// nothing.
func (g *Game) Judge(placement *Placement) (settled Settlement) {
	if placement.Building == Cathedral || !g.settles(g.Ply) {
		return settled
	}
	board := g.Standing()
	for i, piece := range g.Pieces {
		if piece.Owner == g.Side() {
			for _, square := range g.Pieces[i].Squares {
				board[square.Row][square.Column] = Wall
			}
		}
	}
	for _, square := range placement.Squares {
		board[square.Row][square.Column] = Wall
	}
	squares := make([]Square, 0, 100) // of all regions, one after the other
	for row := range 10 {
		for column := range 10 {
			if board[row][column] == Wall {
				continue
			}
			start := len(squares)
			var foreign []int
			squares, foreign = Flood(&board, Square{row, column}, squares)
			switch region := squares[start:]; {
			case len(foreign) == 0:
				settled.Claimed = append(settled.Claimed, region...)
			case len(foreign) == 1 && !g.Pieces[foreign[0]].Spared:
				settled.Captured = append(settled.Captured, foreign[0])
				settled.Prey = append(settled.Prey, region...)
			}
		}
	}
	return settled
}

// Wall marks the mover's buildings on a board that is flooded.
const Wall = -1

// Flood appends the region around start, connected through sides and corners, to
// squares, and returns the indexes of the pieces in the region. It turns every
// square of the region into Wall.
func Flood(board *[10][10]int8, start Square, squares []Square) (region []Square, pieces []int) {
	visit := func(row, column int) {
		if piece := int(board[row][column]) - 1; piece >= 0 && !slices.Contains(pieces, piece) {
			pieces = append(pieces, piece)
		}
		board[row][column] = Wall
		squares = append(squares, Square{row, column})
	}
	next := len(squares)
	visit(start.Row, start.Column)
	for ; next < len(squares); next++ {
		here := squares[next]
		for row := max(here.Row-1, 0); row <= min(here.Row+1, 9); row++ {
			for column := max(here.Column-1, 0); column <= min(here.Column+1, 9); column++ {
				if board[row][column] != Wall {
					visit(row, column)
				}
			}
		}
	}
	return squares, pieces
}

// Play returns the position after a legal move.
func (g *Game) Play(move Move) *Game {
	next := &Game{Rules: g.Rules, Ply: g.Ply + 1, Territory: g.Territory}
	if next.Ply == 1000 { // no text states it, so plies go on at 998
		next.Ply = 998
	}
	if move.Placement == nil {
		next.Pieces = g.Pieces
		return next
	}
	owner := g.Side()
	if move.Building == Cathedral {
		owner = Nobody
	}
	settled := g.Judge(move.Placement)
	for i, piece := range g.Pieces {
		captured := slices.Contains(settled.Captured, i)
		if captured && !move.Spares {
			continue
		}
		piece.Spared = piece.Spared || captured
		next.Pieces = append(next.Pieces, piece)
	}
	next.Pieces = append(next.Pieces, Piece{move.Placement, owner, false})
	for _, square := range settled.Claimed {
		next.Territory[square.Row][square.Column] = owner
	}
	if !move.Spares {
		for _, square := range settled.Prey {
			next.Territory[square.Row][square.Column] = owner
		}
	}
	for _, square := range move.Squares {
		next.Territory[square.Row][square.Column] = Nobody
	}
	return next
}
