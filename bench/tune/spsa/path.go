// Package spsa tunes numbers by simultaneous perturbation stochastic approximation (Spall,
// 1992), as fishtest and OpenBench do for chess engines. Each iteration moves every number up
// or down at random, plays games between that setting and its opposite, and moves all numbers
// a little toward the setting that won. However many numbers there are, an iteration costs the
// same. The package knows neither games nor engines.
package spsa

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// Plan determines a run together with the results of its pairs of games.
type Plan struct {
	Numbers    []Number // at least one, with different names
	Iterations int      // at least 1
	Pairs      int      // of games in an iteration, at least 1
	// Rate is how far, in steps, a game won moves each number in the last iteration. fishtest
	// takes 0.002 for tens of thousands of pairs. A larger rate gets further with fewer pairs,
	// and ends with more noise.
	Rate float64
	Seed uint64 // of all random choices
}

// Check returns an error if the plan is invalid.
func (p *Plan) Check() error {
	names := map[string]bool{}
	for i := range p.Numbers {
		n := &p.Numbers[i]
		if err := n.Check(); err != nil {
			return err
		}
		if names[n.Name] {
			return fmt.Errorf("%s appears twice", n.Name)
		}
		names[n.Name] = true
	}
	switch {
	case len(p.Numbers) == 0:
		return errors.New("no number to tune")
	case p.Iterations < 1 || p.Pairs < 1:
		return fmt.Errorf("%d iterations of %d pairs: want 1 or more", p.Iterations, p.Pairs)
	case !(p.Rate > 0 && p.Rate <= 1):
		return fmt.Errorf("rate %g: want more than 0, up to 1", p.Rate)
	}
	return nil
}

// How fast the moves and the perturbations shrink: the exponents that Spall recommends. The
// moves begin as if stability, a share of the run, were already over. Otherwise the first
// ones would be too large.
const (
	moveDecay         = 0.602
	perturbationDecay = 0.101
	stability         = 0.1
)

// Open is the number of iterations that may be played at the same time. The settings of an
// iteration depend on the results of all iterations but the last Open-1 before it, even if
// those are known. So a run does not depend on the number of games at a time.
const Open = 4

// Path is the path of the numbers in a run so far. One goroutine at a time may use it.
type Path struct {
	Plan   Plan        // not to be changed
	Values [][]float64 // in the order of the numbers: first the starts, then those after each iteration

	pairs, points int // of the iteration that is next
}

// NewPath returns the path of a run of a valid plan before its first iteration.
func NewPath(plan Plan) *Path {
	start := make([]float64, len(plan.Numbers))
	for i := range start {
		start[i] = float64(plan.Numbers[i].Start)
	}
	return &Path{Plan: plan, Values: [][]float64{start}}
}

// Opened returns the number of iterations whose settings are known: those that are over and up
// to Open more.
func (p *Path) Opened() int { return min(p.Plan.Iterations, len(p.Values)-1+Open) }

// Settings returns the two settings of an opened iteration, from 0.
func (p *Path) Settings(iteration int) (plus, minus []int) {
	values := p.Values[max(0, iteration-Open+1)]
	signs, random := p.signs(iteration)
	for i := range p.Plan.Numbers {
		n := &p.Plan.Numbers[i]
		// On average, a value rounded at random is the value itself.
		move, round := p.perturbation(iteration)*n.Step*signs[i], random.Float64()
		plus = append(plus, int(math.Floor(n.within(n.within(values[i]+move)+round))))
		minus = append(minus, int(math.Floor(n.within(n.within(values[i]-move)+round))))
	}
	return plus, minus
}

// signs returns the direction of each number in the first setting of an iteration, and the
// random numbers that come next.
func (p *Path) signs(iteration int) ([]float64, *rand.Rand) {
	random := rand.New(rand.NewPCG(p.Plan.Seed, uint64(iteration)))
	signs := make([]float64, len(p.Plan.Numbers))
	for i := range signs {
		signs[i] = float64(2*random.IntN(2) - 1)
	}
	return signs, random
}

// perturbation returns the perturbation of an iteration in steps, 1 at the end.
func (p *Path) perturbation(iteration int) float64 {
	return math.Pow(float64(p.Plan.Iterations)/float64(iteration+1), perturbationDecay)
}

// Add adds the result of the next pair, in the order of the iterations: points for the setting
// plus in half points, from 0 to 4. The last pair of an iteration moves the numbers.
func (p *Path) Add(points int) {
	p.pairs, p.points = p.pairs+1, p.points+points
	if p.pairs < p.Plan.Pairs {
		return
	}
	iteration := len(p.Values) - 1
	all := float64(p.Plan.Iterations)
	gain := p.Plan.Rate * math.Pow((1+stability)*all/(stability*all+float64(iteration+1)), moveDecay)
	won := float64(p.points - 2*p.pairs) // games won less games lost
	signs, _ := p.signs(iteration)
	next := make([]float64, len(signs))
	for i := range next {
		n := &p.Plan.Numbers[i]
		next[i] = n.within(p.Values[iteration][i] + gain/p.perturbation(iteration)*won*n.Step*signs[i])
	}
	p.Values = append(p.Values, next)
	p.pairs, p.points = 0, 0
}

// Proposal returns the last values as whole numbers.
func (p *Path) Proposal() []int {
	proposal := make([]int, len(p.Plan.Numbers))
	for i, value := range p.Values[len(p.Values)-1] {
		proposal[i] = int(math.Round(value))
	}
	return proposal
}
