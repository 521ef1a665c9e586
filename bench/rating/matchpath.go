package rating

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Path is how a match of two players stood after each of its games, in their order. The
// zero value is a path without games.
type Path struct {
	player, opponent string
	steps            []Sample // of the player
}

// KeepPath returns the path of the pairing of the first game that the ledger counts from now
// on. The ledger adds to it with each game of that pairing that counts.
func (l *Ledger) KeepPath() *Path {
	l.path = &Path{}
	return l.path
}

// addToPath notes how the first pairing with a game stands after a game of the given pairing. If
// the game's partner counts no longer, the last step goes.
func (l *Ledger) addToPath(key pairing) {
	player, opponent := l.players[key.first], l.players[key.second]
	if p := l.path; p != nil && (len(p.steps) == 0 || player == p.player && opponent == p.opponent) {
		p.player, p.opponent = player, opponent
		sample := l.tallies[key].Sample
		games := sample.Games()
		p.steps = append(p.steps[:max(0, games-1)], sample)[:games]
	}
}

// mostPoints bounds the points of a picture: each costs the time of an interval.
const mostPoints = 240

// points returns the numbers of the games, from 1, after which the picture has a point: even
// numbers, after which pairs are whole if their games follow each other, and the last.
func (p *Path) points() []int {
	stride := 2 * max(1, (len(p.steps)+2*mostPoints-1)/(2*mostPoints))
	var games []int
	for game := len(p.steps) &^ 1; game > 0; game -= stride {
		games = append(games, game)
	}
	slices.Reverse(games)
	if len(p.steps)%2 == 1 {
		games = append(games, len(p.steps))
	}
	return games
}

// SVG returns a picture of the path: the score with its 95 % interval over the number of
// games and, if test is not nil, the log-likelihood ratio with the test's bounds.
func (p *Path) SVG(test *SPRT) string {
	if len(p.steps) == 0 {
		return (&drawing{Heading: "No games"}).SVG()
	}
	last := &p.steps[len(p.steps)-1]
	d := &drawing{
		Heading: label(p.player) + " against " + label(p.opponent),
		Caption: fmt.Sprintf("%s of %d points, %s; Elo %s", plain(last.Points()), last.Games(), last.Score().percent(2), last.Elo().Text(1)),
	}
	lowest := p.drawScore(d)
	if test != nil {
		lowest = p.drawRatio(d, test)
	}
	lowest.Axis("games")
	return d.SVG()
}

// games is the range of the horizontal axis.
func (p *Path) games() axisRange { return axisRange{High: float64(len(p.steps))} }

// drawCurve draws the values after the games of points, with a dot at the last.
func (p *Path) drawCurve(panel *chartPanel, values []chartPoint) {
	panel.Curve(values)
	panel.Dot(values[len(values)-1])
}

// drawScore draws the score, its interval and its value in Elo.
func (p *Path) drawScore(d *drawing) *chartPanel {
	var scores, lows, highs []chartPoint
	low, high := 0.49, 0.51
	games := p.points()
	for i, game := range games {
		estimate := p.steps[game-1].Score()
		point := func(n Number, unknown float64) chartPoint {
			if n.Known() {
				unknown = float64(n)
			}
			return chartPoint{X: float64(game), Y: unknown}
		}
		scores, lows, highs = append(scores, point(estimate.Value, 0)), append(lows, point(estimate.Low, 0)), append(highs, point(estimate.High, 1))
		// The first games say little, and their interval would flatten the rest.
		if i >= len(games)/8 {
			low, high = min(low, lows[i].Y), max(high, highs[i].Y)
		}
	}
	step := niceStep(axisRange{Low: low, High: high})
	if step > 0.1 {
		step = 0.25 // so that 50 % has a line
	}
	low, high = max(0, step*math.Floor(low/step+1e-9)), min(1, step*math.Ceil(high/step-1e-9))
	panel := d.Panel("score with its 95 % interval", 280, p.games(), axisRange{Low: low, High: high})
	panel.RightName("Elo")
	for tick := math.Round(low / step); tick*step <= high+step/1e3; tick++ {
		value := tick * step
		panel.Line("grid", value)
		panel.Label(value, plain(math.Round(value*1e4)/100)+" %")
		if value > step/2 && value < 1-step/2 {
			panel.RightLabel("tick", value, strings.TrimPrefix(eloOf(Number(value)).Signed(0), "+"))
		}
	}
	panel.Line("middle", 0.5)
	panel.Area(lows, highs)
	p.drawCurve(panel, scores)
	return panel
}

// drawRatio draws the log-likelihood ratio of a test and its bounds.
func (p *Path) drawRatio(d *drawing, test *SPRT) *chartPanel {
	state := test.State(&p.steps[len(p.steps)-1])
	low, high := float64(state.Lower), float64(state.Upper)
	var ratios []chartPoint
	for _, game := range p.points() {
		ratio := test.LogLikelihoodRatio(&p.steps[game-1])
		ratios = append(ratios, chartPoint{X: float64(game), Y: ratio})
		low, high = min(low, ratio), max(high, ratio)
	}
	margin := (high - low) / 12
	name := fmt.Sprintf("SPRT of %s %s against %s: LLR %s", state.scale(), plain(test.Elo0), plain(test.Elo1), state.Ratio.Signed(2))
	panel := d.Panel(name, 170, p.games(), axisRange{Low: low - margin, High: high + margin})
	panel.Line("middle", 0)
	panel.Label(0, "0")
	for _, bound := range []struct {
		value Number
		text  string
	}{{state.Upper, "H1"}, {state.Lower, "H0"}} {
		panel.Line("bound", float64(bound.value))
		panel.Label(float64(bound.value), bound.value.Signed(2))
		panel.RightLabel("value", float64(bound.value), bound.text)
	}
	p.drawCurve(panel, ratios)
	return panel
}
