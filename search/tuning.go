package search

import "cathedral/engine"

// What a tool has to know of the evaluation and of the ranking of moves to fit them.

// Counts are what the evaluation makes of a position on the way to its estimate.
type Counts struct {
	// Moving and Waiting have the features of the side to move and of the other one,
	// in the order of WeightNames.
	Moving, Waiting [numFeatures]int32
	Built           int      // squares that both sides have built on, up to twice engine.SideSquares
	Inputs          []uint16 // of the network, that are there: in no order, each below NetworkInputs
	Phase           int      // the network's output layer, below Phases
	Estimate        int      // what the engine makes of it: hundredths of a square, for the side to move
}

// Count returns what the evaluation makes of a position.
func Count(p *engine.Position) Counts {
	var f features
	f.extract(p)
	side, built := p.Side(), f.built()
	var sums hiddenSums
	sums.begin(defaultNetwork, side, p)
	return Counts{
		Moving:   f.side[side],
		Waiting:  f.side[side.Opponent()],
		Built:    int(built),
		Inputs:   networkInputs(p),
		Phase:    phaseOf(built),
		Estimate: int(defaultWorths.value(&f, side) + defaultNetwork.value(&sums, built)),
	}
}

// networkInputs returns the inputs of the network that are there in a position, as
// the side to move sees it: the slow twin of hiddenSums.
func networkInputs(p *engine.Position) []uint16 {
	var inputs []uint16
	side := p.Side()
	for i, plane := range planes(p, side) {
		for square := range plane.Squares() {
			inputs = append(inputs, uint16(squareInput(i, side, square)))
		}
	}
	for whose, owner := range [2]engine.Side{side, side.Opponent()} {
		for b := engine.Tavern; b < engine.Cathedral; b++ {
			for copy := range p.Hand(owner).Count(b) {
				inputs = append(inputs, uint16(handInput(whose, b, copy)))
			}
		}
	}
	return inputs
}

// TurnedInput returns the input of the network that an input becomes when the
// board, as the side to move sees it, is turned clockwise by a number of quarters.
func TurnedInput(input uint16, quarters int) uint16 {
	plane, square := int(input)/boardSquares, int(input)%boardSquares
	if plane >= networkPlanes {
		return input // of a hand
	}
	turned := engine.NewSquare(square/engine.Columns, square%engine.Columns)
	for range quarters & 3 {
		turned = engine.NewSquare(turned.Column(), engine.Rows-1-turned.Row())
	}
	return uint16(squareInput(plane, engine.Light, turned))
}

// WeightNames returns the names that the source has for the features, in their
// order.
func WeightNames() []string {
	names := [numFeatures]string{
		unplacedSquares:   "unplacedSquares",
		unfitSquares:      "unfitSquares",
		tightSquares:      "tightSquares",
		roomForLarge:      "roomForLarge",
		roomForSmall:      "roomForSmall",
		territorySquares:  "territorySquares",
		spareTerritory:    "spareTerritory",
		pocketSquares:     "pocketSquares",
		widePocketSquares: "widePocketSquares",
		influencedSquares: "influencedSquares",
		loneSquares:       "loneSquares",
		hangingSquares:    "hangingSquares",
		hangingCathedral:  "hangingCathedral",
		borderSquares:     "borderSquares",
		elbowRoom:         "elbowRoom",
	}
	return names[:]
}

// RankCounts are what the ranking of moves counts of one move.
type RankCounts [numRankFeatures]int8

// RankingOf returns what the ranking counts of placements in a position, in
// their order. last is the building that was placed before. The Cathedral's
// placements are not ranked.
func RankingOf(p *engine.Position, last engine.Move, placements []engine.Move) []RankCounts {
	var f features
	f.extract(p)
	wide := f.ground[p.Side()].wide
	grounds, wins := groundsOf(p, &f, last), p.Gains(wide)
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
