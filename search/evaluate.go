package search

import "cathedral/engine"

// The evaluation estimates the final margin for the side to move, in hundredths
// of a square, as a sum of features times weights. The side to move and the side
// that waits have weights of their own, since the one may close or save what the
// other cannot any more; and both change from the empty city to the full one.

// weight is what one count of a feature is worth with an empty and with a full
// city, in hundredths of a square.
type weight struct{ empty, full int32 }

// weights are the worth of the features to the side to move and to the one that waits.
type weights struct {
	moving  [numFeatures]weight
	waiting [numFeatures]weight
	tempo   weight // the worth of being to move
}

// fullCity is the number of squares that both sides' buildings cover in all.
const fullCity = 2 * engine.SideSquares

// at returns the weight times fullCity when so many squares are built on.
func (w weight) at(built int32) int32 { return w.empty*(fullCity-built) + w.full*built }

// built returns how many squares both sides have built on.
func (f *features) built() int32 {
	return fullCity - f.side[engine.Light][unplacedSquares] - f.side[engine.Dark][unplacedSquares]
}

// value returns the estimated margin for the side to move.
func (w *weights) value(f *features, side engine.Side) int32 {
	built := f.built()
	moving, waiting := &f.side[side], &f.side[side.Opponent()]
	sum := w.tempo.at(built)
	for i := range w.moving {
		sum += w.moving[i].at(built)*moving[i] - w.waiting[i].at(built)*waiting[i]
	}
	return sum / fullCity
}

// Term is one part of the static evaluation.
type Term struct {
	Name        string
	Light, Dark int // hundredths of a square, each side's own share
}

// Explain returns the static evaluation term by term, and its total for the side
// to move in hundredths of a square. The total is the sum of the side's shares
// less the sum of its opponent's, but for rounding.
func Explain(p *engine.Position) (terms []Term, total int) {
	var f features
	f.extract(p)
	built := f.built()
	shares := func(moving, waiting int32) (light, dark int) {
		if p.Side() == engine.Light {
			return int(moving / fullCity), int(waiting / fullCity)
		}
		return int(waiting / fullCity), int(moving / fullCity)
	}
	for i, name := range featureNames {
		light, dark := shares(
			defaultWeights.moving[i].at(built)*f.side[p.Side()][i],
			defaultWeights.waiting[i].at(built)*f.side[p.Side().Opponent()][i])
		terms = append(terms, Term{name, light, dark})
	}
	light, dark := shares(defaultWeights.tempo.at(built), 0)
	terms = append(terms, Term{"to move", light, dark})
	var sums hiddenSums
	sums.begin(defaultNetwork, p.Side(), p)
	network := defaultNetwork.value(&sums, built)
	light, dark = shares(network*fullCity, 0)
	terms = append(terms, Term{"network", light, dark})
	return terms, int(defaultWeights.value(&f, p.Side()) + network)
}
