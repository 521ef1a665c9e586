package tune

import (
	"math"

	"cathedral/engine"
	"cathedral/search"
)

// Weights are what the counts of the evaluation are worth, in hundredths of a
// square: the model of search's evaluate.go.
type Weights struct {
	Moving, Waiting []Weight // in the order of search.WeightNames
	Tempo           Weight
}

// Weight is what one count is worth with an empty and with a full city. Between
// them it changes evenly with the squares built on.
type Weight struct{ Empty, Full int }

// Example is a position as the regression sees it.
type Example struct {
	Counts search.Counts
	Ply    int
	Margin int // final, for the side to move, in squares
	// Settles tells that the side to move claimed or captured at once.
	Settles bool
}

// NewExample returns the example of a moment.
func NewExample(moment *Moment) Example {
	return Example{
		Counts:  search.Count(&moment.Position),
		Ply:     moment.Position.Ply(),
		Margin:  moment.Margin,
		Settles: moment.Settles,
	}
}

// FitWeights returns the weights that come nearest to the margins of examples,
// given one after the other, by ridge regression.
func FitWeights(examples []Example, ridge float64) (Weights, error) {
	features := len(search.WeightNames())
	regression := newRegression(4*features + 2)
	var inputs []float64
	for i := range examples {
		inputs = appendInputs(inputs[:0], &examples[i].Counts)
		regression.add(inputs, float64(examples[i].Margin))
	}
	solution, err := regression.solve(ridge)
	if err != nil {
		return Weights{}, err
	}
	return newWeights(solution, features), nil
}

// appendInputs appends the inputs of the regression: two for each weight of the
// side to move, of the waiting one, and of the right to move.
func appendInputs(inputs []float64, counts *search.Counts) []float64 {
	full := fullness(counts)
	both := func(count float64) { inputs = append(inputs, count*(1-full), count*full) }
	for _, count := range counts.Moving {
		both(float64(count))
	}
	for _, count := range counts.Waiting {
		both(-float64(count))
	}
	both(1)
	return inputs
}

// fullness returns how full the city is, from 0 to 1.
func fullness(counts *search.Counts) float64 {
	return float64(counts.Built) / (2 * engine.SideSquares)
}

// newWeights returns a solution as weights in whole hundredths of a square.
func newWeights(solution []float64, features int) Weights {
	next := func() Weight {
		weight := Weight{int(math.Round(100 * solution[0])), int(math.Round(100 * solution[1]))}
		solution = solution[2:]
		return weight
	}
	var w Weights
	for range features {
		w.Moving = append(w.Moving, next())
	}
	for range features {
		w.Waiting = append(w.Waiting, next())
	}
	w.Tempo = next()
	return w
}

// Estimate returns what the weights make of a position, in squares for the side
// to move.
func (w *Weights) Estimate(counts *search.Counts) float64 {
	full := fullness(counts)
	worth := func(weight Weight) float64 {
		return float64(weight.Empty)*(1-full) + float64(weight.Full)*full
	}
	sum := worth(w.Tempo)
	for i, count := range counts.Moving {
		sum += worth(w.Moving[i]) * float64(count)
	}
	for i, count := range counts.Waiting {
		sum -= worth(w.Waiting[i]) * float64(count)
	}
	return sum / 100
}
