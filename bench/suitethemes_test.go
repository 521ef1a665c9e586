package bench_test

import (
	"slices"

	"cathedral/bench"
	"cathedral/engine"
)

const (
	// closingGain is the least number of squares that a closing wall claims.
	closingGain = 4
	// threatGain is the least number of squares that a threat wins.
	threatGain = 3
)

// describes reports whether the theme describes the move m in the position p.
func describes(t bench.Theme, p *engine.Position, m engine.Move) bool {
	if !m.IsPlacement() || p.PlacesCathedral() {
		return false
	}
	settlement := p.Settlement(m)
	switch t {
	case bench.Capture:
		return len(settlement.Captured) > 0
	case bench.Closing:
		return len(settlement.Captured) == 0 && settlement.Claimed.Count() >= closingGain
	case bench.DoubleThreat:
		next := p.Play(m)
		return settlement.Claimed.IsEmpty() && threatensTwice(&next)
	case bench.Sacrifice:
		return settlement.Claimed.IsEmpty() && givesUp(p, m)
	}
	return false
}

// givesUp reports whether a move leaves a threatened building to be captured while
// another move would save all buildings.
func givesUp(p *engine.Position, m engine.Move) bool {
	after, idle := p.Play(m), p.Play(engine.Pass)
	if !losesBuilding(&after) || !losesBuilding(&idle) {
		return false
	}
	return slices.ContainsFunc(p.Moves(nil), func(other engine.Move) bool {
		saved := p.Play(other)
		return !losesBuilding(&saved)
	})
}

// losesBuilding reports whether the side to move can capture a building.
func losesBuilding(p *engine.Position) bool {
	return slices.ContainsFunc(p.Moves(nil), func(m engine.Move) bool {
		return m.IsPlacement() && p.MayEnclose(m) && slices.ContainsFunc(p.Settlement(m).Captured, func(piece engine.Move) bool {
			return piece != p.CathedralPiece()
		})
	})
}

// threatensTwice reports whether the side that has just moved threatens to settle two
// separate grounds and still has a threat after every reply.
func threatensTwice(p *engine.Position) bool {
	if p.IsLegal(engine.Pass) || p.Over() {
		return false
	}
	idle := p.Play(engine.Pass)
	var grounds []engine.Bitboard
	for m := range threats(&idle) {
		ground := idle.Settlement(m).Claimed
		if !slices.Contains(grounds, ground) {
			grounds = append(grounds, ground)
		}
	}
	separate := slices.ContainsFunc(grounds, func(ground engine.Bitboard) bool {
		return slices.ContainsFunc(grounds, func(other engine.Bitboard) bool { return !ground.Intersects(other) })
	})
	if !separate {
		return false
	}
	for _, reply := range p.Moves(nil) {
		next := p.Play(reply)
		parried := true
		for range threats(&next) {
			parried = false
			break
		}
		if parried {
			return false
		}
	}
	return true
}

// threats yields the moves of the side to move that win threatGain squares or more.
func threats(p *engine.Position) func(yield func(engine.Move) bool) {
	return func(yield func(engine.Move) bool) {
		gains := p.Gains()
		for _, m := range p.Moves(nil) {
			if m.IsPlacement() && gains.Of(m) >= threatGain && !yield(m) {
				return
			}
		}
	}
}
