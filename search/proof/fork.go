package proof

import (
	"iter"

	"cathedral/engine"
)

// The effort spent on forks. E144.
const (
	// Up to forkTries placements fail, each with forkSteps steps of packing.
	forkTries = 12
	forkSteps = 20
	// A placement may cost the enemy forkCost squares more than it covers. Others are not found.
	forkCost = 3
)

// fork looks for a second threat after the wait at ply has shown the first: a placement of the
// enemy that decides by bounds, apart from the first threat. Then one move of the side to move
// must disturb both. Without it, a second threat is only found when a move has been searched
// and refuted.
func (s *Solver) fork(ply, need int) {
	frame := &s.frames[ply]
	p, r, first := frame.node.Position(), &frame.reach, frame.threats[0].disturbers
	contested := first.And(r.fillable(p.Side()))
	if contested.IsEmpty() {
		return
	}
	m := s.closing(p, r, p.Side().Opponent(), 1-need, contested)
	if m == engine.NoMove {
		return
	}
	waited := s.frames[ply+1].node.Position() // in the frame since the wait
	if !waited.IsLegal(m) {
		return
	}
	s.play(ply+1, m)
	after := s.frames[ply+2].node.Position()
	if after.Side() != p.Side() {
		return
	}
	outcome, at := s.bounded(ply+2, need)
	if outcome >= 0 {
		return
	}
	z := s.follow(zone{built: s.frames[ply+2].secured}, waited, after, m, r, true)
	t := threat{zone: z, disturbers: s.disturbers(z, p, r), answer: m, proof: newLink(m, at)}
	if !t.disturbers.Contains(contested) {
		frame.threats = append(frame.threats, t)
	}
}

// closing returns the first of closings, or NoMove.
func (s *Solver) closing(p *engine.Position, r *reach, side engine.Side, need int, avoid engine.Bitboard) engine.Move {
	for m := range s.closings(p, r, side, need, avoid, forkTries, forkCost) {
		return m
	}
	return engine.NoMove
}

// closings yields placements of side on open squares with which it wins need squares in p by bounds, the
// smallest first, since large zones are disturbed more often. A placement covers none of the squares of
// avoid, and touches safe ground of side without lying in it. It may not be side's turn.
func (s *Solver) closings(p *engine.Position, r *reach, side engine.Side, need int, avoid engine.Bitboard, tries, cost int) iter.Seq[engine.Move] {
	return func(yield func(engine.Move) bool) {
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
			allowed := lead + b.Size() + least // squares that the enemy may cover
			if allowed < 0 || fillings.cover(engine.Bitboard{}) > allowed+b.Size()+cost || s.compare.canCover(fills, enemy, p.Hand(enemy), allowed+1+b.Size()+cost, forkSteps) {
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
					} else if !yield(m) {
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
