package tune

import "math"

// adam is the state of the Adam method: gradient descent with a separate step size for
// each number (Kingma and Ba, Adam: A Method for Stochastic Optimization, 2014). The exported
// fields are on file.
type adam struct {
	Mean, Square []float32 // moving averages of the gradients and their squares
	MeanShare    float64   // the total weight of the gradients in Mean; the rest is the initial 0
	SquareShare  float64   // the same for Square
	moves        []float32
}

func newAdam(size int) *adam {
	return &adam{Mean: make([]float32, size), Square: make([]float32, size), moves: make([]float32, size)}
}

// step returns the amounts to subtract from the numbers, each at most about size. The
// slice is valid until the next step.
func (a *adam) step(gradient []float32, size float64) []float32 {
	const keepMean, keepSquare, tiny = 0.9, 0.999, 1e-8
	a.MeanShare = keepMean*a.MeanShare + (1 - keepMean)
	a.SquareShare = keepSquare*a.SquareShare + (1 - keepSquare)
	pace, scale := float32(size/a.MeanShare), float32(1/a.SquareShare)
	for i, g := range gradient {
		a.Mean[i] = keepMean*a.Mean[i] + (1-keepMean)*g
		a.Square[i] = keepSquare*a.Square[i] + (1-keepSquare)*g*g
		a.moves[i] = pace * a.Mean[i] / (float32(math.Sqrt(float64(a.Square[i]*scale))) + tiny)
	}
	return a.moves
}

// resume continues from a state on file. It reports whether that belongs to as many numbers.
func (a *adam) resume(saved *adam) bool {
	if len(saved.Mean) != len(a.moves) || len(saved.Square) != len(a.moves) {
		return false
	}
	saved.moves = a.moves
	*a = *saved
	return true
}
