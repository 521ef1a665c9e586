package endings

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/optimize"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"cathedral/engine"
)

// Effort is the effort of proofs of positions of a ply.
type Effort struct {
	Ply       int `json:"ply"`
	Positions int `json:"positions"`
	Proven    int `json:"proven"`
	// Within counts the positions that were proven within each of Steps.
	Within [4]int `json:"within"`
	// Nodes are the median and the ninth decile of the nodes, 0 if so few positions are proven
	// that it is not known.
	Nodes [2]uint64 `json:"nodes"`
	// Share is the part of all nodes that the tenth of the positions with the most nodes took.
	Share float64 `json:"share_of_costliest_tenth"`
}

// Steps are the times that Effort.Within counts by.
func Steps() [4]time.Duration {
	return [4]time.Duration{time.Second, 10 * time.Second, time.Minute, 5 * time.Minute}
}

// Efforts returns the effort that the proofs of positions took, by ply in descending order. With
// verdictOnly, a position is proven if it is known who wins, and otherwise if the margin is.
func Efforts(positions []Ending, verdictOnly bool) []Effort {
	byPly := map[int][]*Ending{}
	for i := range positions {
		ply := positions[i].Position.Ply()
		byPly[ply] = append(byPly[ply], &positions[i])
	}
	var rows []Effort
	for ply, all := range byPly {
		rows = append(rows, effortOf(ply, all, verdictOnly))
	}
	slices.SortFunc(rows, func(a, b Effort) int { return cmp.Compare(b.Ply, a.Ply) })
	return rows
}

func effortOf(ply int, all []*Ending, verdictOnly bool) Effort {
	e := Effort{Ply: ply, Positions: len(all)}
	slices.SortFunc(all, func(a, b *Ending) int { return cmp.Compare(a.Nodes, b.Nodes) })
	total, costliest := 0.0, 0.0
	least := uint64(math.MaxUint64) // nodes of a proof that was given up
	for i, ending := range all {
		total += float64(ending.Nodes)
		if 10*(i+1) > 9*len(all) {
			costliest += float64(ending.Nodes)
		}
		if !ending.answers(verdictOnly) {
			least = min(least, ending.Nodes)
			continue
		}
		e.Proven++
		for step, limit := range Steps() {
			if ending.Time <= limit {
				e.Within[step]++
			}
		}
	}
	for i, rank := range [2]int{len(all) / 2, len(all) * 9 / 10} {
		if all[rank].Nodes < least {
			e.Nodes[i] = all[rank].Nodes
		}
	}
	if total > 0 {
		e.Share = costliest / total
	}
	return e
}

// Outlook is what the effort of late proofs says about a proof from an earlier position. The
// model: the decimal logarithm of the nodes is normally distributed around a straight line
// in a measure of the position. A proof that was given up takes more than it was allowed.
type Outlook struct {
	Base   float64 `json:"base"`   // decimal logarithm of the nodes if the measure is 0
	Slope  float64 `json:"slope"`  // of that, for each unit of the measure
	Spread float64 `json:"spread"` // standard deviation of the decimal logarithm
	// Median and Mean are decimal logarithms of the nodes that the earlier position takes. The mean
	// is far above the median, since few proofs take most of the time. Low and High are the
	// 95 % interval of Mean, by the bootstrap (Efron 1979).
	Median float64 `json:"median"`
	Mean   float64 `json:"mean"`
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
}

// Measure is a number on which the effort of a proof may depend.
type Measure func(p *engine.Position) float64

// ByPly measures a position by its ply.
func ByPly(p *engine.Position) float64 { return float64(p.Ply()) }

// ByMoves measures a position by the decimal logarithm of the number of pairs of a move of the
// side to move and a move of the other side.
func ByMoves(p *engine.Position) float64 {
	waited := p.Play(engine.Pass)
	return math.Log10(float64(max(1, p.CountMoves()) * max(1, waited.CountMoves())))
}

// sample is what a model is fitted to.
type sample struct {
	measure float64
	nodes   float64 // decimal logarithm
	proven  bool    // otherwise the proof takes more
}

// ForeseeEffort fits the model of Outlook to the effort that proofs of positions took, and
// applies it to a position, which must be earlier. The seed determines the resampling. It returns
// nil if fewer than ten proofs, or those of one ply, are known.
func ForeseeEffort(positions []Ending, verdictOnly bool, measure Measure, position *engine.Position, seed uint64) *Outlook {
	var samples []sample
	proven, plies := 0, map[int]bool{}
	for i := range positions {
		e := &positions[i]
		s := sample{measure(&e.Position), math.Log10(max(1, float64(e.Nodes))), e.answers(verdictOnly)}
		samples = append(samples, s)
		if s.proven {
			proven++
			plies[e.Position.Ply()] = true
		}
	}
	if proven < 10 || len(plies) < 2 {
		return nil
	}
	at := measure(position)
	o, fitted := fitEffort(samples, at, []float64{0, 0, 0})
	random := rand.New(rand.NewPCG(seed, 0))
	var means []float64
	again := make([]sample, len(samples))
	for range resamplings {
		for i := range again {
			again[i] = samples[random.IntN(len(samples))]
		}
		o, _ := fitEffort(again, at, fitted)
		means = append(means, o.Mean)
	}
	slices.Sort(means)
	o.Low, o.High = stat.Quantile(0.025, stat.Empirical, means, nil), stat.Quantile(0.975, stat.Empirical, means, nil)
	return o
}

// resamplings is the number of times that the bootstrap picks positions.
const resamplings = 200

// fitEffort returns the most likely model (Tobin 1958, censored regression), applied where the
// measure is at, and what was fitted. The fit begins with start.
func fitEffort(samples []sample, at float64, start []float64) (o *Outlook, fitted []float64) {
	middle := 0.0 // the mean of the measures, around which the line is fitted
	for _, s := range samples {
		middle += s.measure / float64(len(samples))
	}
	unlikelihood := func(x []float64) float64 {
		spread, sum := math.Exp(x[2]), 0.0
		for _, s := range samples {
			normal := distuv.Normal{Mu: x[0] + x[1]*(s.measure-middle), Sigma: spread}
			if s.proven {
				sum -= normal.LogProb(s.nodes)
			} else {
				sum -= math.Log(max(normal.Survival(s.nodes), math.SmallestNonzeroFloat64))
			}
		}
		return sum
	}
	// The problem is smooth and has three unknowns: whenever the method stops, it is near enough.
	x := start
	if found, _ := optimize.Minimize(optimize.Problem{Func: unlikelihood}, start, nil, &optimize.NelderMead{}); found != nil {
		x = found.X
	}
	o = &Outlook{Base: x[0] - x[1]*middle, Slope: x[1], Spread: math.Exp(x[2])}
	o.Median = o.Base + o.Slope*at
	o.Mean = o.Median + math.Ln10/2*o.Spread*o.Spread
	return o, x
}
