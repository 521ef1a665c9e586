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

// countGains counts the features of what each side could win with its next building.
func (n *Node) countGains() {
	for side := range engine.Dark + 1 {
		best, many := 0, 0
		for i := range n.Enclosures(side) {
			gain := n.enclosures[side][i].Gain
			best = max(best, gain)
			if gain >= largeGain {
				many++
			}
		}
		n.features.Counts[side][bestGain] = int32(min(best, maxGain))
		n.features.Counts[side][manyGains] = int32(bits.Len(uint(many)))
	}
}
