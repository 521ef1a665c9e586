package proof

import "cathedral/engine"

// A proof of a position also proves the position with another building of the loser's, if that
// building does not disturb it. The argument of zone.go holds at every node of a proof, not only
// after a wait. So the table is asked for a position as if the loser had waited instead of one of
// its last two placements, or of both. More of them, or those of the winner, gained nothing. E199.

// leftOut is a building of the loser's that may be left out of a position.
type leftOut struct {
	move      engine.Move
	territory engine.Bitboard // of the loser's before the move
}

// lastBuilt returns the last two placements of loser's before the position of the frame of ply, or
// fewer. A placement that claimed something is not the only difference to a wait.
func (s *Solver) lastBuilt(ply int, loser engine.Side) (built [2]leftOut, count int) {
	for ; ply > 0 && count < len(built); ply-- {
		before, after := s.frames[ply-1].node.Position(), s.frames[ply].node.Position()
		m := s.frames[ply].node.Last()
		if before.Side() != loser || m == engine.Pass {
			continue
		}
		territory := before.Territory(loser)
		if !hasZones(before) || !territory.Contains(after.Territory(loser)) {
			break
		}
		built[count] = leftOut{m, territory}
		count++
	}
	return built, count
}

// recallWithout looks in positions without some of the loser's buildings for a proof that the side ahead
// wins. If one is found, known answers whether the side to move at ply wins need squares. hint is a move
// that wins such a position, though the buildings may disturb its proof, or NoMove.
func (s *Solver) recallWithout(ply, need int) (known entry, hint engine.Move, found bool) {
	p, loser := s.frames[ply].node.Position(), s.ahead.Opponent()
	if !hasZones(p) || s.notes != nil { // a certificate has no such node
		return known, hint, false
	}
	built, count := s.lastBuilt(ply, loser)
	key := p.Key()
	var keys [2]uint64 // what each building changes of the key
	for i, b := range built[:count] {
		keys[i] = key ^ p.KeyWithout(loser, b.move, b.territory)
	}
	var space [2]leftOut
	for set := 1; set < 1<<count; set++ {
		without, left := key, space[:0]
		for i, b := range built[:count] {
			if set>>i&1 != 0 {
				without, left = without^keys[i], append(left, b)
			}
		}
		if !s.Table.holds(without) {
			continue
		}
		known, first, stands := s.probeWithout(p, loser, left, need)
		if hint == engine.NoMove {
			hint = first
		}
		if stands {
			s.Table.store(p, entry{zone: known.zone, move: known.move, need: known.need, effort: 1}, noStep)
			return known, hint, true
		}
	}
	return known, hint, false
}

// probeWithout returns what the table knows of p without buildings of loser's. stands reports whether
// that proves of p, too, that loser does not get what need asks for. first is the move that wins without the
// buildings, or NoMove.
func (s *Solver) probeWithout(p *engine.Position, loser engine.Side, left []leftOut, need int) (known entry, first engine.Move, stands bool) {
	v, gone := *p, engine.Bitboard{}
	for _, b := range left {
		if v.PieceAt(loser, b.move.Squares().First()) != b.move { // captured since
			return known, engine.NoMove, false
		}
		v = v.Without(loser, b.move, b.territory)
		gone = gone.Or(b.move.Squares())
	}
	known, _, found := s.Table.probe(&v, need)
	if !found || (known.move != engine.NoMove) == (p.Side() == loser) {
		return known, engine.NoMove, false
	}
	if gone.Intersects(known.zone.built) {
		return known, known.move, false
	}
	for _, side := range [2]engine.Side{engine.Light, engine.Dark} {
		if p.Unsettled(side) || v.Unsettled(side) {
			return known, known.move, false
		}
	}
	r, clear := findReach(&v, proofEffort().exposed)
	return known, known.move, clear && !gone.Intersects(known.zone.disturbersOf(&v, &r, loser))
}
