package rating

// The advantage of Light, who moves first, and the rate of draws, as parameters of a
// model of single games.

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// SideModel holds the fitted parameters that all players share.
type SideModel struct {
	// LightAdvantage is the strength, in Elo, that Light has on top of a player's own.
	LightAdvantage Estimate `json:"light_advantage"`
	// Draws is the probability of a draw, from 0 to 1, of players who are equal with
	// their sides.
	Draws Estimate `json:"draw_rate"`
}

// SideModel fits the model of Davidson and Beaver (1977). A win of Light, a draw and a
// win of Dark have odds e^(x/2), v and e^(-x/2), with the difference x of the
// strengths and Light's advantage. It fits the strengths, the advantage and the
// logarithm of v together, of greatest posterior probability. The priors are two draws of
// equals for each strength and for the advantage, and half a draw and half a decision for v.
//
// The interval of the advantage comes from the scatter of the observations, pairs
// included, but from no less than leastScatter. With fewer than fewObservations, whose
// scatter may be small by chance, it is at least as wide as the model has it. That of the
// draw rate comes from the model, in which games are independent: in the counts of pairs,
// two draws are the same as a win and a loss.
func (l *Ledger) SideModel() SideModel {
	n, observations := len(l.players), 0
	l.eachPairing(func(_, _ int, tally *Tally) { observations += tally.Light.observations() })
	if observations == 0 || n > maxRated {
		return SideModel{noEstimate(), noEstimate()}
	}
	parameters := mostProbable(n+2, l.sideSlopes)
	_, curvature := l.sideSlopes(parameters)
	covariance := inverted(curvature)
	advantage, logit := parameters.AtVec(n), parameters.AtVec(n+1)
	deviation := covariance.At(n, n) * math.Sqrt(max(leastScatter, l.lightScatter(parameters)))
	if observations < fewObservations {
		deviation = max(deviation, math.Sqrt(covariance.At(n, n)))
	}
	width := confidence * math.Sqrt(covariance.At(n+1, n+1)) // of the logarithm of v
	return SideModel{
		LightAdvantage: around(advantage*eloPerUnit, confidence*deviation*eloPerUnit),
		Draws:          Estimate{drawRate(logit), drawRate(logit - width), drawRate(logit + width)},
	}
}

// priorDraws is the number of extra draws of each player against one of strength 0.
const priorDraws = 2

// fewObservations is the number of pairs, and games without a partner, from which on
// their scatter alone gives the error of Light's advantage.
const fewObservations = 30

// drawRate returns the probability of a draw of equals for the logarithm of v.
func drawRate(logV float64) Number { return Number(1 / (1 + 2*math.Exp(-logV))) }

// sideOdds returns the probabilities that Light wins and that the game is drawn.
func sideOdds(x, logV float64) (win, draw float64) {
	up, down, v := math.Exp(x/2), math.Exp(-x/2), math.Exp(logV)
	return up / (up + down + v), v / (up + down + v)
}

// sideSlopes returns the first and the negative second derivatives of the logarithm of
// the probability by the strengths, the advantage and the logarithm of v.
func (l *Ledger) sideSlopes(parameters *mat.VecDense) (gradient *mat.VecDense, curvature *mat.SymDense) {
	n := len(l.players)
	gradient, curvature = mat.NewVecDense(n+2, nil), mat.NewSymDense(n+2, nil)
	bend := func(i, j int, by float64) { curvature.SetSym(i, j, curvature.At(i, j)+by) }
	lean := func(i int, by float64) { gradient.SetVec(i, gradient.AtVec(i)+by) }
	for i := range n + 1 {
		score := expected(parameters.AtVec(i))
		lean(i, priorDraws*(0.5-score))
		bend(i, i, priorDraws*score*(1-score))
	}
	_, equal := sideOdds(0, parameters.AtVec(n+1))
	lean(n+1, 0.5-equal)
	bend(n+1, n+1, equal*(1-equal))
	l.eachSide(func(light, dark int, results Count) {
		games := float64(results.Games())
		win, draw := sideOdds(parameters.AtVec(light)-parameters.AtVec(dark)+parameters.AtVec(n), parameters.AtVec(n+1))
		score := win + draw/2
		// The derivatives by x, and by the logarithm of v.
		byX, byV := results.Points()-games*score, float64(results.Draws)-games*draw
		xx, vv, xv := games*(win+draw/4-score*score), games*draw*(1-draw), games*draw*(0.5-score)
		for _, a := range []struct {
			index int
			sign  float64
		}{{light, 1}, {dark, -1}, {n, 1}} {
			lean(a.index, a.sign*byX)
			bend(a.index, a.index, xx)
			bend(a.index, n+1, a.sign*xv)
		}
		bend(light, dark, -xx)
		bend(light, n, xx)
		bend(dark, n, -xx)
		lean(n+1, byV)
		bend(n+1, n+1, vv)
	})
	return gradient, curvature
}

// leastScatter is the scatter of one pair that Light wins twice between equals. Without it,
// pairs that the stronger player wins twice, which say nothing about Light, would leave no
// doubt about its advantage.
const leastScatter = 1

// lightScatter returns the sum, over the observations, of the squared differences
// between Light's points and the points expected of it.
func (l *Ledger) lightScatter(parameters *mat.VecDense) float64 {
	n, scatter := len(l.players), 0.0
	l.eachPairing(func(i, j int, tally *Tally) {
		mean := 0.0 // of Light's expected score with the sides either way
		for _, x := range []float64{parameters.AtVec(i) - parameters.AtVec(j), parameters.AtVec(j) - parameters.AtVec(i)} {
			win, draw := sideOdds(x+parameters.AtVec(n), parameters.AtVec(n+1))
			mean += (win + draw/2) / 2
		}
		scatter += tally.Light.scatter(mean)
	})
	return scatter
}

// eachSide visits the pairings of different players, with each player as Light in
// turn, and Light's results.
func (l *Ledger) eachSide(visit func(light, dark int, results Count)) {
	l.eachPairing(func(i, j int, tally *Tally) {
		visit(i, j, tally.AsLight)
		visit(j, i, tally.AsDark.Reverse())
	})
}
