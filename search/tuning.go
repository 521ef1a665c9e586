package search

import (
	"cathedral/engine"
	"cathedral/search/evaluation"
)

// RankCounts are what the ranking of moves counts of one move.
type RankCounts [numRankFeatures]int8

// RankingOf returns what the ranking counts of placements in a position, in
// their order. last is the building that was placed before. The Cathedral's
// placements are not ranked.
func RankingOf(p *engine.Position, last engine.Move, placements []engine.Move) []RankCounts {
	var n evaluation.Node
	n.Start(p)
	f := n.Features()
	wide := f.Ground[p.Side()].Wide
	grounds, wins := groundsOf(p, f, last), p.Gains(wide)
	counts := make([]RankCounts, len(placements))
	for i, m := range placements {
		counts[i].of(p, m, &grounds, &wins, wide.Grow())
	}
	return counts
}

// of counts one placement: the slow twin of ranker.rank.
func (c *RankCounts) of(p *engine.Position, m engine.Move, grounds *[numGrounds]engine.Bitboard, wins *engine.Gains, closable engine.Bitboard) {
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
	joined := squares.Grow().Intersects(p.Buildings(p.Side()))
	if joined {
		c[joinsOwn] = 1
		if squares.Intersects(edge) {
			c[joinsOwnAtEdge] = 1
		}
	}
	if p.Territory(p.Side()).Contains(squares) {
		c[fillsTerritory] = 1
		return
	}
	if !joined || !squares.Intersects(closable) {
		return
	}
	if gain := wins.Of(m); gain > 0 {
		c[gains], c[gainsFew], c[gainsSquares] = 1, int8(min(gain, fewGained)), int8(min(gain, mostGained))
	}
}

// RankNames returns the names of what RankCounts counts, in their order.
func RankNames() []string { return rankNames[:] }
