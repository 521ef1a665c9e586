package tune

import "math"

// adam is the state of the Adam method: gradient descent with a separate step size for
// each number (Kingma and Ba, Adam: A Method for Stochastic Optimization, 2014).
type adam[number float32 | float64] struct {
	mean, square []number // moving averages of the gradients and their squares
	meanShare    float64  // the total weight of the gradients in mean; the rest is the initial 0
	squareShare  float64  // the same for square
	moves        []number
}

func newAdam[number float32 | float64](size int) *adam[number] {
	return &adam[number]{mean: make([]number, size), square: make([]number, size), moves: make([]number, size)}
}

// step returns the amounts to subtract from the numbers, each at most about size. The
// slice is valid until the next step.
func (a *adam[number]) step(gradient []number, size float64) []number {
	const keepMean, keepSquare, tiny = 0.9, 0.999, 1e-8
	a.meanShare = keepMean*a.meanShare + (1 - keepMean)
	a.squareShare = keepSquare*a.squareShare + (1 - keepSquare)
	pace, scale := number(size/a.meanShare), number(1/a.squareShare)
	for i, g := range gradient {
		a.mean[i] = keepMean*a.mean[i] + (1-keepMean)*g
		a.square[i] = keepSquare*a.square[i] + (1-keepSquare)*g*g
		a.moves[i] = pace * a.mean[i] / (number(math.Sqrt(float64(a.square[i]*scale))) + tiny)
	}
	return a.moves
}
