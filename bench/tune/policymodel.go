package tune

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"cathedral/engine"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
)

// PolicyModel holds the numbers of a policy as floating-point numbers for the fit: see
// [ordering.Policy].
type PolicyModel struct {
	all []float32 // all of the following, in one slice

	inputs []float32 // by input of the network and unit
	start  []float32 // by unit
	rows   []float32 // by placement and unit
	bias   []float32 // by placement
	share  []float32 // of the rank, by phase
}

func newPolicyModel() *PolicyModel {
	m := &PolicyModel{}
	sizes := []int{evaluation.NumInputs * hidden, hidden, ordering.NumPlacements * hidden, ordering.NumPlacements, evaluation.Phases}
	m.all = allot(sizes, &m.inputs, &m.start, &m.rows, &m.bias, &m.share)
	return m
}

// The fixed-point scales of [ordering.Policy].
const (
	rowScale   = 64
	milliScale = 1000
	shareScale = 1024

	// The numbers of inputs are multiples of inputStep, so that the site sends less.
	inputStep = 4
)

// Policy returns the policy in the engine's form. It clamps numbers that are out of range.
func (m *PolicyModel) Policy() *ordering.Policy {
	p := new(ordering.Policy)
	m.eachRow(p, toFixed[int8], toFixed[int16])
	for i := range p.Inputs {
		for k, number := range p.Inputs[i] {
			half := int16(inputStep / 2)
			if number < 0 {
				half = -half
			}
			p.Inputs[i][k] = (number + half) / inputStep * inputStep
		}
	}
	return p
}

// NewPolicyModel returns the model of a policy in the engine's form.
func NewPolicyModel(p *ordering.Policy) *PolicyModel {
	m := newPolicyModel()
	m.eachRow(p, fromFixed[int8], fromFixed[int16])
	return m
}

// eachRow calls short and narrow with each row of numbers of p, of 8 and of 16 bits, the numbers of m
// that it stands for and their scale.
func (m *PolicyModel) eachRow(p *ordering.Policy, short func([]float32, float64, []int8), narrow func([]float32, float64, []int16)) {
	narrow(m.start, hiddenScale, p.Start[:])
	for i := range p.Inputs {
		narrow(m.inputs[i*hidden:], hiddenScale, p.Inputs[i][:])
	}
	for i := range p.Rows {
		short(m.rows[i*hidden:], rowScale, p.Rows[i][:])
	}
	narrow(m.bias, milliScale, p.Bias[:])
	narrow(m.share, shareScale, p.Share[:])
}

// counselling holds the intermediate values of an example's odds, for their gradient.
type counselling struct {
	sums, units [hidden]float32
	placements  []uint16  // of the candidates, turned
	logits      []float64 // those of candidates that are drawn count for all that they stand for
	targets     []float64
}

// logit returns the logarithm of the odds of a placement with a rank, once the units are known.
func (m *PolicyModel) logit(e *PolicyExample, c *counselling, placement uint16, rank int32) float64 {
	row, sum := (*[hidden]float32)(m.rows[int(placement)*hidden:]), float32(0)
	for k := range row {
		sum += row[k] * c.units[k]
	}
	top := e.Candidates[0].Rank
	return float64(sum + m.bias[placement] + m.share[e.Phase]*float32(rank-top)/milliScale)
}

// see sets the units of an example whose board is turned clockwise by a number of quarter turns.
func (m *PolicyModel) see(e *PolicyExample, quarters int, c *counselling) {
	copy(c.sums[:], m.start)
	seen := &perspectives[0][quarters]
	for _, input := range e.Inputs {
		row := (*[hidden]float32)(m.inputs[int(seen[input])*hidden:])
		for k := range row {
			c.sums[k] += row[k]
		}
	}
	for k, sum := range c.sums {
		c.units[k] = max(0, min(sum, hiddenLimit))
	}
}

// The target of a fit gives a placement the odds of its estimate, e times less for each
// targetSpread squares, and the choice of a search chosenShare of all.
const (
	targetSpread = 0.5
	chosenShare  = 0.8
)

