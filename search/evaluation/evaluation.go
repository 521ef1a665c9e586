// Package evaluation estimates the final margin of a position, in hundredths of a
// square, without a search. The estimate has two parts. One is a weighted sum of
// features: features.go counts them, weights.go has their weights. The other is a
// network that sees the board square by square: inputs.go has its inputs, network.go its
// structure, network.bin its numbers. Package bench/tune fits both.
package evaluation

import "cathedral/engine"

// weight is the worth of one count of a feature with an empty and with a full city,
// in hundredths of a square.
type weight struct{ empty, full int32 }

// weights has the weights of the features, for the side to move and for the side
// that waits. They differ because the side to move may close or save what the other
// no longer can.
type weights struct {
	moving  [numFeatures]weight
	waiting [numFeatures]weight
	tempo   weight // the worth of the move itself
}

// Weights returns the weights that the engine plays with, in hundredths of a square,
// each for an empty and for a full city. They are those of the features of the side to
// move, of the side that waits, and of the right to move.
func Weights() [][2]int {
	var list [][2]int
	for _, part := range [][]weight{defaultWeights.moving[:], defaultWeights.waiting[:], {defaultWeights.tempo}} {
		for _, w := range part {
			list = append(list, [2]int{int(w.empty), int(w.full)})
		}
	}
	return list
}

// fullCity is the number of squares that the buildings of both sides cover
// altogether.
const fullCity = 2 * engine.SideSquares

// phaseWeights has the weights at one moment of the game, times fullCity.
type phaseWeights struct {
	moving, waiting [numFeatures]int32
	tempo           int32
}

// phaseTable has the weights for each number of squares built on, so that they are
// not computed for every position.
type phaseTable [fullCity + 1]phaseWeights

// phases has the weights that the engine plays with.
var phases = defaultWeights.phases()

func (w *weights) phases() *phaseTable {
	table := new(phaseTable)
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

// at returns the weight, times fullCity, when the buildings cover built squares.
func (w weight) at(built int32) int32 { return w.empty*(fullCity-built) + w.full*built }

// sum returns the counted part of the estimate for side, which is to move.
func (t *phaseTable) sum(f *Features, side engine.Side) int32 {
	at := &t[f.Built()]
	moving, waiting := &f.Counts[side], &f.Counts[side.Opponent()]
	sum := at.tempo
	for i := range at.moving {
		sum += at.moving[i]*moving[i] - at.waiting[i]*waiting[i]
	}
	return sum / fullCity
}

// Term is one part of the evaluation.
type Term struct {
	Name        string
	Light, Dark int // the share of each side, in hundredths of a square
}

// Explain returns the evaluation of p term by term, features first, and its total
// for the side to move, in hundredths of a square. Apart from rounding, the total is
// the sum of that side's shares minus the sum of its opponent's.
func Explain(p *engine.Position) (terms []Term, total int) {
	var n Node
	n.Start(p, engine.NoMove)
	f := n.WithGains()
	at := &phases[f.Built()]
	shares := func(moving, waiting int32) (light, dark int) {
		if p.Side() == engine.Light {
			return int(moving / fullCity), int(waiting / fullCity)
		}
		return int(waiting / fullCity), int(moving / fullCity)
	}
	for i, name := range featureNames {
		light, dark := shares(
			at.moving[i]*f.Counts[p.Side()][i],
			at.waiting[i]*f.Counts[p.Side().Opponent()][i])
		terms = append(terms, Term{name, light, dark})
	}
	light, dark := shares(at.tempo, 0)
	terms = append(terms, Term{"to move", light, dark})
	light, dark = shares((n.Evaluate()-phases.sum(f, p.Side()))*fullCity, 0)
	terms = append(terms, Term{"network", light, dark})
	return terms, int(n.Evaluate())
}
