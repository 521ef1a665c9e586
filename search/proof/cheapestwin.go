package proof

import (
	"math"

	"cathedral/engine"
)

// The side that is expected to win often has several moves that do, and the proofs of some are
// ten times as large as those of others. A proof is small if bounds soon end it, so the bounds
// after a move help to choose it. Wu and others learn the size of proofs instead (AlphaZero-based
// Proof Cost Network to Aid Game Solving, ICLR 2022).

// The worth of a move is the expected saving in the size of its proof, in natural logarithms.
// Its weights were fitted to what 2,300 nodes cost with each of twelve moves; those of the
// enemy's moves and of the rank were set by experiments. E138 in experiments.csv.
const (
	worthOfLeast  = 2.31 // of each square of the least margin that bounds leave
	worthOfMost   = 0.40 // of each square of the greatest
	worthOfMargin = 0.68 // of each square of the margin if the game ended now
	costOfRank    = 0.10 // of each move that the history and the ranking put before it
	costOfReplies = 3.00 // of each natural logarithm of the number of the enemy's moves
	// worthOfEstimate is that of each square of the estimated margin, up to estimatedPly: later, estimates
	// take more time than they save. E200.
	worthOfEstimate = 0.70
	estimatedPly    = 12
)

const (
	// movesCompared is the number of moves whose proofs are compared. Each takes a node. E139.
	movesCompared = 4
	// comparisonSteps is the number of packing steps of a question that compares. The bounds
	// need not be the best, as they only order moves. E150.
	comparisonSteps = 50
)

// Bounds on what a side wins beyond what it needs, in squares, for a move after which too many
// buildings are exposed for bounds.
const (
	exposedLeast = -30
	exposedMost  = 20
)

// cheapestWin returns the move whose proof that the side to move at ply wins need squares is
// expected to be the smallest, among the first of the frame's picker. It returns NoMove if there
// is nothing to place. decided says that bounds prove the move to win, with their step in the log,
// and that it has been played into the next frame.
func (s *Solver) cheapestWin(ply, need int) (best engine.Move, at step, decided bool) {
	frame := &s.frames[ply]
	best, most := engine.NoMove, math.Inf(-1)
	for range movesCompared {
		m := frame.picker.Next()
		if m == engine.NoMove || m == engine.Pass {
			break
		}
		s.play(ply, m)
		if s.stopped() {
			break
		}
		worth, at, wins := s.worthOfWin(ply, need)
		if wins {
			return m, at, true
		}
		if p := frame.node.Position(); p.Ply() <= estimatedPly {
			worth += worthOfEstimate * s.frames[ply+1].estimate(p.Side())
		}
		if worth -= costOfRank * float64(frame.picker.Index()); worth > most {
			best, most = m, worth
		}
	}
	return best, noStep, false
}

// worthOfWin returns the worth of the move from the frame of ply to the next, and whether
// bounds prove that it wins need squares, with their step in the log. The greatest margin matters
// less, so it is only a count of squares.
func (s *Solver) worthOfWin(ply, need int) (worth float64, at step, wins bool) {
	next := &s.frames[ply+1]
	side, p, effort := s.frames[ply].node.Position().Side(), next.node.Position(), comparisonEffort()
	enemy, lead := side.Opponent(), need-p.Margin(side)
	least, most := exposedLeast, exposedMost
	if next.reach, next.known = findReach(p, effort.exposed); next.known {
		q := newQuestion(s.compare, &next.reach, effort)
		_, lost := s.compare.most(q.fills[enemy], enemy, p.Hand(enemy), effort)
		least = q.gain(side) - lost - lead
		most = min(q.fills[side].Count(), p.Hand(side).Squares()) - q.hoped(enemy) - lead
		if least >= 0 {
			wins, at = true, s.logBound(&q, side, lead)
		}
	}
	s.take(0, s.compare.takeSteps()/stepsOfNode)
	if wins {
		return 0, at, true
	}
	replies := 0
	if p.Side() != side {
		replies = p.CountMoves()
	}
	return worthOfLeast*float64(least) + worthOfMost*float64(most) + worthOfMargin*float64(-lead) -
		costOfReplies*math.Log1p(float64(replies)), noStep, false
}

// estimate returns the estimated margin of the frame's position for side, in squares.
func (f *frame) estimate(side engine.Side) float64 {
	margin := float64(f.node.Evaluate()) / 100
	if f.node.Position().Side() != side {
		margin = -margin
	}
	return margin
}

// comparisonEffort is the effort of a question that compares.
func comparisonEffort() effort {
	e := proofEffort()
	e.steps = comparisonSteps
	return e
}
