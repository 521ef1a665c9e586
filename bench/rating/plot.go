package rating

import (
	"fmt"
	"html"
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

// addToPath notes how the first pairing stands after a game of the given pairing.
func (l *Ledger) addToPath(key pairing) {
	if l.path != nil && key == l.pairings[0] {
		l.path.player, l.path.opponent = l.players[key.first], l.players[key.second]
		l.path.steps = append(l.path.steps, l.tallies[key].Sample)
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

// The sizes of the picture, in its own units, which browsers show as pixels.
const (
	plotWidth = 820
	plotLeft  = 64 // of the panels
	plotRight = plotWidth - 84
	plotSpan  = plotRight - plotLeft

	scoreTop    = 100 // of the panel of the score
	scoreBottom = scoreTop + 280
	ratioTop    = scoreBottom + 44 // of the panel of the sequential test
	ratioBottom = ratioTop + 170
	belowPanels = 60 // for the numbers and the name of the axis

	labelGap  = 8 // between a panel and its labels
	mostTicks = 8 // of an axis
)

// plotStyle has the colours for bright and dark screens. Paper is bright.
const plotStyle = `
text { font: 13px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #52514e }
.ground { fill: #fcfcfb }
.heading { font-size: 17px; font-weight: 600; fill: #0b0b0b }
.value { font-weight: 600; fill: #0b0b0b }
.grid { stroke: #e4e3dd; stroke-width: 1 }
.middle { stroke: #8a8981; stroke-width: 1 }
.score, .ratio { fill: none; stroke: #1c5cab; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
.interval { fill: #1c5cab; fill-opacity: 0.18 }
.bound { stroke: #0b0b0b; stroke-width: 1.5; stroke-dasharray: 6 4 }
.dot { fill: #1c5cab; stroke: #fcfcfb; stroke-width: 2 }
@media screen and (prefers-color-scheme: dark) {
text { fill: #c3c2b7 }
.ground { fill: #1a1a19 }
.heading, .value { fill: #ffffff }
.grid { stroke: #33332f }
.middle { stroke: #85847c }
.score, .ratio { stroke: #6da7ec }
.interval { fill: #6da7ec; fill-opacity: 0.22 }
.bound { stroke: #ffffff }
.dot { fill: #6da7ec; stroke: #1a1a19 }
}
@media print {
.ground { fill: #ffffff }
}
`

// SVG returns a picture of the path: the score with its 95 % interval over the number of
// games and, if test is not nil, the log-likelihood ratio with the test's bounds. It follows
// the brightness that readers have chosen for their screens.
func (p *Path) SVG(test *SPRT) string {
	var body strings.Builder
	height := scoreBottom + belowPanels
	if test != nil {
		height = ratioBottom + belowPanels
	}
	heading, state := "No games", ""
	if len(p.steps) > 0 {
		last := &p.steps[len(p.steps)-1]
		party := Party{Score: last.Score()}
		heading = label(p.player) + " against " + label(p.opponent)
		state = fmt.Sprintf("%s of %d points, %s; Elo %s", plain(last.Points()), last.Games(), party.score(), last.Elo().Text(1))
		p.drawScore(&body, test == nil)
		if test != nil {
			p.drawRatio(&body, test)
		}
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%[2]d" role="img" aria-label="%s">
<style>%s</style>
<rect class="ground" width="100%%" height="100%%"/>
<text class="heading" x="%d" y="34">%[3]s</text>
<text x="%[5]d" y="58">%s</text>
%s</svg>
`, plotWidth, height, html.EscapeString(heading), plotStyle, plotLeft, html.EscapeString(state), &body)
}

// panel is a part of the picture with axes of its own.
type panel struct {
	top, bottom float64
	low, high   float64 // of the vertical axis
	games       int     // at the right end of the horizontal axis, which begins at 0
}

func (p *panel) x(games int) float64 { return plotLeft + plotSpan*float64(games)/float64(p.games) }

func (p *panel) y(value float64) float64 {
	return p.bottom - (p.bottom-p.top)*(value-p.low)/(p.high-p.low)
}

// line draws a horizontal line of a class at a value.
func (p *panel) line(out *strings.Builder, class string, value float64) {
	fmt.Fprintf(out, "<line class=%q x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1[4]f\"/>\n", class, plotLeft, plotRight, p.y(value))
}

// note writes a text beside the panel at a value: on its right, or on its left.
func (p *panel) note(out *strings.Builder, class string, value float64, onRight bool, text string) {
	x, anchor := plotLeft-labelGap, "end"
	if onRight {
		x, anchor = plotRight+labelGap, "start"
	}
	fmt.Fprintf(out, "<text class=%q x=\"%d\" y=\"%.1f\" text-anchor=%q>%s</text>\n", class, x, p.y(value)+4.5, anchor, html.EscapeString(text))
}

// name writes the name of the vertical axis above the panel.
func (p *panel) name(out *strings.Builder, text string) {
	fmt.Fprintf(out, "<text x=\"%d\" y=\"%.1f\">%s</text>\n", plotLeft, p.top-10, html.EscapeString(text))
}

// curve draws the values at games as a line of a class with a dot at its end. What lies
// above or below the panel is cut off.
func (p *panel) curve(out *strings.Builder, class string, games []int, values []float64) {
	var points []string
	for i, game := range games {
		points = append(points, p.point(game, values[i]))
	}
	fmt.Fprintf(out, "<polyline class=%q points=%q/>\n", class, strings.Join(points, " "))
	last := len(games) - 1
	fmt.Fprintf(out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>\n", p.x(games[last]), p.y(values[last]))
}

// point returns the coordinates of a value, at most at the panel's edge.
func (p *panel) point(games int, value float64) string {
	return fmt.Sprintf("%.1f,%.1f", p.x(games), p.y(min(max(value, p.low), p.high)))
}

// gameAxis draws the horizontal axis of the panel.
func (p *panel) gameAxis(out *strings.Builder) {
	step := max(1, int(niceStep(float64(p.games)/mostTicks)))
	for games := 0; games <= p.games; games += step {
		fmt.Fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%d</text>\n", p.x(games), p.bottom+20, games)
	}
	fmt.Fprintf(out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">games</text>\n", plotLeft+plotSpan/2, p.bottom+42)
}

// niceStep returns 1, 2 or 5 times a power of ten that is at least the given step.
func niceStep(step float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(step)))
	for _, nice := range []float64{1, 2, 5} {
		if nice*unit >= step {
			return nice * unit
		}
	}
	return 10 * unit
}

// drawScore draws the score, its interval and its value in Elo.
func (p *Path) drawScore(out *strings.Builder, hasGameAxis bool) {
	games := p.points()
	scores, lows, highs := make([]float64, len(games)), make([]float64, len(games)), make([]float64, len(games))
	for i, game := range games {
		estimate := p.steps[game-1].Score()
		scores[i], lows[i], highs[i] = float64(estimate.Value), 0, 1
		if estimate.Low.Known() {
			lows[i] = float64(estimate.Low)
		}
		if estimate.High.Known() {
			highs[i] = float64(estimate.High)
		}
	}
	// The first games say little, and their interval would flatten the rest.
	settled := len(games) / 8
	low, high := min(0.49, slices.Min(lows[settled:])), max(0.51, slices.Max(highs[settled:]))
	step := niceStep((high - low) / mostTicks)
	if step > 0.1 {
		step = 0.25 // so that 50 % has a line
	}
	drawn := panel{
		top: scoreTop, bottom: scoreBottom, games: len(p.steps),
		low: max(0, step*math.Floor(low/step+1e-9)), high: min(1, step*math.Ceil(high/step-1e-9)),
	}
	drawn.name(out, "score with its 95 % interval")
	fmt.Fprintf(out, "<text x=\"%d\" y=\"%d\">Elo</text>\n", plotRight+labelGap, scoreTop-10)
	for tick := math.Round(drawn.low / step); tick*step <= drawn.high+step/1e3; tick++ {
		value := tick * step
		drawn.line(out, "grid", value)
		drawn.note(out, "tick", value, false, plain(math.Round(value*1e4)/100)+" %")
		if value > step/2 && value < 1-step/2 {
			drawn.note(out, "tick", value, true, strings.TrimPrefix(eloOf(Number(value)).Signed(0), "+"))
		}
	}
	drawn.line(out, "middle", 0.5)
	var edge []string
	for i, game := range games {
		edge = append(edge, drawn.point(game, highs[i]))
	}
	for i, game := range slices.Backward(games) {
		edge = append(edge, drawn.point(game, lows[i]))
	}
	fmt.Fprintf(out, "<polygon class=\"interval\" points=%q/>\n", strings.Join(edge, " "))
	drawn.curve(out, "score", games, scores)
	if hasGameAxis {
		drawn.gameAxis(out)
	}
}

// drawRatio draws the log-likelihood ratio of a test and its bounds.
func (p *Path) drawRatio(out *strings.Builder, test *SPRT) {
	games := p.points()
	ratios := make([]float64, len(games))
	for i, game := range games {
		ratios[i] = test.LogLikelihoodRatio(&p.steps[game-1])
	}
	lower, upper := test.Bounds()
	low, high := min(lower, slices.Min(ratios)), max(upper, slices.Max(ratios))
	margin := (high - low) / 12
	drawn := panel{top: ratioTop, bottom: ratioBottom, games: len(p.steps), low: low - margin, high: high + margin}
	state := test.State(&p.steps[len(p.steps)-1])
	drawn.name(out, fmt.Sprintf("SPRT of %s %s against %s: LLR %s", state.scale(), plain(test.Elo0), plain(test.Elo1), state.Ratio.Signed(2)))
	drawn.line(out, "middle", 0)
	drawn.note(out, "tick", 0, false, "0")
	for _, bound := range []struct {
		value Number
		text  string
	}{{state.Upper, "H1"}, {state.Lower, "H0"}} {
		drawn.line(out, "bound", float64(bound.value))
		drawn.note(out, "tick", float64(bound.value), false, bound.value.Signed(2))
		drawn.note(out, "value", float64(bound.value), true, bound.text)
	}
	drawn.curve(out, "ratio", games, ratios)
	drawn.gameAxis(out)
}
