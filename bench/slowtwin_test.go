package bench_test

// The slow twins: the same results as the engine's, worked out square by square.

import (
	"slices"
	"testing"

	"cathedral/engine"
)

// slowMaps returns a side's placement maps, found by trying each shape everywhere.
func slowMaps(p *engine.Position, side engine.Side) (maps [engine.SideShapes]engine.Bitboard) {
	open := p.Open(side)
	for i := range maps {
		shape := engine.SideShape(side, i)
		for anchor := range engine.AllSquares().Squares() {
			if m := engine.NewMove(shape, anchor); m.IsPlacement() && open.Contains(m.Squares()) {
				maps[i] = maps[i].With(anchor)
			}
		}
	}
	return maps
}

// slowMoves appends the legal placements of a position in which a building is to
// be placed.
func slowMoves(p *engine.Position, list []engine.Move) []engine.Move {
	for i, anchors := range slowMaps(p, p.Side()) {
		shape := engine.SideShape(p.Side(), i)
		if p.Hand(p.Side()).Has(shape.Building()) {
			for anchor := range anchors.Squares() {
				list = append(list, engine.NewMove(shape, anchor))
			}
		}
	}
	return list
}

// Owners of pieces and of squares in a slowBoard.
const (
	nobody = iota
	light
	dark
	church
)

// slowBoard is a board square by square. The zero value is empty.
type slowBoard struct {
	pieces []slowPiece // captured ones have no owner
	piece  [engine.Rows][engine.Columns]int
	owner  [engine.Rows][engine.Columns]int // of the territory
}

type slowPiece struct {
	owner   int
	squares []engine.Square
}

func newSlowBoard(p *engine.Position) *slowBoard {
	b := &slowBoard{pieces: make([]slowPiece, 1)} // piece 0 is none
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		for piece := range p.Pieces(side) {
			b.put(slowPiece{light + int(side), slices.Collect(piece.Squares().Squares())})
		}
		for square := range p.Territory(side).Squares() {
			b.owner[square.Row()][square.Column()] = light + int(side)
		}
	}
	if !p.CathedralSquares().IsEmpty() {
		b.put(slowPiece{church, slices.Collect(p.CathedralSquares().Squares())})
	}
	return b
}

func (b *slowBoard) put(piece slowPiece) {
	b.pieces = append(b.pieces, piece)
	for _, square := range piece.squares {
		b.piece[square.Row()][square.Column()] = len(b.pieces) - 1
		b.owner[square.Row()][square.Column()] = nobody
	}
}

// play returns the board after a placement, settled where the rules say so.
func (b *slowBoard) play(piece slowPiece, settles bool) *slowBoard {
	next := *b
	next.pieces = slices.Clone(b.pieces)
	next.put(piece)
	if settles && piece.owner != church {
		next.settle(piece.owner)
	}
	return &next
}

// settle judges each region that an owner's buildings leave.
func (b *slowBoard) settle(owner int) {
	var seen [engine.Rows][engine.Columns]bool
	for row := range engine.Rows {
		for column := range engine.Columns {
			if seen[row][column] || b.pieces[b.piece[row][column]].owner == owner {
				continue
			}
			var region [][2]int
			foreign := map[int]bool{}
			seen[row][column] = true
			for open := [][2]int{{row, column}}; len(open) > 0; {
				at := open[len(open)-1]
				open = open[:len(open)-1]
				region = append(region, at)
				if piece := b.piece[at[0]][at[1]]; piece != 0 {
					foreign[piece] = true
				}
				for r := max(0, at[0]-1); r <= min(engine.Rows-1, at[0]+1); r++ {
					for c := max(0, at[1]-1); c <= min(engine.Columns-1, at[1]+1); c++ {
						if !seen[r][c] && b.pieces[b.piece[r][c]].owner != owner {
							seen[r][c] = true
							open = append(open, [2]int{r, c})
						}
					}
				}
			}
			if len(foreign) < 2 {
				b.claim(region, foreign, owner)
			}
		}
	}
}

func (b *slowBoard) claim(region [][2]int, captured map[int]bool, owner int) {
	for piece := range captured {
		b.pieces[piece] = slowPiece{}
	}
	for _, at := range region {
		b.piece[at[0]][at[1]] = 0
		b.owner[at[0]][at[1]] = owner
	}
}

// squaresOf returns the squares built on by an owner, and its territory.
func (b *slowBoard) squaresOf(owner int) (built, territory engine.Bitboard) {
	for row := range engine.Rows {
		for column := range engine.Columns {
			square := engine.NewSquare(row, column)
			if b.pieces[b.piece[row][column]].owner == owner {
				built = built.With(square)
			}
			if b.owner[row][column] == owner {
				territory = territory.With(square)
			}
		}
	}
	return built, territory
}

// slowStep is a step in the slow twin's terms; a pass has no piece.
type slowStep struct {
	board   *slowBoard
	piece   slowPiece
	settles bool
}

func newSlowStep(s *step) slowStep {
	slow := slowStep{
		board:   newSlowBoard(&s.position),
		piece:   slowPiece{light + int(s.position.Side()), slices.Collect(s.move.Squares().Squares())},
		settles: s.position.Ply() > 2, // classic
	}
	if s.move.IsPlacement() && s.move.Building() == engine.Cathedral {
		slow.piece.owner = church
	}
	return slow
}

// slowSteps returns steps in the slow twin's terms.
func slowSteps(steps []step) []slowStep {
	slow := make([]slowStep, len(steps))
	for i := range steps {
		slow[i] = newSlowStep(&steps[i])
	}
	return slow
}

func (s *slowStep) play() *slowBoard {
	if len(s.piece.squares) == 0 {
		return s.board
	}
	return s.board.play(s.piece, s.settles)
}

func TestSlowTwinsFindTheSameMoves(t *testing.T) {
	for _, s := range steps(t, phase{"", 3, engine.MaxPly}) {
		var maps engine.Maps
		s.position.Maps(s.position.Side(), &maps)
		for i, slow := range slowMaps(&s.position, s.position.Side()) {
			if maps.At(i) != slow {
				t.Fatalf("%s: map %d differs", &s.position, i)
			}
		}
		moves := slowMoves(&s.position, nil)
		if !slices.Equal(moves, s.position.Moves(nil)) || s.position.CountMoves() != len(moves) {
			t.Fatalf("%s: other legal moves", &s.position)
		}
	}
}

func TestSlowTwinsSettleTheSame(t *testing.T) {
	all := [][]step{choose(t, claims), choose(t, captures)}
	for _, steps := range append(all, allGames(t)...) {
		for _, s := range steps {
			slow := newSlowStep(&s)
			board := slow.play()
			next := s.position.Play(s.move)
			for _, side := range []engine.Side{engine.Light, engine.Dark} {
				built, territory := board.squaresOf(light + int(side))
				if built != next.Buildings(side) || territory != next.Territory(side) {
					t.Fatalf("%s: after %s %s's squares differ", &s.position, s.move, side)
				}
			}
		}
	}
}
