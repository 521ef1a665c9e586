package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
)

// The fit works like that of the evaluation, in smaller batches.
const (
	policyBatch  = 256
	policyStep   = 0.003
	policyShares = 4
)

// PolicyFit is a fit of a policy to examples. It passes over them Epochs times and turns each board at
// random. On processors of the same kind the same examples give the same policy.
type PolicyFit struct {
	Epochs   int
	Examples []PolicyExample
	// Report is called with the number of examples done in all epochs and their number.
	Report func(done, total int)
}

// Run returns the policy that fits the examples that are not held best, rounded to the precision
// of the engine's files, or ctx's error.
func (f *PolicyFit) Run(ctx context.Context) (*PolicyModel, error) {
	var learned []*PolicyExample
	for i := range f.Examples {
		if e := &f.Examples[i]; !e.Held {
			learned = append(learned, e)
		}
	}
	m, random := newPolicyModel(), rand.New(rand.NewPCG(1, 0))
	for i := range m.inputs {
		m.inputs[i] = float32(0.05 * random.NormFloat64()) // units that begin with zeros would stay equal
	}
	for i := range m.start {
		m.start[i] = float32(0.1 * random.NormFloat64())
	}
	for i := range m.share {
		m.share[i] = 1
	}
	var gradients [policyShares]*PolicyModel
	for i := range gradients {
		gradients[i] = newPolicyModel()
	}
	descent, done, total := newAdam(len(m.all)), 0, f.Epochs*len(learned)
	for range f.Epochs {
		random.Shuffle(len(learned), func(i, j int) { learned[i], learned[j] = learned[j], learned[i] })
		for at := 0; at < len(learned); at += policyBatch {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			batch := learned[at:min(at+policyBatch, len(learned))]
			quarters := make([]int, len(batch))
			for i := range quarters {
				quarters[i] = random.IntN(4)
			}
			step := policyStep * (1 + math.Cos(math.Pi*float64(done)/float64(total))) / 2
			for i, move := range descent.step(m.gradient(&gradients, batch, quarters), step) {
				m.all[i] -= move
			}
			done += len(batch)
			f.Report(done, total)
		}
	}
	return NewPolicyModel(m.Policy()), nil
}

// gradient returns the mean of the derivatives of the losses of a batch, in the order of all. The first
// of gradients owns the slice.
func (m *PolicyModel) gradient(gradients *[policyShares]*PolicyModel, batch []*PolicyExample, quarters []int) []float32 {
	var working sync.WaitGroup
	var all [policyShares][]float32
	for share, g := range gradients {
		all[share] = g.all
		working.Go(func() {
			var c counselling
			clear(g.all)
			for i := share; i < len(batch); i += policyShares {
				m.loss(batch[i], quarters[i], &c)
				m.addGradient(g, batch[i], quarters[i], &c)
			}
		})
	}
	working.Wait()
	return meanGradient(all[:], len(batch))
}

// Measure returns the mean loss of the examples that are held out, and how often the choice of a search
// is among the first placements.
func (m *PolicyModel) Measure(examples []PolicyExample) (loss float64, held int, recall Recall) {
	var c counselling
	for i := range examples {
		e := &examples[i]
		if !e.Held {
			continue
		}
		held++
		loss += m.loss(e, 0, &c)
		if e.Chosen >= 0 {
			recall.Add(e.Ply, m.before(e, &c))
		}
	}
	return loss / float64(max(1, held)), held, recall
}
