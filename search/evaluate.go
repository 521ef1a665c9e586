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

// worths are the weights at one moment of the game, times fullCity.
type worths struct {
	moving, waiting [numFeatures]int32
	tempo           int32
}

// worthTable has the worths by the number of squares built on, so that they need
// not be worked out for each position.
type worthTable [fullCity + 1]worths

// defaultWorths are what defaultWeights come to.
var defaultWorths = defaultWeights.worths()

func (w *weights) worths() *worthTable {
	table := new(worthTable)
	for i := range table {
		at, built := &table[i], int32(i)
		at.tempo = w.tempo.at(built)
		for feature := range w.moving {
			at.moving[feature] = w.moving[feature].at(built)
			at.waiting[feature] = w.waiting[feature].at(built)
		}
	}
	return table
}

// at returns the weight times fullCity when so many squares are built on.
func (w weight) at(built int32) int32 { return w.empty*(fullCity-built) + w.full*built }

// built returns how many squares both sides have built on.
func (f *features) built() int32 {
	return fullCity - f.side[engine.Light][unplacedSquares] - f.side[engine.Dark][unplacedSquares]
}

// value returns the estimated margin for the side to move.
func (t *worthTable) value(f *features, side engine.Side) int32 {
	at := &t[f.built()]
	moving, waiting := &f.side[side], &f.side[side.Opponent()]
	sum := at.tempo
	for i := range at.moving {
		sum += at.moving[i]*moving[i] - at.waiting[i]*waiting[i]
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
	at := &defaultWorths[f.built()]
	shares := func(moving, waiting int32) (light, dark int) {
		if p.Side() == engine.Light {
			return int(moving / fullCity), int(waiting / fullCity)
		}
		return int(waiting / fullCity), int(moving / fullCity)
	}
	for i, name := range featureNames {
		light, dark := shares(
			at.moving[i]*f.side[p.Side()][i],
			at.waiting[i]*f.side[p.Side().Opponent()][i])
		terms = append(terms, Term{name, light, dark})
	}
	light, dark := shares(at.tempo, 0)
	terms = append(terms, Term{"to move", light, dark})
	var sums hiddenSums
	sums.begin(defaultNetwork, p.Side(), p)
	network := defaultNetwork.value(&sums, f.built())
	light, dark = shares(network*fullCity, 0)
	terms = append(terms, Term{"network", light, dark})
	return terms, int(defaultWorths.value(&f, p.Side()) + network)
}
