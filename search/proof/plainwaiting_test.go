package proof

import "cathedral/engine"

// waitBound bounds what a side wins by the moves of a position that fill its safe
// territory.
//
// Such a building changes nothing for the enemy, now or later. A side that waits instead can
// do all that it could do after it, and place that building when nothing else is left. So if
// waiting does not suffice, none of these moves does, and they need not be looked at one by
// one. Waiting is not a legal move: that it would suffice says nothing. No two waits follow
// each other, since nothing would have changed.
type waitBound struct {
	home  engine.Bitboard // safe territory of the side to move
	tried bool
	most  int // squares that waiting wins at most, once it was tried
}

// fills reports whether a move of the position in the frame of a ply fills safe
// territory, and is known to win no more than a margin since waiting does not.
func (s *plainSolver) fills(ply int, m engine.Move, wait *waitBound, margin int) bool {
	if m == engine.Pass || !wait.home.Contains(m.Squares()) || s.frames[ply].node.Position().Unsettled(s.frames[ply].node.Position().Side()) {
		return false
	}
	if !wait.tried {
		wait.tried = true
		s.play(ply, engine.Pass)
		wait.most = s.solveNext(ply, margin, margin+1)
		if wait.most > margin {
			wait.most = noBounds // it may win more than what was asked
		}
	}
	return wait.most <= margin && !s.gaveUp
}
