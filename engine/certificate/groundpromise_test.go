package certificate

import (
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// view is what the promises of the ground are about.
type view struct {
	buildings, territory [2]engine.Bitboard
	cathedral            engine.Bitboard
	unplaced             [2]int
}

func (n *twinNode) view() (v view) {
	for _, piece := range n.game.Pieces {
		squares := enginetest.Squares(piece.Squares...)
		if piece.Owner == naive.Nobody {
			v.cathedral = squares
			continue
		}
		side := enginetest.EngineSide(piece.Owner)
		v.buildings[side] = v.buildings[side].Or(squares)
	}
	for row := range engine.Rows {
		for column := range engine.Columns {
			if owner := n.game.Territory[row][column]; owner != naive.Nobody {
				side := enginetest.EngineSide(owner)
				v.territory[side] = v.territory[side].With(engine.NewSquare(row, column))
			}
		}
	}
	for side := engine.Light; side <= engine.Dark; side++ {
		v.unplaced[side] = n.unplaced(side)
	}
	return v
}

// judgeGround holds what the ground of a position promises against views of positions
// that came after it, to the end of a game or of all games.
func (i *inferences) judgeGround(begin *twinNode, after []view) {
	var g ground
	g.find(&begin.position)
	now := begin.view()
	for side := engine.Light; side <= engine.Dark; side++ {
		i.counts["safe ground"]++
		if !g.exposed[side].IsEmpty() {
			i.counts["exposed buildings"]++
		}
		most := 0
		for k := range after {
			v := &after[k]
			if broken := g.broken(side, &now, v); broken != "" {
				i.t.Fatalf("safe ground, use %d: %s %s: %s of %s", i.counts["safe ground"], begin.position.Rules(), begin.position, broken, side)
			}
			if !v.buildings[side].Contains(now.buildings[side]) {
				i.counts["captures of exposed buildings"]++
			}
			most = max(most, now.unplaced[side]-v.unplaced[side])
		}
		if !i.checker.packer.canCover(g.reach(&begin.position, side), side, begin.position.Hand(side), most) {
			i.t.Fatalf("safe ground, use %d: %s %s: %s has covered %d squares more", i.counts["safe ground"], begin.position.Rules(), begin.position, side, most)
		}
	}
}

// broken returns which promise of the ground about a side does not hold later, or "".
func (g *ground) broken(side engine.Side, now, later *view) string {
	enemy := side.Opponent()
	lasting := now.territory[side].And(g.safe[side])
	switch {
	case !later.buildings[side].Contains(now.buildings[side].AndNot(g.exposed[side])):
		return "a building that is not exposed is lost"
	case !later.cathedral.Contains(now.cathedral.AndNot(g.open[side])):
		return "the Cathedral, which is not exposed, is lost"
	case !g.covered[side].Contains(later.buildings[side].AndNot(now.buildings[side])):
		return "what it may never cover is covered"
	case g.safe[side].Intersects(later.buildings[enemy]):
		return "the enemy builds in safe ground"
	case !now.territory[enemy].Contains(g.safe[side].And(later.territory[enemy])):
		return "the enemy wins safe ground"
	case !later.territory[side].Or(later.buildings[side]).Contains(lasting):
		return "territory in safe ground is lost"
	}
	return ""
}

// tryGround judges the ground of all positions of a random playout, in which sides also
// pass that may not.
func (i *inferences) tryGround(p engine.Position) {
	n := &twinNode{game: enginetest.NaiveGame(i.t, &p), position: p}
	nodes, views := []*twinNode{n}, []view{n.view()}
	for moves := n.game.Moves(); len(moves) > 0; moves = n.game.Moves() {
		move, most := naive.Move{}, -1
		for range 1 + i.random.IntN(4) {
			m := moves[i.random.IntN(len(moves))]
			gain := 0
			if m.Placement != nil {
				settled := n.game.Judge(m.Placement)
				gain = len(settled.Prey) + len(settled.Claimed)
			}
			if gain > most {
				move, most = m, gain
			}
		}
		if i.random.IntN(8) == 0 && !n.position.CathedralPending() {
			move = naive.Move{}
		}
		m, err := engine.ParseMove(move.String(), n.side())
		if err != nil {
			i.t.Fatal(err)
		}
		n = &twinNode{game: n.game.Play(move), position: n.position.Play(m)}
		nodes, views = append(nodes, n), append(views, n.view())
	}
	for k, begin := range nodes {
		if !begin.position.CathedralPending() {
			i.judgeGround(begin, views[k:])
		}
	}
}
