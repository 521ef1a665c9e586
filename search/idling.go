package search

import "cathedral/engine"

// idling is what it comes to when a side waits instead of making a move.
//
// A building that fills safe territory of its side changes nothing for the enemy, now
// or later. Who waits instead can do all that could be done after it, and place that
// building when nothing else is left. So where waiting does not suffice, none of these
// moves does, and they need not be looked at one by one. Waiting is no legal move: that
// it would suffice says nothing. Nobody waits twice in a row, since nothing would have
// changed.
type idling struct {
	home  engine.Bitboard // safe territory of the side to move
	tried bool
	most  int // squares that waiting wins at most, once it was tried
}

// idlingAtRoot returns the idling of the root.
func (w *worker) idlingAtRoot() idling {
	_, _, home := w.bounds(w.frames[0].node.Position(), proofEffort())
	return idling{home: home}
}

// idles reports whether a move of the position in the frame of a ply fills safe
// territory, and is known to win no more than a margin since waiting does not.
func (w *worker) idles(ply int, m engine.Move, idle *idling, margin int) bool {
	if m.IsPass() || !idle.home.Contains(m.Squares()) {
		return false
	}
	if !idle.tried {
		idle.tried = true
		w.play(ply, engine.Pass)
		idle.most = w.solveNext(ply, margin, margin+1)
		if idle.most > margin {
			idle.most = noBounds // it may win more than what was asked
		}
	}
	return idle.most <= margin && !w.brokenOff()
}
