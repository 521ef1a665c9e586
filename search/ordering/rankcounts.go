package ordering

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// Counts has the count of each ranking feature of a placement, in the order of
// FeatureNames. The rank of the placement is the sum of its counts times their
// weights.
type Counts [numRankFeatures]int8

// FeatureNames returns the names of the features, in the order of Counts.
func FeatureNames() []string { return append([]string(nil), rankNames[:]...) }

// Count returns the counts of the given placements at n. It is the slow twin of
// Ranker. Placements of the Cathedral are not ranked.
func Count(n *evaluation.Node, placements []engine.Move) []Counts {
	p := n.Position()
	grounds, wins := groundsOf(n), p.Gains()
	threats := n.Enclosures(p.Side().Opponent())
	counts := make([]Counts, len(placements))
	for i, m := range placements {
		counts[i].of(p, m, &grounds, &wins, threats)
	}
	return counts
}

// of sets c to the counts of m.
func (c *Counts) of(p *engine.Position, m engine.Move, grounds *[numGrounds]engine.Bitboard, wins *engine.Gains, threats []engine.Enclosure) {
	c[m.Building()] = 1
	squares, rim := m.Squares(), m.Rim()
	for i := range grounds {
		feature := firstCover + rankFeature(i)
		if feature < firstTouch {
			c[feature] = int8(squares.And(grounds[i]).Count())
		} else {
			c[feature] = int8(rim.And(grounds[i]).Count())
		}
	}
	if squares.Grow().Intersects(p.Buildings(p.Side())) {
		c[joinsOwn] = 1
		if squares.Intersects(edge) {
			c[joinsOwnAtEdge] = 1
		}
	}
	if p.Territory(p.Side()).Contains(squares) {
		c[fillsTerritory] = 1
	}
	if gain := wins.Of(m.Plain()); gain > 0 {
		c[gains], c[gainsFew], c[gainsSquares] = 1, int8(min(gain, fewGained)), int8(min(gain, mostGained))
	}
	most, left := 0, 0
	for i := range threats {
		if e := &threats[i]; e.Gain >= evaluation.LargeGain {
			if most = max(most, e.Gain); !squares.Intersects(e.Region.Or(e.Move.Squares())) {
				left = max(left, e.Gain)
			}
		}
	}
	c[parries] = int8(min(most-left, mostGained))
}
