package tune

import (
	"errors"

	"gonum.org/v1/gonum/mat"
)

// regression finds the weights of a sum of inputs that come nearest to a target
// over many rows, by least squares. It keeps the normal equations only, so that
// rows cost no memory.
type regression struct {
	inputs  int
	squares []float64 // sums of products of two inputs, row by row, below the diagonal only
	targets []float64 // sums of products of an input and the target
}

func newRegression(inputs int) *regression {
	return &regression{inputs, make([]float64, inputs*inputs), make([]float64, inputs)}
}

// add takes a row into account. It keeps nothing of inputs.
func (r *regression) add(inputs []float64, target float64) {
	for i, x := range inputs {
		if x == 0 {
			continue
		}
		row := r.squares[i*r.inputs : i*r.inputs+i+1]
		for j, y := range inputs[:i+1] {
			row[j] += x * y
		}
		r.targets[i] += x * target
	}
}

// solve returns the weights. The ridge, a positive number, pulls weights that the
// rows hardly speak of towards 0: so many rows of each input alone, with a target
// of 0, would do the same (Hoerl and Kennard, Ridge Regression, 1970).
func (r *regression) solve(ridge float64) ([]float64, error) {
	equations := mat.NewSymDense(r.inputs, nil)
	for i := range r.inputs {
		for j := range i + 1 {
			equations.SetSym(i, j, r.squares[i*r.inputs+j])
		}
		equations.SetSym(i, i, equations.At(i, i)+ridge)
	}
	var factors mat.Cholesky
	if !factors.Factorize(equations) {
		return nil, errors.New("the data do not determine the weights: try more games or a larger ridge")
	}
	solution := mat.NewVecDense(r.inputs, nil)
	if err := factors.SolveVecTo(solution, mat.NewVecDense(r.inputs, r.targets)); err != nil {
		return nil, err
	}
	return solution.RawVector().Data, nil
}
