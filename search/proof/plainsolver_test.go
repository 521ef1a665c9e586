package proof

import (
	"testing"

	"cathedral/engine"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
	"cathedral/search/transposition"
)

// plainSolver is the solver's slow twin. It has no zones, no threats and no margins asked
// one by one, but a window like any alpha-beta search. It looks at every move except those
// that fill safe territory (waitBound). Its values are whole squares. It gives up when the
// effort allowed is spent, and then its values mean nothing.
type plainSolver struct {
	table   *transposition.Table
	history *ordering.History
	ranker  *ordering.Ranker
	packer  *packer
	frames  []plainFrame // by ply below the root
	effort  uint64       // spent, in nodes of the usual cost
	limit   uint64       // effort at which to give up
	gaveUp  bool
}

// plainFrame is the state of the solver at a ply.
type plainFrame struct {
	node   evaluation.Node
	picker ordering.Picker
}

// newPlainSolver returns a plain solver without a limit.
func newPlainSolver(t testing.TB) *plainSolver {
	t.Helper()
	s := &plainSolver{table: transposition.New(16), history: ordering.NewHistory(), packer: newPacker(littleMemory), frames: make([]plainFrame, ordering.MaxPly+2)}
	s.ranker = ordering.NewRanker(s.history, s.take)
	s.Allow(1 << 62)
	return s
}

// Allow lets the proofs that follow spend an effort, in nodes of the usual cost.
func (s *plainSolver) Allow(effort uint64) { s.gaveUp, s.limit = false, s.effort+effort }

func (s *plainSolver) take(effort int) { s.effort += uint64(effort) }

// start makes a position the root.
func (s *plainSolver) start(p *engine.Position) { s.frames[0].node.Start(p, engine.NoMove) }

// play plays a move into the next frame.
func (s *plainSolver) play(ply int, m engine.Move) {
	s.take(1)
	s.frames[ply+1].node.Play(&s.frames[ply].node, m)
}

const (
	// plainSalt keeps the solver's entries apart from estimates in the table.
	plainSalt = 0xa0761d6478bd642f
	// solvedDepth is the depth of these entries, which the end of the game gave.
	solvedDepth = 127
)

// bounds returns the least and the most that the final margin for the side to move
// can be under best play, in squares, and the side's territory that is safe.
func (s *plainSolver) bounds(p *engine.Position, effort effort) (low, high int, home engine.Bitboard) {
	g, known := s.packer.gains(p, effort)
	if !known {
		return -noBounds, noBounds, home
	}
	s.take(s.packer.takeSteps() / stepsOfNode)
	side := p.Side()
	enemy := side.Opponent()
	margin := p.Margin(side)
	r, _ := findReach(p, effort.exposed)
	return margin + g.least[side] - g.most[enemy], margin + g.most[side] - g.least[enemy], r.home(side)
}

// solve returns the final margin for the side to move of the position in the frame of
// a ply, exact between alpha and beta and else a bound.
func (s *plainSolver) solve(ply, alpha, beta int) int {
	if s.effort >= s.limit || ply >= ordering.MaxPly {
		s.gaveUp = true
	}
	if s.gaveUp {
		return 0
	}

	// 1. Look the position up.
	frame := &s.frames[ply]
	node := &frame.node
	p := node.Position()
	key := p.Key() ^ plainSalt
	known, found := s.table.Probe(key)
	if found && known.Answers(int32(alpha), int32(beta)) {
		return int(known.Value)
	}

	// 2. The end of the game, or a forced pass.
	features := node.Features()
	side := p.Side()
	if !features.CanPlace[side] && !p.PlacesCathedral() {
		if !features.CanPlace[side.Opponent()] {
			return p.Margin(side)
		}
		s.play(ply, engine.Pass)
		return s.solveNext(ply, alpha, beta)
	}

	// 3. Try bounds on the result of all moves.
	low, high, home := s.bounds(p, proofEffort())
	if low >= beta || low == high {
		return low
	}
	if high <= alpha {
		return high
	}

	// 4. The moves.
	picker := &frame.picker
	picker.Begin(s.ranker, node, known.Move, false, ordering.All)
	picker.List() // the effort counts all of them
	bestValue, bestMove, bound := -noBounds, engine.NoMove, transposition.UpperBound
	window := alpha
	wait := waitBound{home: home}
	if node.Last() == engine.Pass {
		wait.home = engine.Bitboard{}
	}
	for m := picker.Next(); m != engine.NoMove; m = picker.Next() {
		first := picker.Index() == 0
		if !first && s.fills(ply, m, &wait, window) {
			bestValue = max(bestValue, wait.most)
			continue
		}
		value := s.solveMove(ply, m, first, window, beta)
		if s.gaveUp {
			return 0
		}
		if value > bestValue {
			bestValue, bestMove = value, m
			if value > window {
				window, bound = value, transposition.Exact
			}
			if value >= beta || value == high {
				break
			}
		}
	}
	switch {
	case bestValue >= beta:
		bound = transposition.LowerBound
		s.history.Remember(node, provenDepth, nil, bestMove)
	case bestValue == high:
		bound = transposition.Exact
	}
	s.table.Store(key, transposition.Entry{Move: bestMove, Value: int16(bestValue), Depth: solvedDepth, Bound: bound})
	return bestValue
}

// solveMove returns the margin that a move of a ply leads to, for the side that makes
// it. All moves but the first are searched with a null window, as long as they do not
// turn out better.
func (s *plainSolver) solveMove(ply int, m engine.Move, first bool, alpha, beta int) int {
	s.play(ply, m)
	if first {
		return s.solveNext(ply, alpha, beta)
	}
	value := s.solveNext(ply, alpha, alpha+1)
	if value > alpha && value < beta {
		value = s.solveNext(ply, alpha, beta)
	}
	return value
}

// solveNext returns the margin of the position that a move of a ply has led to, for
// the side that made the move.
func (s *plainSolver) solveNext(ply, alpha, beta int) int {
	if s.sameSideNext(ply) {
		return s.solve(ply+1, alpha, beta)
	}
	return -s.solve(ply+1, -beta, -alpha)
}

// sameSideNext reports whether the side to move at a ply is also to move at the next:
// under one rule set it is, after the Cathedral.
func (s *plainSolver) sameSideNext(ply int) bool {
	return s.frames[ply].node.Position().Side() == s.frames[ply+1].node.Position().Side()
}

// Solve returns the final margin of best play from p that begins with one of moves, in
// squares for the side to move. It reports whether the effort allowed sufficed.
func (s *plainSolver) Solve(p *engine.Position, moves []engine.Move) (margin int, proven bool) {
	s.start(p)
	margin = -noBounds
	_, _, home := s.bounds(p, proofEffort())
	wait := waitBound{home: home}
	for i, m := range moves {
		if i > 0 && s.fills(0, m, &wait, margin) {
			continue
		}
		margin = max(margin, s.solveMove(0, m, i == 0, margin, noBounds))
		if s.gaveUp {
			return 0, false
		}
	}
	return margin, true
}
