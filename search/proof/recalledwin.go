package proof

import (
	"slices"

	"cathedral/engine"
)

// Recall returns one of moves that is known, without a search, to win margin squares after
// reply is played in before, or NoMove. The moves must be legal there, and the side that
// replies must be proven unable to prevent the margin.
func (s *Solver) Recall(before *engine.Position, reply engine.Move, moves []engine.Move, margin int) engine.Move {
	p := before.Play(reply)
	if known, _, found := s.Table.probe(&p, margin); found && slices.Contains(moves, known.move) {
		return known.move
	}
	for _, m := range moves {
		if _, wins := s.recalled(&p, m, margin); wins {
			return m
		}
	}
	if m := s.recallThreat(before, reply, moves, margin); m != engine.NoMove {
		return m
	}
	s.start(&p)
	for _, m := range moves { // results of bounds are not in the table
		frame, need, outcome := &s.frames[1], 1-margin, -1
		frame.node.Play(&s.frames[0].node, m)
		if frame.node.Position().Side() == p.Side() {
			need, outcome = margin, 1
		}
		if bounded, _ := s.bounded(1, need); bounded == outcome {
			return m
		}
	}
	return engine.NoMove
}

// recallThreat is Recall for a reply that the proof has not looked at, because it does not
// disturb a threat: then the threat's move is an answer to it too (zone.go).
func (s *Solver) recallThreat(before *engine.Position, reply engine.Move, moves []engine.Move, margin int) engine.Move {
	r, known := findReach(before, proofEffort().exposed)
	waited := before.Play(engine.Pass)
	if !known || reply == engine.Pass || before.Unsettled(before.Side()) || !before.CanPlace(waited.Side()) {
		return engine.NoMove
	}
	answered, _, found := s.Table.probe(&waited, margin)
	for _, m := range moves {
		if !waited.IsLegal(m) {
			continue
		}
		z, wins := s.recalled(&waited, m, margin)
		if wins {
			after := waited.Play(m)
			z = z.with(&waited, &after, m, &r, true)
		} else if wins = found && answered.move == m; wins {
			z = answered.zone
		}
		if t, stands := s.threat(z, before, &r); wins && stands && !reply.Squares().Intersects(t.disturbers) {
			return m
		}
	}
	return engine.NoMove
}

// recalled reports whether the table has a proof that m, which is legal in p, wins margin
// squares, and returns the zone of the rest of the proof.
func (s *Solver) recalled(p *engine.Position, m engine.Move, margin int) (z zone, wins bool) {
	next := p.Play(m)
	need, moves := 1-margin, next.Side() == p.Side()
	if moves {
		need = margin
	}
	known, _, found := s.Table.probe(&next, need)
	return known.zone, found && (known.move != engine.NoMove) == moves
}
