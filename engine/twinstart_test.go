package engine_test

import (
	"math/rand/v2"
	"slices"

	"cathedral/engine/enginetest/naive"
)

// Odd positions to start from: legal by their text, but such as no game would
// reach. What is enclosed there and not marked settles with that side's next
// building, wherever it stands.

// keep adds a position to the pool that odd ones are made from.
func (s *twinSeries) keep(random *rand.Rand, game *naive.Game) {
	const most = 64
	if len(s.pool) < most {
		s.pool = append(s.pool, game)
	} else {
		s.pool[random.IntN(most)] = game
	}
}

// oddPosition returns a position that is made of a few pieces, or that was met
// in a game and is changed at random.
func (s *twinSeries) oddPosition(random *rand.Rand) *naive.Game {
	odd := &naive.Game{Rules: s.rules}
	if len(s.pool) > 0 && random.IntN(3) > 0 {
		met := s.pool[random.IntN(len(s.pool))]
		odd.Territory = met.Territory
		gone := random.IntN(3) * 8 // percent of the pieces
		for _, piece := range met.Pieces {
			if random.IntN(100) >= gone {
				odd.Pieces = append(odd.Pieces, piece)
			}
		}
	}
	switch {
	case random.IntN(8) == 0: // the first plies
		odd.Pieces = nil
		scatter(odd, random, random.IntN(4))
	case len(odd.Pieces) == 0 || random.IntN(3) == 0:
		scatter(odd, random, 1+random.IntN(12))
	}
	if random.IntN(6) == 0 {
		pair(odd, random)
	}
	marks(odd, random)
	for i := range odd.Pieces {
		if random.IntN(40) == 0 {
			odd.Pieces[i].Spared = true
		}
	}
	odd.Ply = len(odd.Pieces) + random.IntN(4)
	if random.IntN(20) == 0 {
		odd.Ply = 960 + random.IntN(40) // the last plies that a text may have
	}
	if odd.Ply <= s.rules.CathedralPly() {
		odd.Pieces = slices.DeleteFunc(odd.Pieces, func(piece naive.Piece) bool { return piece.Owner == naive.Nobody })
	}
	return odd
}

// scatter puts more pieces on the board, wherever there is room, mostly touching
// walls of their own side or the edge.
func scatter(g *naive.Game, random *rand.Rand, pieces int) {
	catalogue := naive.EmptyBoard()
	for range pieces {
		owner := naive.Owner(random.IntN(3))
		building := naive.Cathedral
		if owner == naive.Nobody {
			if slices.ContainsFunc(g.Pieces, func(piece naive.Piece) bool { return piece.Owner == naive.Nobody }) {
				continue
			}
		} else if building = random.IntN(naive.Cathedral); g.Unplaced(owner, building) == 0 {
			continue
		}
		board := g.Standing()
		best, most := (*naive.Placement)(nil), -1
		for range 1 + random.IntN(12) {
			placement := catalogue.Placements[owner][building][random.IntN(len(catalogue.Placements[owner][building]))]
			free := !slices.ContainsFunc(placement.Squares, func(s naive.Square) bool { return board[s.Row][s.Column] != 0 })
			if touching := contact(g, owner, placement); free && touching > most {
				best, most = placement, touching
			}
		}
		if best != nil {
			g.Pieces = append(g.Pieces, naive.Piece{Placement: best, Owner: owner})
			for _, square := range best.Squares {
				g.Territory[square.Row][square.Column] = naive.Nobody
			}
		}
	}
}

// pair puts both copies of a building side by side, which can often be cut into
// two in another way as well, and mostly spares one of them.
func pair(g *naive.Game, random *rand.Rand) {
	owner := naive.Light + naive.Owner(random.IntN(2))
	const stable, inn = 1, 2
	building := stable + random.IntN(inn-stable+1)
	g.Pieces = slices.DeleteFunc(g.Pieces, func(piece naive.Piece) bool { return piece.Owner == owner && piece.Building == building })
	board := g.Standing()
	var free []*naive.Placement
	for _, placement := range naive.EmptyBoard().Placements[owner][building] {
		if !slices.ContainsFunc(placement.Squares, func(s naive.Square) bool { return board[s.Row][s.Column] != 0 }) {
			free = append(free, placement)
		}
	}
	if len(free) == 0 {
		return
	}
	first := free[random.IntN(len(free))]
	var second *naive.Placement
	most := 0
	for _, placement := range free {
		touching := 0
		for _, a := range first.Squares {
			for _, b := range placement.Squares {
				switch away := max(a.Row-b.Row, b.Row-a.Row) + max(a.Column-b.Column, b.Column-a.Column); away {
				case 0:
					touching -= 10 // they overlap
				case 1:
					touching++
				}
			}
		}
		if touching > most {
			second, most = placement, touching
		}
	}
	if second == nil {
		return
	}
	for _, placement := range []*naive.Placement{first, second} {
		g.Pieces = append(g.Pieces, naive.Piece{Placement: placement, Owner: owner})
		for _, square := range placement.Squares {
			g.Territory[square.Row][square.Column] = naive.Nobody
		}
	}
	g.Pieces[len(g.Pieces)-1-random.IntN(2)].Spared = random.IntN(4) > 0
}

// marks keeps the territory, takes it away, or marks empty squares at random.
func marks(g *naive.Game, random *rand.Rand) {
	kind, patch := random.IntN(5), random.IntN(2)
	board := g.Standing()
	for row := range 10 {
		for column := range 10 {
			owner := g.Territory[row][column]
			switch {
			case board[row][column] != 0:
				owner = naive.Nobody
			case kind == 0: // nothing is marked
				owner = naive.Nobody
			case kind == 1 && random.IntN(3) == 0: // some marks are missing
				owner = naive.Nobody
			case kind == 2 && random.IntN(8) == 0: // some are anybody's
				owner = naive.Owner(random.IntN(3))
			case kind == 3: // the whole city is marked, in patches
				owner = naive.Owner(1 + (row/3+column/4+patch)%2)
			}
			g.Territory[row][column] = owner
		}
	}
}
