package engine_test

import (
	"fmt"
	"slices"
	"strings"
)

// The naive game plays Cathedral a second time, as slowly and as plainly as the
// rules read: squares are pairs of a row and a column, buildings are drawings
// that are turned by hand, regions are flooded square by square. It shares
// nothing with the engine, not even a type, so that the two can be held
// against each other (twin_test.go). Its buildings are in
// naivecatalogue_test.go, its texts in naivetext_test.go.

// naiveSquare is a square by its row (0 on top) and its column (0 is A).
type naiveSquare struct{ row, column int }

func (s naiveSquare) String() string {
	return fmt.Sprintf("%c%d", 'A'+s.column, s.row+1)
}

func (s naiveSquare) onBoard() bool {
	return s.row >= 0 && s.row < 10 && s.column >= 0 && s.column < 10
}

// naiveInReadingOrder sorts squares row by row, each row from left to right.
func naiveInReadingOrder(a, b naiveSquare) int {
	if a.row != b.row {
		return a.row - b.row
	}
	return a.column - b.column
}

// naiveOwner says whose a building or a square of territory is. The Cathedral
// and open squares are nobody's.
type naiveOwner int8

const (
	naiveNobody naiveOwner = iota
	naiveLight
	naiveDark
)

func (o naiveOwner) opponent() naiveOwner {
	switch o {
	case naiveLight:
		return naiveDark
	case naiveDark:
		return naiveLight
	}
	return naiveNobody
}

// naivePiece is a building or the Cathedral as it stands on the board.
type naivePiece struct {
	*naivePlacement
	owner  naiveOwner
	spared bool
}

// naiveRules names a rule set and says whether optional capture is on.
type naiveRules struct {
	set      string // "classic", "mattel" or "woods"
	optional bool
}

func (r naiveRules) cathedralPly() int {
	if r.set == "woods" {
		return 1
	}
	return 0
}

// settles says whether the placement at a ply settles its side's enclosures:
// the Cathedral's does not, nor does a first building, which the ply tells.
func (r naiveRules) settles(ply int) bool {
	if r.set == "mattel" {
		return ply >= 2
	}
	return ply >= 3
}

// naiveGame is a position of a game. The slice of pieces is never written to:
// a move makes a new one.
type naiveGame struct {
	naiveRules
	ply       int
	pieces    []naivePiece
	territory [10][10]naiveOwner // only where no piece stands
}

// naiveMove is a placement, with a mark where it spares what it would
// capture, or a pass, which has no placement.
type naiveMove struct {
	*naivePlacement
	spares bool
}

func (m naiveMove) String() string {
	switch {
	case m.naivePlacement == nil:
		return "pass"
	case m.spares:
		return m.text + "-"
	}
	return m.text
}

// side returns the side to move.
func (g *naiveGame) side() naiveOwner {
	first, second := naiveLight, naiveDark
	if g.set == "woods" && g.ply < 2 {
		first, second = second, first
	}
	if g.ply%2 == 0 {
		return first
	}
	return second
}

// unplaced returns how many of a building the owner still has in hand. The
// Cathedral is not counted among anybody's.
func (g *naiveGame) unplaced(owner naiveOwner, building int) int {
	if building == naiveCathedral {
		return 0
	}
	count := naiveCatalog().buildings[building].copies
	for _, piece := range g.pieces {
		if piece.owner == owner && piece.building == building {
			count--
		}
	}
	return count
}

// unplacedSquares returns how many squares the owner's hand would cover.
func (g *naiveGame) unplacedSquares(owner naiveOwner) (squares int) {
	for building, about := range naiveCatalog().buildings {
		squares += g.unplaced(owner, building) * strings.Count(about.dark, "X")
	}
	return squares
}

// standing returns, for each square, 1 + the index of the piece on it, or 0.
func (g *naiveGame) standing() (board [10][10]int8) {
	for i, piece := range g.pieces {
		for _, square := range piece.squares {
			board[square.row][square.column] = int8(i + 1)
		}
	}
	return board
}

// placements returns what a side could place if it were its turn: the
// Cathedral while it is still to come and Light's to place, else buildings.
func (g *naiveGame) placements(side naiveOwner) (legal []*naivePlacement) {
	board := g.standing()
	fits := func(placement *naivePlacement) bool {
		for _, square := range placement.squares {
			if board[square.row][square.column] != 0 || g.territory[square.row][square.column] == side.opponent() {
				return false
			}
		}
		return true
	}
	catalogue := naiveCatalog()
	for building := range catalogue.buildings {
		var candidates []*naivePlacement
		if side == naiveLight && g.ply <= g.cathedralPly() {
			candidates = catalogue.placements[naiveNobody][building]
		} else if g.unplaced(side, building) > 0 {
			candidates = catalogue.placements[side][building]
		}
		for _, placement := range candidates {
			if fits(placement) {
				legal = append(legal, placement)
			}
		}
	}
	return legal
}

