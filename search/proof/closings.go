package proof

import (
	"iter"

	"cathedral/engine"
)

// A closing is a placement of one side beside its safe ground after which bounds decide. Forks
// (fork.go) and bounds on contested ground (secured.go) rest on closings.

// closings yields placements of side on open squares with which it wins need squares in p by bounds, and the
// number of squares that it packs besides. The smallest placements come first, since large zones are disturbed more
// often. A placement covers none of the squares of avoid, and touches safe ground of side without lying in it. It need
// not be side's turn. After tries placements that fail, closings gives up. A placement may cost the enemy cost squares
// more than it covers; others are not found.
func (s *Solver) closings(p *engine.Position, r *reach, side engine.Side, need int, avoid engine.Bitboard, tries, cost int) iter.Seq2[engine.Move, int] {
	return func(yield func(m engine.Move, packed int) bool) {
		q, enemy, hand := question{reach: r}, side.Opponent(), p.Hand(side)
		q.fills[side] = r.fillable(side)
		own, fills := q.own(side), r.fillable(enemy)
		lead := p.Margin(side) - r.exposed[side].Count() - need // without what side has still to place
		open := q.fills[side].And(p.Open(side)).AndNot(own).AndNot(avoid)
		if open.IsEmpty() || lead+hand.Squares() < 0 {
			return
		}
		defer func() { s.take(0, s.compare.takeSteps()/stepsOfNode) }()
		var maps engine.Maps
		engine.PlacementMaps(open, side, &maps)
		fillings := &s.fillings
		fillings.count = 0
		fillings.add(s.compare, fills, enemy, p.Hand(enemy))
		for b := engine.Tavern; b < engine.Cathedral; b++ {
			if !hand.Has(b) {
				continue
			}
			least, _ := s.compare.most(own, side, hand.Without(b), proofEffort())
			allowed := lead + b.Size() + least        // squares that the enemy may cover
			hopeless := allowed + b.Size() + cost + 1 // squares that the enemy may not be able to cover
			if allowed < 0 || fillings.cover(engine.Bitboard{}) >= hopeless || s.compare.canCover(fills, enemy, p.Hand(enemy), hopeless, forkSteps) {
				continue
			}
			for i := range engine.ShapesOf(b) {
				for anchors := maps.At(i); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
					m := engine.NewMove(engine.SideShape(side, i), anchors.First())
					if !m.Squares().Grow().Intersects(r.safe[side]) || fillings.cover(m.Squares()) > allowed {
						continue
					}
					left := fills.AndNot(m.Squares())
					if fillings.add(s.compare, left, enemy, p.Hand(enemy)) > allowed || s.compare.canCover(left, enemy, p.Hand(enemy), allowed+1, forkSteps) {
						if tries--; tries == 0 {
							return
						}
					} else if !yield(m, least) {
						return
					}
				}
			}
		}
	}
}

// fillings are packings of one side, which show without a search that it can cover some squares. The
// newest ones are kept.
type fillings struct {
	packings [4][]engine.Move
	count    int // that were added
}

// add adds a packing of region by side with hand, and returns the number of squares that it covers.
func (f *fillings) add(k *packer, region engine.Bitboard, side engine.Side, hand engine.Hand) (squares int) {
	slot := &f.packings[f.count%len(f.packings)]
	f.count++
	*slot, _ = k.place((*slot)[:0], region, side, hand, min(region.Count(), hand.Squares()), false)
	return covered(*slot, engine.Bitboard{})
}

// cover returns the most squares that one of the packings covers with buildings that cover none of avoid.
func (f *fillings) cover(avoid engine.Bitboard) (most int) {
	for _, packing := range f.packings[:min(f.count, len(f.packings))] {
		most = max(most, covered(packing, avoid))
	}
	return most
}

// covered returns the number of squares that those placements cover which cover none of avoid.
func covered(placements []engine.Move, avoid engine.Bitboard) (squares int) {
	for _, m := range placements {
		if !m.Squares().Intersects(avoid) {
			squares += m.Building().Size()
		}
	}
	return squares
}
