package engine

// Without returns the position in which a building of side's, which stands and was not spared,
// is back in its hand. Its squares that are in territory are the side's territory. Nothing is
// settled: [Position.Unsettled] says whether something is left behind.
func (p *Position) Without(side Side, building Move, territory Bitboard) Position {
	next := *p
	next.remove(building.Plain(), side)
	next.mark(side, territory.And(building.Squares()))
	next.unsettled = [2]bool{true, true} // what it walled off, and what it kept the enemy from
	next.findLone()
	return next
}

// KeyWithout returns the Key of Without, in far less time.
func (p *Position) KeyWithout(side Side, building Move, territory Bitboard) uint64 {
	return p.key ^ building.Plain().key(side) ^ territoryKeys(side, territory.And(building.Squares()))
}
