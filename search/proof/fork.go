package proof

import (
	"iter"

	"cathedral/engine"
)

// The effort spent on forks. E144.
const (
	// Up to forkTries placements are tried, each with forkSteps steps of packing.
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
	for m := range s.closings(p, r, side, need, avoid, forkTries) {
		return m
	}
	return engine.NoMove
}

// closings yields placements of side on open squares with which it wins need squares in p by bounds, the
// smallest first, since large zones are disturbed more often. A placement covers none of the squares of
// avoid, and touches safe ground of side without lying in it. It may not be side's turn.
func (s *Solver) closings(p *engine.Position, r *reach, side engine.Side, need int, avoid engine.Bitboard, tries int) iter.Seq[engine.Move] {
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
		for b := engine.Tavern; b < engine.Cathedral; b++ {
			if !hand.Has(b) {
				continue
			}
			least, _ := s.compare.most(own, side, hand.Without(b), proofEffort())
			allowed := lead + b.Size() + least // squares that the enemy may cover
			if allowed < 0 || s.compare.canCover(fills, enemy, p.Hand(enemy), allowed+1+b.Size()+forkCost, forkSteps) {
				continue
			}
			for i := range engine.ShapesOf(b) {
				for anchors := maps.At(i); !anchors.IsEmpty(); anchors = anchors.WithoutFirst() {
					m := engine.NewMove(engine.SideShape(side, i), anchors.First())
					if !m.Squares().Grow().Intersects(r.safe[side]) {
						continue
					}
					if tries--; tries < 0 {
						return
					}
					if !s.compare.canCover(fills.AndNot(m.Squares()), enemy, p.Hand(enemy), allowed+1, forkSteps) && !yield(m) {
						return
					}
				}
			}
		}
	}
}
