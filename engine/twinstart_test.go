package engine_test

import (
	"math/rand/v2"
	"slices"
)

// Odd positions to start from: legal by their text, but such as no game would
// reach. What is enclosed there and not marked settles with that side's next
// building, wherever it stands.

// keep adds a position to the pool that odd ones are made from.
func (s *twinSeries) keep(random *rand.Rand, game *naiveGame) {
	const most = 64
	if len(s.pool) < most {
		s.pool = append(s.pool, game)
	} else {
		s.pool[random.IntN(most)] = game
	}
}

// oddPosition returns a position that is made of a few pieces, or that was met
// in a game and is changed at random.
func (s *twinSeries) oddPosition(random *rand.Rand) *naiveGame {
	odd := &naiveGame{naiveRules: s.rules}
	if len(s.pool) > 0 && random.IntN(3) > 0 {
		met := s.pool[random.IntN(len(s.pool))]
		odd.territory = met.territory
		gone := random.IntN(3) * 8 // percent of the pieces
		for _, piece := range met.pieces {
			if random.IntN(100) >= gone {
				odd.pieces = append(odd.pieces, piece)
			}
		}
	}
	switch {
	case random.IntN(8) == 0: // the first plies
		odd.pieces = nil
		odd.scatter(random, random.IntN(4))
	case len(odd.pieces) == 0 || random.IntN(3) == 0:
		odd.scatter(random, 1+random.IntN(12))
	}
	if random.IntN(6) == 0 {
		odd.pair(random)
	}
	odd.marks(random)
	for i := range odd.pieces {
		if random.IntN(40) == 0 {
			odd.pieces[i].spared = true
		}
	}
	odd.ply = len(odd.pieces) + random.IntN(4)
	if random.IntN(20) == 0 {
		odd.ply = 960 + random.IntN(40) // the last plies that a text may have
	}
	if odd.ply <= s.rules.cathedralPly() {
		odd.pieces = slices.DeleteFunc(odd.pieces, func(piece naivePiece) bool { return piece.owner == naiveNobody })
	}
	return odd
}

// scatter puts more pieces on the board, wherever there is room, mostly touching
// walls of their own side or the edge.
func (g *naiveGame) scatter(random *rand.Rand, pieces int) {
	catalogue := naiveCatalog()
	for range pieces {
		owner := naiveOwner(random.IntN(3))
		building := naiveCathedral
		if owner == naiveNobody {
			if slices.ContainsFunc(g.pieces, func(piece naivePiece) bool { return piece.owner == naiveNobody }) {
				continue
			}
		} else if building = random.IntN(naiveCathedral); g.unplaced(owner, building) == 0 {
			continue
		}
		board := g.standing()
		best, most := (*naivePlacement)(nil), -1
		for range 1 + random.IntN(12) {
			placement := catalogue.placements[owner][building][random.IntN(len(catalogue.placements[owner][building]))]
			free := !slices.ContainsFunc(placement.squares, func(s naiveSquare) bool { return board[s.row][s.column] != 0 })
			if touching := g.contact(owner, placement); free && touching > most {
				best, most = placement, touching
			}
		}
		if best != nil {
			g.pieces = append(g.pieces, naivePiece{best, owner, false})
			for _, square := range best.squares {
				g.territory[square.row][square.column] = naiveNobody
			}
		}
	}
}

// pair puts both copies of a building side by side, which can often be cut into
// two in another way as well, and mostly spares one of them.
func (g *naiveGame) pair(random *rand.Rand) {
	owner := naiveLight + naiveOwner(random.IntN(2))
	const stable, inn = 1, 2
	building := stable + random.IntN(inn-stable+1)
	g.pieces = slices.DeleteFunc(g.pieces, func(piece naivePiece) bool { return piece.owner == owner && piece.building == building })
	board := g.standing()
	var free []*naivePlacement
	for _, placement := range naiveCatalog().placements[owner][building] {
		if !slices.ContainsFunc(placement.squares, func(s naiveSquare) bool { return board[s.row][s.column] != 0 }) {
			free = append(free, placement)
		}
	}
	if len(free) == 0 {
		return
	}
	first := free[random.IntN(len(free))]
	var second *naivePlacement
	most := 0
	for _, placement := range free {
		touching := 0
		for _, a := range first.squares {
			for _, b := range placement.squares {
				switch away := max(a.row-b.row, b.row-a.row) + max(a.column-b.column, b.column-a.column); away {
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
	for _, placement := range []*naivePlacement{first, second} {
		g.pieces = append(g.pieces, naivePiece{placement, owner, false})
		for _, square := range placement.squares {
			g.territory[square.row][square.column] = naiveNobody
		}
	}
	g.pieces[len(g.pieces)-1-random.IntN(2)].spared = random.IntN(4) > 0
}

// marks keeps the territory, takes it away, or marks empty squares at random.
func (g *naiveGame) marks(random *rand.Rand) {
	kind, patch := random.IntN(5), random.IntN(2)
	board := g.standing()
	for row := range 10 {
		for column := range 10 {
			owner := g.territory[row][column]
			switch {
			case board[row][column] != 0:
				owner = naiveNobody
			case kind == 0: // nothing is marked
				owner = naiveNobody
			case kind == 1 && random.IntN(3) == 0: // some marks are missing
				owner = naiveNobody
			case kind == 2 && random.IntN(8) == 0: // some are anybody's
				owner = naiveOwner(random.IntN(3))
			case kind == 3: // the whole city is marked, in patches
				owner = naiveOwner(1 + (row/3+column/4+patch)%2)
			}
			g.territory[row][column] = owner
		}
	}
}