// loss returns the mean negative logarithm, over the target, of the probabilities of an example's
// candidates. It leaves the logarithms' derivatives by the logits in c.logits.
func (m *PolicyModel) loss(e *PolicyExample, quarters int, c *counselling) float64 {
	m.see(e, quarters, c)
	c.placements, c.logits, c.targets = c.placements[:0], c.logits[:0], c.targets[:0]
	many := math.Log(float64(e.Unlikely) / float64(max(1, len(e.Candidates)-e.Drawn)))
	for i, candidate := range e.Candidates {
		placement, more := turnedPlacements[quarters][candidate.Placement], 0.0
		if i >= e.Drawn {
			more = many
		}
		c.placements = append(c.placements, placement)
		c.logits = append(c.logits, m.logit(e, c, placement, candidate.Rank)+more)
		c.targets = append(c.targets, float64(candidate.Estimate)/(100*targetSpread)+more)
	}
	byLogits, byTargets := floats.LogSumExp(c.logits), floats.LogSumExp(c.targets)
	loss := 0.0
	for i := range c.logits {
		target := math.Exp(c.targets[i] - byTargets)
		if e.Chosen >= 0 {
			target *= 1 - chosenShare
			if i == e.Chosen {
				target += chosenShare
			}
		}
		logarithm := c.logits[i] - byLogits
		loss -= target * logarithm
		c.logits[i] = math.Exp(logarithm) - target
	}
	return loss
}

// addGradient adds to gradient the derivatives of an example's loss, which has just been computed.
func (m *PolicyModel) addGradient(gradient *PolicyModel, e *PolicyExample, quarters int, c *counselling) {
	var slopes [hidden]float32
	top := e.Candidates[0].Rank
	for i, byLogit := range c.logits {
		slope := float32(byLogit)
		if max(slope, -slope) < 1e-4 {
			continue // most candidates are out of question
		}
		placement := int(c.placements[i])
		row, byRow := (*[hidden]float32)(m.rows[placement*hidden:]), (*[hidden]float32)(gradient.rows[placement*hidden:])
		for k := range row {
			byRow[k] += slope * c.units[k]
			slopes[k] += slope * row[k]
		}
		gradient.bias[placement] += slope
		gradient.share[e.Phase] += slope * float32(e.Candidates[i].Rank-top) / milliScale
	}
	for k, sum := range c.sums {
		if sum <= 0 || sum >= hiddenLimit {
			slopes[k] = 0
		}
		gradient.start[k] += slopes[k]
	}
	seen := &perspectives[0][quarters]
	for _, input := range e.Inputs {
		row := (*[hidden]float32)(gradient.inputs[int(seen[input])*hidden:])
		for k := range row {
			row[k] += slopes[k]
		}
	}
}

// before returns the number of placements that the model prefers to the one that was chosen.
func (m *PolicyModel) before(e *PolicyExample, c *counselling) int {
	m.see(e, 0, c)
	chosen, count := e.Candidates[e.Chosen], 0
	best := m.logit(e, c, chosen.Placement, chosen.Rank)
	for i, candidate := range e.Candidates {
		if i != e.Chosen && m.logit(e, c, candidate.Placement, candidate.Rank) >= best {
			count++
		}
	}
	for _, candidate := range e.Rest {
		if m.logit(e, c, candidate.Placement, candidate.Rank) >= best {
			count++
		}
	}
	return count
}

// turnedPlacements has, by quarter turns, for each placement that which covers the same squares after
// the board, as its side sees it, is rotated clockwise.
var turnedPlacements = makeTurnedPlacements()

func makeTurnedPlacements() (all [4][ordering.NumPlacements]uint16) {
	var maps engine.Maps
	engine.PlacementMaps(engine.AllSquares(), engine.Light, &maps)
	for i := range engine.SideShapes {
		for anchor := range maps.At(i).Squares() {
			move := engine.NewMove(engine.SideShape(engine.Light, i), anchor)
			for quarters := range 4 {
				all[quarters][ordering.PlacementIndex(move, engine.Light)] = uint16(ordering.PlacementIndex(move.Rotate(quarters), engine.Light))
			}
		}
	}
	return all
}
