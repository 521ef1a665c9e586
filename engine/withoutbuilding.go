package engine

// LeaveOut puts a building of side's, which stands and was not spared, back into its hand. If the move is a
// sparing one, which means nothing else here, the squares become the side's territory. Nothing is settled:
// [Position.Unsettled] says whether something is left behind. LeaveOut reports false, and changes nothing, if the
// building does not stand. If two equal ones touch, it may be one of those into which their squares can be divided: a
// position text does not say how they are.
func (p *Position) LeaveOut(side Side, building Move) bool {
	b, squares := building.Building(), building.Squares()
	if b == Cathedral || p.spared.Intersects(squares) {
		return false
	}
	standing, both, other := p.placed[side][firstSlot[b]:][:b.Copies()], Bitboard{}, NoMove
	for _, piece := range standing {
		both = both.Or(piece.Squares())
		if !piece.Squares().Intersects(squares) {
			other = piece
		}
	}
	rest := both.AndNot(squares) // of the equal building, if there is one
	for i := range ShapesOf(b) {
		if other.Squares() != rest {
			other = SideShape(side, i).StartingAt(rest.First())
		}
	}
	if !both.Contains(squares) || other.Squares() != rest {
		return false
	}
	standing[len(standing)-1], standing[0] = NoMove, other
	p.hands[side] = p.hands[side].With(b)
	p.buildings[side] = p.buildings[side].AndNot(squares)
	p.key ^= building.Plain().key(side)
	if building.Spares() {
		p.mark(side, squares)
	}
	p.unsettled = [2]bool{true, true} // what it walled off, and what it kept the enemy from
	p.findLone()
	return true
}

// KeyWithout returns the Key after LeaveOut, in far less time.
func (p *Position) KeyWithout(side Side, building Move) uint64 {
	key := p.key ^ building.Plain().key(side)
	if building.Spares() {
		key ^= territoryKeys(side, building.Squares())
	}
	return key
}
