package proof

import "cathedral/engine"

// The first move that the winner tries mostly wins, and its proof is about as large as those of
// other positions at the ply. If it grows far beyond them, the move often fails in the end. So
// a move that has taken too long is postponed: other moves have their turns, and then it is
// tried again with more nodes. The table keeps what has been proven until then.
//
// The wrong side may be expected to win. Once enoughRefuted of its moves in a position have been
// refuted, the other side is expected to win from there.

// The effort spent on a move before it is postponed. E153.
const (
	// A first attempt may take postponeAfter times the nodes of a winning move at the ply, and
	// at least postponeAtLeast nodes. The next attempt may take postponeGrowth times as many.
	postponeAfter   = 20
	postponeAtLeast = 500
	postponeGrowth  = 8
	// The nodes of a winning move are the mean of enoughWins or more. With fewer, they are
	// taken to be nodesOfTurn times those one turn later.
	enoughWins  = 4
	nodesOfTurn = 8
	// mostPostponed is the number of moves that take turns.
	mostPostponed = 3
)

// enoughRefuted is the number of refuted moves after which a side is not expected to win. E167.
const enoughRefuted = 5

// attempt is a move, and the number of nodes that it may take before it is postponed.
type attempt struct {
	move  engine.Move
	nodes uint64
}

// next returns the next attempt at the frame; its move is NoMove after the last one. A move that
// has not been tried may take fresh nodes.
func (f *frame) next(fresh uint64) attempt {
	if len(f.postponed) < mostPostponed {
		if m := f.picker.Next(); m != engine.NoMove {
			return attempt{m, fresh}
		}
	}
	if len(f.postponed) == 0 {
		return attempt{move: engine.NoMove}
	}
	a := f.postponed[0]
	f.postponed = f.postponed[:copy(f.postponed, f.postponed[1:])]
	return a
}

// postpone puts the move of an attempt that has taken its nodes behind the other postponed ones.
func (f *frame) postpone(a attempt) {
	f.postponed = append(f.postponed, attempt{a.move, a.nodes * postponeGrowth})
}

// wins counts winning moves, and the nodes that their proofs took.
type wins struct{ count, nodes uint64 }

func (w *wins) add(nodes uint64) { w.count, w.nodes = w.count+1, w.nodes+nodes }

// usualPatience returns the nodes that the first attempt of a move from the frame of ply may take.
func (s *Solver) usualPatience(ply int) uint64 {
	times := uint64(postponeAfter)
	for ; ply < len(s.frames) && times < noRation/nodesOfTurn; ply += 2 {
		if w := &s.frames[ply].wins; w.count >= enoughWins {
			return max(postponeAtLeast, times*w.nodes/w.count)
		}
		times *= nodesOfTurn
	}
	return noRation
}
