package ordering

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// threats are the large gains that the enemy could make next, the largest first.
type threats []threat

type threat struct {
	squares engine.Bitboard // of the building and the regions: without one of them the gain is lost
	gain    int32
}

// find finds the threats against the side to move.
func (t *threats) find(n *evaluation.Node) {
	list := (*t)[:0]
	enclosures := n.Enclosures(n.Position().Side().Opponent())
	for i := range enclosures {
		e := &enclosures[i]
		if e.Gain < evaluation.LargeGain {
			continue
		}
		list = append(list, threat{})
		at := len(list) - 1
		for ; at > 0 && list[at-1].gain < int32(e.Gain); at-- {
			list[at] = list[at-1]
		}
		list[at] = threat{e.Region.Or(e.Move.Squares()), int32(e.Gain)}
	}
	*t = list
}

// parried returns by how many squares m makes the largest threat less, up to mostGained.
func (t threats) parried(m engine.Move) int32 {
	squares, left := m.Squares(), int32(0)
	for i := range t {
		if !t[i].squares.Intersects(squares) {
			left = t[i].gain
			break
		}
	}
	return min(t[0].gain-left, mostGained)
}

// largeGains returns the squares of the regions that large gains would settle, and those of
// the buildings that make them.
func largeGains(enclosures []engine.Enclosure) (gained, gaining engine.Bitboard) {
	for i := range enclosures {
		if e := &enclosures[i]; e.Gain >= evaluation.LargeGain {
			gained, gaining = gained.Or(e.Region), gaining.Or(e.Move.Squares())
		}
	}
	return gained, gaining
}
