package ordering

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// rankCounts has the count of each ranking feature of a placement, in the order of
// rankNames. The rank of the placement is the sum of its counts times their
// weights.
type rankCounts [numRankFeatures]int8

// rankNames has the name of each feature.
var rankNames = [numRankFeatures]string{
	"tavern", "stable", "inn", "bridge", "square", "manor", "abbey", "tower", "infirmary", "castle", "academy",
	"covers own pocket", "covers enemy's pocket", "covers own wide pocket", "covers enemy's wide pocket",
	"covers own influence", "covers enemy's influence", "covers own territory",
	"covers edge", "covers second ring", "covers third ring", "covers fourth ring",
	"covers near last building", "covers off last building", "covers near Cathedral",
	"covers beside own wall", "covers beside enemy's wall", "covers at own corner", "covers at enemy's corner",
	"covers near own lone building", "covers near enemy's lone building",
	"covers own gains", "covers moves that gain", "covers enemy's moves that gain",
	"touches own wall", "touches enemy's wall", "touches Cathedral", "touches own territory",
	"touches own lone building", "touches enemy's lone building", "touches own pocket", "touches enemy's pocket",
	"touches last building", "touches own influence", "touches enemy's influence",
	"joins own wall", "joins own wall at the edge", "fills own territory",
	"gains", "gains few squares", "gains squares", "parries squares",
}

// countsOf returns the counts of the given placements at n. It is the slow twin of
// Ranker. Placements of the Cathedral are not ranked.
func countsOf(n *evaluation.Node, placements []engine.Move) []rankCounts {
	p := n.Position()
	grounds, wins := groundsOf(n), p.Gains()
	threats := n.Enclosures(p.Side().Opponent())
	counts := make([]rankCounts, len(placements))
	for i, m := range placements {
		counts[i].of(p, m, &grounds, &wins, threats)
	}
	return counts
}

// of sets c to the counts of m.
func (c *rankCounts) of(p *engine.Position, m engine.Move, grounds *[numGrounds]engine.Bitboard, wins *engine.Gains, threats []engine.Enclosure) {
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
