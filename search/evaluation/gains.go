package evaluation

import (
	"math/bits"

	"cathedral/engine"
)

// Enclosures returns every placement that would win squares for side, if side were to move.
// They belong to the node.
func (n *Node) Enclosures(side engine.Side) []engine.Enclosure {
	if !n.listed[side] {
		n.listed[side] = true
		maps, list := &n.Features().Maps[side], n.enclosures[side][:0]
		if before := n.before; before != nil && before.position.Side() != side {
			list = n.position.EnclosuresAfter(&before.position, before.Enclosures(side), maps, list)
		} else {
			list = n.position.Enclosures(side, maps, list)
		}
		n.enclosures[side] = list
	}
	return n.enclosures[side]
}

// countGains counts the features of what side could win with its next building.
func (n *Node) countGains(side engine.Side) {
	if n.gained[side] {
		return
	}
	best, many, reach, list := 0, 0, engine.Bitboard{}, n.Enclosures(side)
	for i := range list {
		best = max(best, list[i].Gain)
		if list[i].Gain >= LargeGain {
			many++
			reach = reach.Or(list[i].Region)
		}
	}
	n.gained[side] = true
	n.features.Counts[side][bestGain] = int32(min(best, maxGain))
	n.features.Counts[side][manyGains] = int32(bits.Len(uint(many)))
	n.features.Counts[side][reachSquares] = int32(reach.Count())
}

// WithoutGains returns the counts of a side whose gains are not known.
func (c Counts) WithoutGains() Counts {
	c[bestGain], c[manyGains], c[reachSquares] = 0, 0, 0
	return c
}
