package tune

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
)

// Choice is an example for the fit of the ranking: a position in which a search chose a
// placement.
type Choice struct {
	// Counts are those of the chosen placement, followed by those of a random sample of
	// the other placements.
	Counts []ordering.Counts
	Full   float64 // the share of the city that is built on, from 0 to 1
	Ply    int
	// Moves is the number of legal placements.
	Moves int
}

// NewChoice returns the choice of a moment, with a sample of at most others other
// placements, and whether the moment is suitable for the fit.
func NewChoice(moment *Moment, others int, random *rand.Rand) (Choice, bool) {
	p := &moment.Position
	if !moment.Move.IsPlacement() || p.PlacesCathedral() {
		return Choice{}, false
	}
	placements := p.Moves(nil)
	count := len(placements)
	if count < 2 {
		return Choice{}, false
	}
	for i, m := range placements {
		if m == moment.Move {
			placements[0], placements[i] = placements[i], placements[0]
		}
	}
	rest := placements[1:]
	random.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	placements = placements[:min(count, 1+others)]
	var node evaluation.Node
	node.Start(p, moment.Last)
	return Choice{
		Counts: ordering.Count(&node, placements),
		Full:   float64(node.Features().Built()) / (2 * engine.SideSquares),
		Ply:    p.Ply(),
		Moves:  count,
	}, true
}

// SearchAgain sets the moment's move to the best one of a search of a number of nodes that
// leaves no root move out.
func (m *Moment) SearchAgain(ctx context.Context, s *search.Searcher, nodes uint64) {
	options := search.DefaultOptions()
	t := &options.Techniques
	t.RootMovesDepth1, t.RootMovesDepth2, t.RootMovesDepth3, t.RootMoves = 0, 0, 0, 0
	s.Clear()
	m.Move = s.Search(ctx, &m.Position, search.Limits{Nodes: nodes}, options, nil).Best
}

// Ranking holds the weights of a move's features: contributions to the natural logarithm
// of the odds that a search finds the move best. It is a multinomial logit model
// (McFadden, Conditional Logit Analysis of Qualitative Choice Behavior, 1974).
type Ranking []RankWeight // in the order of ordering.FeatureNames

// RankWeight holds the weights of a feature in an empty and in a full city.
type RankWeight struct{ Empty, Full float64 }

// at sets weights to those of a city of which the share full is built on.
func (r Ranking) at(full float64, weights []float64) {
	for i, w := range r {
		weights[i] = w.Empty*(1-full) + w.Full*full
	}
}

func worth(counts *ordering.Counts, weights []float64) float64 {
	sum := 0.0
	for i, count := range counts {
		if count != 0 {
			sum += weights[i] * float64(count)
		}
	}
	return sum
}

// Before returns the number of placements of a choice, which must hold the counts of all, that do not
// rank behind the chosen one.
func (r Ranking) Before(choice *Choice) int {
	weights := make([]float64, len(r))
	r.at(choice.Full, weights)
	best, before := worth(&choice.Counts[0], weights), 0
	for i := range choice.Counts[1:] {
		if worth(&choice.Counts[1+i], weights) >= best {
			before++
		}
	}
	return before
}

// The settings of the fit, by the Adam method in small batches.
const (
	rankEpochs = 8
	rankBatch  = 64
	rankStep   = 0.02
	rankDecay  = 1e-4
)

// CurrentRanking returns the ranking that this engine searches with.
func CurrentRanking() Ranking {
	var ranking Ranking
	for _, weight := range ordering.Weights() {
		ranking = append(ranking, RankWeight{float64(weight[0]) / 1000, float64(weight[1]) / 1000})
	}
	return ranking
}

// LogLoss returns the mean negative logarithm of the probability that the ranking gives
// to the choices.
func (r Ranking) LogLoss(choices []Choice) float64 {
	weights := make([]float64, len(r))
	sum := 0.0
	for i := range choices {
		r.at(choices[i].Full, weights)
		sum -= math.Log(max(chosen(&choices[i], weights, nil)[0], 1e-12))
	}
	return sum / float64(max(1, len(choices)))
}

// FitRanking returns the ranking under which the choices are most likely. It begins with
// start, or with zeros if start is nil. It calls report with the mean log loss after
// each epoch. It shuffles the choices.
func FitRanking(start Ranking, choices []Choice, random *rand.Rand, report func(epoch int, loss float64)) Ranking {
	features := len(ordering.FeatureNames())
	ranking := make(Ranking, features)
	copy(ranking, start)
	scale := rankScale(choices, features)
	descent := newAdam[float64](2 * features)
	gradient := make([]float64, 2*features)
	weights := make([]float64, features)
	var odds []float64
	for epoch := range rankEpochs {
		step := rankStep * (1 - float64(epoch)/rankEpochs)
		random.Shuffle(len(choices), func(i, j int) { choices[i], choices[j] = choices[j], choices[i] })
		loss := 0.0
		for at := range choices {
			choice := &choices[at]
			ranking.at(choice.Full, weights)
			odds = chosen(choice, weights, odds[:0])
			loss -= math.Log(max(odds[0], 1e-12))
			odds[0]--
			for i := range choice.Counts {
				for k, count := range choice.Counts[i] {
					if count != 0 {
						slope := odds[i] * float64(count) * scale[k]
						gradient[2*k] += slope * (1 - choice.Full)
						gradient[2*k+1] += slope * choice.Full
					}
				}
			}
			if (at+1)%rankBatch == 0 {
				for k := range ranking {
					gradient[2*k] = gradient[2*k]/rankBatch + rankDecay*ranking[k].Empty/scale[k]
					gradient[2*k+1] = gradient[2*k+1]/rankBatch + rankDecay*ranking[k].Full/scale[k]
				}
				moves := descent.step(gradient, step)
				for k := range ranking {
					ranking[k].Empty -= moves[2*k] * scale[k]
					ranking[k].Full -= moves[2*k+1] * scale[k]
				}
				clear(gradient)
			}
		}
		report(epoch+1, loss/float64(len(choices)))
	}
	return ranking
}

// chosen returns the model's probability of each placement of a choice.
func chosen(choice *Choice, weights, odds []float64) []float64 {
	for i := range choice.Counts {
		odds = append(odds, worth(&choice.Counts[i], weights))
	}
	all := floats.LogSumExp(odds)
	for i := range odds {
		odds[i] = math.Exp(odds[i] - all)
	}
	return odds
}

// rankScale returns the reciprocal of each feature's root mean square, so that all
// weights are fitted at the same pace.
func rankScale(choices []Choice, features int) []float64 {
	scale := make([]float64, features)
	rows := 0
	for i := range choices {
		for j := range choices[i].Counts {
			rows++
			for k, count := range choices[i].Counts[j] {
				scale[k] += float64(count) * float64(count)
			}
		}
	}
	for k := range scale {
		scale[k] = 1 / math.Sqrt(max(scale[k]/float64(max(1, rows)), 1e-3))
	}
	return scale
}
