package search

import "cathedral/engine"

// What a tool that fits the weights of the evaluation has to know of it.

// Counts are what the evaluation weighs in a position.
type Counts struct {
	// Moving and Waiting have the counts of the side to move and of the other one,
	// in the order of WeightNames.
	Moving, Waiting []int32
	Built           int // squares that both sides have built on
	Estimate        int // what the weights in use make of it: hundredths of a square, for the side to move
}

// Count returns what the evaluation weighs in a position.
func Count(p *engine.Position) Counts {
	var f features
	f.extract(p)
	side := p.Side()
	return Counts{
		Moving:   f.side[side][:],
		Waiting:  f.side[side.Opponent()][:],
		Built:    int(f.built()),
		Estimate: int(defaultWeights.value(&f, side)),
	}
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
