package search

import (
	"slices"

	"cathedral/engine"
)

// promise is a margin that a search has proven for the position after its move. It binds the
// following searches of the same game. E112.
type promise struct {
	after  engine.Position
	margin int // squares that the side that moved wins at least
}

// mostPromises is the number of promises that are kept. The last one does not suffice: a
// search that ponders a reply makes a promise too, even if the reply is not played.
const mostPromises = 8

// keep records the margin that the search d of p has proven for its best move.
func (s *Searcher) keep(p *engine.Position, d *iteration) {
	best := &d.roots[0]
	margin, known := d.proofs.verdict.Least(best.move)
	if best.least > -noMargin {
		margin, known = max(margin, best.least), true
	}
	if known {
		s.promises = append(s.promises, promise{p.Play(best.move), margin})
		s.promises = s.promises[max(0, len(s.promises)-mostPromises):]
	}
}

// reply returns the opponent's move that leads from the position of the promise to p, or
// NoMove if none does.
func (s *promise) reply(p *engine.Position) engine.Move {
	if p.Ply() == s.after.Ply()+1 && p.Side() != s.after.Side() {
		for _, m := range s.after.Moves(nil) {
			if next := s.after.Play(m); next.Key() == p.Key() {
				return m
			}
		}
	}
	return engine.NoMove
}

// redeem binds the search by the latest of promises that applies, and begins with a move that
// keeps it if the table of proofs has one.
func (r *rootProof) redeem(promises []promise) {
	p := r.position()
	for _, promise := range slices.Backward(promises) {
		reply := promise.reply(p)
		if reply == engine.NoMove {
			continue
		}
		r.verdict.Promise(promise.margin)
		if m := r.worker.solver.Recall(&promise.after, reply, movesOf(r.roots), promise.margin); m != engine.NoMove {
			r.verdict.Deliver(m)
			r.bring(m, promise.margin)
		}
		return
	}
}
