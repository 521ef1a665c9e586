package proof

import "cathedral/engine"

// A proof of a position also proves the position with another building of the loser's, if that
// building does not disturb it. The argument of zone.go holds at every node of a proof, not only
// after a wait. So the table is asked for a position as if the loser had waited instead of one of
// its last two placements, or of both. More of them, or those of the winner, gained nothing. E199.

// lastBuilt returns the last two placements of loser's before the position of the frame of ply, or fewer, as
// Position.LeaveOut takes them: as sparing moves if their squares were loser's territory. If a part of them
// was, or if a placement claimed something, it is not the only difference to a wait.
func (s *Solver) lastBuilt(ply int, loser engine.Side) (built [2]engine.Move, count int) {
	for ; ply > 0 && count < len(built); ply-- {
		before, after := s.frames[ply-1].node.Position(), s.frames[ply].node.Position()
		m := s.frames[ply].node.Last()
		if before.Side() != loser || m == engine.Pass {
			continue
		}
		territory := before.Territory(loser)
		own := territory.And(m.Squares())
		if !hasZones(before) || !territory.Contains(after.Territory(loser)) || !own.IsEmpty() && own != m.Squares() {
			break
		}
		if built[count] = m; !own.IsEmpty() {
			built[count] = m.Sparing()
		}
		count++
	}
	return built, count
}

// recallWithout looks in positions without some of the loser's buildings for a proof that the side ahead
// wins. If one is found, known answers whether the side to move at ply wins need squares, and at is the step in the
// log. hint is a move that wins such a position, though the buildings may disturb its proof, or NoMove.
func (s *Solver) recallWithout(ply, need int) (known entry, at step, hint engine.Move, found bool) {
	p, loser := s.frames[ply].node.Position(), s.ahead.Opponent()
	if !hasZones(p) || s.plain {
		return known, at, hint, false
	}
	built, count := s.lastBuilt(ply, loser)
	key := p.Key()
	var keys [2]uint64 // what each building changes of the key
	for i, m := range built[:count] {
		keys[i] = key ^ p.KeyWithout(loser, m)
	}
	var space [2]engine.Move
	for set := 1; set < 1<<count; set++ {
		without, left := key, space[:0]
		for i, m := range built[:count] {
			if set>>i&1 != 0 {
				without, left = without^keys[i], append(left, m)
			}
		}
		if !s.Table.holds(without) {
			continue
		}
		known, at, first, stands := s.probeWithout(p, loser, left, need)
		if hint == engine.NoMove {
			hint = first
		}
		if stands {
			at = s.logWithout(left, at)
			s.Table.store(p, entry{zone: known.zone, move: known.move, need: known.need, effort: 1}, at)
			return known, at, hint, true
		}
	}
	return known, at, hint, false
}

// probeWithout returns what the table knows of p without buildings of loser's. stands reports whether
// that proves of p, too, that loser does not get what need asks for. at is the step of that proof. first is the
// move that wins without the buildings, or NoMove.
func (s *Solver) probeWithout(p *engine.Position, loser engine.Side, left []engine.Move, need int) (known entry, at step, first engine.Move, stands bool) {
	v, gone := *p, engine.Bitboard{}
	for _, m := range left {
		if !v.LeaveOut(loser, m) { // captured since
			return known, at, engine.NoMove, false
		}
		gone = gone.Or(m.Squares())
	}
	known, at, found := s.recall(&v, need)
	if !found || (known.move != engine.NoMove) == (p.Side() == loser) {
		return known, at, engine.NoMove, false
	}
	if gone.Intersects(known.zone.built) || !p.Settled() || !v.Settled() {
		return known, at, known.move, false
	}
	r, clear := findReach(&v, proofEffort().exposed)
	return known, at, known.move, clear && !gone.Intersects(known.zone.disturbersOf(&v, &r, loser))
}
