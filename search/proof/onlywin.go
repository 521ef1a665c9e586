package proof

import "cathedral/engine"

// OnlyWin returns the only move that wins in p, or NoMove if none or several do. It reports
// whether the effort allowed sufficed. The position must not be over. No team helps.
func (s *Solver) OnlyWin(p *engine.Position) (only engine.Move, known bool) {
	s.start(p)
	moves := s.ranker.Sorted(&s.frames[0].node)
	first, _, known := s.search(p, moves, 1, true)
	if !known || first < 0 {
		return engine.NoMove, known
	}
	if rest := moves[first+1:]; len(rest) > 0 { // those before do not win
		another, _, known := s.search(p, rest, 1, false)
		if !known || another >= 0 {
			return engine.NoMove, known
		}
	}
	return moves[first], true
}
