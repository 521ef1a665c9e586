package tune

import "math"

// adam is the state of Adam's method, gradient descent with a step of its own for
// each number (Kingma and Ba, Adam: A Method for Stochastic Optimization, 2014).
type adam[number float32 | float64] struct {
	mean, square []number // of the gradients, newer ones counting more
	meanShare    float64  // of gradients in mean, the rest being the zero it began with
	squareShare  float64
	moves        []number
}

func newAdam[number float32 | float64](size int) *adam[number] {
	return &adam[number]{mean: make([]number, size), square: make([]number, size), moves: make([]number, size)}
}

// step returns by how much each number is to be lowered, at most about size. What
// it returns is good until the next step.
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