// moves returns the legal moves: a lone pass where the side is stuck and the
// other is not, nothing when the game is over.
func (g *naiveGame) moves() (moves []naiveMove) {
	for _, placement := range g.placements(g.side()) {
		moves = append(moves, naiveMove{placement, false})
		if g.optional && len(g.judge(placement).captured) > 0 {
			moves = append(moves, naiveMove{placement, true})
		}
	}
	if len(moves) == 0 && len(g.placements(g.side().opponent())) > 0 {
		moves = append(moves, naiveMove{})
	}
	return moves
}

// over says whether neither side can place.
func (g *naiveGame) over() bool {
	return len(g.placements(naiveLight)) == 0 && len(g.placements(naiveDark)) == 0
}

// outcome returns "p1win", "p2win", "draw", or "none" while the game goes on.
func (g *naiveGame) outcome() string {
	light, dark := g.unplacedSquares(naiveLight), g.unplacedSquares(naiveDark)
	switch {
	case !g.over():
		return "none"
	case light < dark:
		return "p1win"
	case dark < light:
		return "p2win"
	}
	return "draw"
}

// naiveSettlement is what a placement settles.
type naiveSettlement struct {
	claimed  []naiveSquare // squares of regions without a foreign piece
	captured []int         // indices of the pieces that are alone in a region
	prey     []naiveSquare // squares of those regions, theirs included
}

// judge returns what a placement of the side to move would settle, before it
// is known whether it spares anything.
func (g *naiveGame) judge(placement *naivePlacement) (settled naiveSettlement) {
	if placement.building == naiveCathedral || !g.settles(g.ply) {
		return settled
	}
	board := g.standing()
	for i, piece := range g.pieces {
		if piece.owner == g.side() {
			for _, square := range g.pieces[i].squares {
				board[square.row][square.column] = naiveWall
			}
		}
	}
	for _, square := range placement.squares {
		board[square.row][square.column] = naiveWall
	}
	squares := make([]naiveSquare, 0, 100) // of all regions, one after the other
	for row := range 10 {
		for column := range 10 {
			if board[row][column] == naiveWall {
				continue
			}
			start := len(squares)
			var foreign []int
			squares, foreign = naiveFlood(&board, naiveSquare{row, column}, squares)
			switch region := squares[start:]; {
			case len(foreign) == 0:
				settled.claimed = append(settled.claimed, region...)
			case len(foreign) == 1 && !g.pieces[foreign[0]].spared:
				settled.captured = append(settled.captured, foreign[0])
				settled.prey = append(settled.prey, region...)
			}
		}
	}
	return settled
}

// naiveWall stands for the mover's buildings where a board is flooded.
const naiveWall = -1

// naiveFlood appends the region around a square, through sides and corners, to
// squares, and returns the indices of the pieces in it. It walls up what it has
// seen.
func naiveFlood(board *[10][10]int8, start naiveSquare, squares []naiveSquare) (region []naiveSquare, pieces []int) {
	visit := func(row, column int) {
		if piece := int(board[row][column]) - 1; piece >= 0 && !slices.Contains(pieces, piece) {
			pieces = append(pieces, piece)
		}
		board[row][column] = naiveWall
		squares = append(squares, naiveSquare{row, column})
	}
	next := len(squares)
	visit(start.row, start.column)
	for ; next < len(squares); next++ {
		here := squares[next]
		for row := max(here.row-1, 0); row <= min(here.row+1, 9); row++ {
			for column := max(here.column-1, 0); column <= min(here.column+1, 9); column++ {
				if board[row][column] != naiveWall {
					visit(row, column)
				}
			}
		}
	}
	return squares, pieces
}

// play returns the position after a legal move.
func (g *naiveGame) play(move naiveMove) *naiveGame {
	next := &naiveGame{naiveRules: g.naiveRules, ply: g.ply + 1, territory: g.territory}
	if move.naivePlacement == nil {
		next.pieces = g.pieces
		return next
	}
	owner := g.side()
	if move.building == naiveCathedral {
		owner = naiveNobody
	}
	settled := g.judge(move.naivePlacement)
	for i, piece := range g.pieces {
		captured := slices.Contains(settled.captured, i)
		if captured && !move.spares {
			continue
		}
		piece.spared = piece.spared || captured
		next.pieces = append(next.pieces, piece)
	}
	next.pieces = append(next.pieces, naivePiece{move.naivePlacement, owner, false})
	for _, square := range settled.claimed {
		next.territory[square.row][square.column] = owner
	}
	if !move.spares {
		for _, square := range settled.prey {
			next.territory[square.row][square.column] = owner
		}
	}
	for _, square := range move.squares {
		next.territory[square.row][square.column] = naiveNobody
	}
	return next
}
