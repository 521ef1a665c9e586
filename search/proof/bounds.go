package proof

import "cathedral/engine"

// Sound bounds on the final margin. A side can place at least the buildings that fit into its
// own safe ground, and at most those that fit into its reach; reach.go has both. So a margin
// is bounded long before the last move.
//
// Exposed buildings, and those still to be placed, may be captured and return to the hand. At
// the end a side's buildings are those that stand now, less those captured, plus those placed
// later. Take away from the latter as many of each kind as were captured. The rest comes from
// the present hand and fits into the reach, so the side gains no more than the best packing of
// its reach. On its own safe ground a side can always place as much as fits there. Otherwise
// it loses at most its exposed buildings.

// noBounds is a margin, in squares, that no game ends beyond.
const noBounds = 2 * engine.SideSquares

// gains are the least and the most squares that each side can still gain under best play.
type gains struct{ least, most [2]int }

// gains returns the gains of both sides of p. It reports false if more squares are exposed
// than the effort allows.
func (k *packer) gains(p *engine.Position, effort effort) (g gains, known bool) {
	r, known := findReach(p, effort.exposed)
	if !known {
		return g, false
	}
	for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
		hand, squares := p.Hand(side), r.fillable(side)
		g.least[side], g.most[side] = k.most(squares, side, hand, effort)
		if own := r.safe[side].And(p.Open(side)).And(squares); own != squares {
			g.least[side], _ = k.most(own, side, hand, effort)
		}
		g.least[side] -= r.exposed[side].Count()
	}
	return g, true
}

// Bounds returns the least and the most that the final margin for the side to move can be
// under best play, in squares. Its questions about packing a region take at most steps steps
// each, and have no answer for regions of more than squares squares. If a building may still
// be captured, nothing is known.
func (s *Solver) Bounds(p *engine.Position, steps, squares int) (low, high int) {
	g, known := s.little.gains(p, effort{steps: steps, squares: squares})
	if !known {
		return -noBounds, noBounds
	}
	s.take(0, s.little.takeSteps()/stepsOfNode)
	return g.margins(p, p.Side())
}

// margins returns the least and the most that the final margin of p can be for side.
func (g *gains) margins(p *engine.Position, side engine.Side) (low, high int) {
	enemy, margin := side.Opponent(), p.Margin(side)
	return margin + g.least[side] - g.most[enemy], margin + g.most[side] - g.least[enemy]
}

// bounded returns 1 if bounds show that the side to move at ply wins need squares, -1 if they
// show that it does not, else 0, and the step in the log. It sets the reach of the frame, and
// the squares of the closings that the answer rests on.
func (s *Solver) bounded(ply, need int) (outcome int, at step) {
	frame := &s.frames[ply]
	p, effort := frame.node.Position(), proofEffort()
	frame.secured = engine.Bitboard{}
	frame.reach, frame.known = findReach(p, effort.exposed)
	if !frame.known {
		return 0, noStep
	}
	side := p.Side()
	margin := p.Margin(side)
	q := newQuestion(s.packer, &frame.reach, effort)
	lead := need - margin
	switch {
	case q.leads(side, lead):
		outcome, at = 1, s.logBound(&q, side, lead)
	case q.leads(side.Opponent(), 1-lead):
		outcome, at = -1, s.logBound(&q, side.Opponent(), 1-lead)
	case side != s.ahead && !s.plain && hasZones(p):
		if closings := s.secured(ply, 1-need); closings != nil {
			for _, c := range closings {
				frame.secured = frame.secured.Or(c.squares)
			}
			outcome, at = -1, s.logBound(&q, side.Opponent(), 1-lead, closings...)
			s.report(byClosings, p, need, false)
		}
	}
	s.take(0, s.packer.takeSteps()/stepsOfNode)
	return outcome, at
}

// question is the question by how much one side gains more than the other. It packs only as
// much as the answer needs.
type question struct {
	packer *packer
	reach  *reach
	effort effort
	fills  [2]engine.Bitboard // squares that each side may fill
	asked  [2]bool
	least  [2]int // squares that each side gains at least, if asked
}

// newQuestion returns a question about the position of a reach, which must be known.
func newQuestion(k *packer, r *reach, e effort) question {
	q := question{packer: k, reach: r, effort: e}
	for i := range q.fills {
		q.fills[i] = r.fillable(engine.Side(i))
	}
	return q
}

// own returns the squares of side's safe ground that it may build on.
func (q *question) own(side engine.Side) engine.Bitboard {
	return q.reach.safe[side].And(q.reach.position.Open(side)).And(q.fills[side])
}

// packed returns the number of squares that side must pack into its own ground to show that it
// gains at least lead squares more than the other.
func (q *question) packed(side engine.Side, lead int) int {
	p, enemy, exposed := q.reach.position, side.Opponent(), q.reach.exposed[side].Count()
	enough := lead + exposed + min(q.fills[enemy].Count(), p.Hand(enemy).Squares())
	return max(0, min(enough, q.least[side]+exposed))
}

// hoped returns the squares that side would gain at least if it could fill all of its own ground.
func (q *question) hoped(side engine.Side) int {
	return min(q.own(side).Count(), q.reach.position.Hand(side).Squares()) - q.reach.exposed[side].Count()
}

// gain returns the squares that side gains at least.
func (q *question) gain(side engine.Side) int {
	if !q.asked[side] {
		q.asked[side] = true
		q.least[side], _ = q.packer.most(q.own(side), side, q.reach.position.Hand(side), q.effort)
		q.least[side] -= q.reach.exposed[side].Count()
	}
	return q.least[side]
}

// leads reports whether side certainly gains at least lead squares more than the other. It
// first answers a cheap question: whether side would do so by filling all of its own ground.
func (q *question) leads(side engine.Side, lead int) bool {
	p, enemy := q.reach.position, side.Opponent()
	spare := q.hoped(side) - lead
	if spare < 0 || q.packer.canCover(q.fills[enemy], enemy, p.Hand(enemy), spare+1, q.effort.steps) {
		return false
	}
	rest := q.gain(side) - lead
	return rest >= 0 && (rest == spare || !q.packer.canCover(q.fills[enemy], enemy, p.Hand(enemy), rest+1, q.effort.steps))
}
