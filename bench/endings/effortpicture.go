package endings

import (
	"fmt"
	"math"

	"cathedral/bench/plot"
)

// spans are the times that EffortPicture labels, in seconds.
var spans = [...]struct {
	seconds float64
	text    string
}{
	{1e-3, "1 ms"}, {1, "1 s"}, {60, "1 min"}, {3600, "1 h"}, {86400, "1 day"}, {SecondsPerYear, "1 year"},
	{1e3 * SecondsPerYear, "10³ years"}, {1e6 * SecondsPerYear, "10⁶ years"}, {1e9 * SecondsPerYear, "10⁹ years"}, {1e12 * SecondsPerYear, "10¹² years"},
	{1e15 * SecondsPerYear, "10¹⁵ years"},
}

// SecondsPerYear is the number of seconds of a Julian year.
const SecondsPerYear = 365.25 * 24 * 60 * 60

// EffortPicture draws as SVG the time of one core that proofs of positions took, over the
// ply, and what an outlook by ply says about those down to a ply. years are the core-years of a
// node. Dots are proofs, rings those that were given up. The line is the median; two of three
// proofs are expected to lie in the band around it. A nil outlook is not drawn.
func EffortPicture(positions []Ending, verdictOnly bool, o *Outlook, years float64, ply int) string {
	d := plot.Drawing{Heading: "Time that a proof takes"}
	logSeconds := func(logNodes float64) float64 { return logNodes + math.Log10(years*SecondsPerYear) }
	latest, low, high := ply, 0.0, 1.0
	for i := range positions {
		latest = max(latest, positions[i].Position.Ply())
		at := logSeconds(math.Log10(max(1, float64(positions[i].Nodes))))
		low, high = min(low, at), max(high, at)
	}
	if o != nil {
		d.Caption = fmt.Sprintf("at ply %d in the mean 10^%.1f years of one core (10^%.1f to 10^%.1f)",
			ply, o.Mean+math.Log10(years), o.Low+math.Log10(years), o.High+math.Log10(years))
		high = max(high, logSeconds(o.Median+o.Spread))
	}
	panel := d.Panel("time of one core; dots are proofs, rings were given up", 360,
		plot.Range{Low: float64(latest) + 0.5, High: float64(ply) - 0.5}, plot.Range{Low: low - 0.5, High: high + 0.5})
	for _, span := range spans {
		if at := math.Log10(span.seconds); low-0.5 <= at && at <= high+0.5 {
			panel.Line("grid", at)
			panel.RightLabel("tick", at, span.text)
		}
	}
	if o != nil {
		var curves [3][]plot.Point
		for x := latest; x >= ply; x-- {
			for i, spread := range [3]float64{-o.Spread, 0, o.Spread} {
				curves[i] = append(curves[i], plot.Point{X: float64(x), Y: logSeconds(o.Base + o.Slope*float64(x) + spread)})
			}
		}
		panel.Area(curves[0], curves[2])
		panel.Curve(curves[1])
	}
	for i := range positions {
		e, class := &positions[i], "ring"
		if e.answers(verdictOnly) {
			class = "dot"
		}
		aside := float64(i%7-3) / 10 // so that marks cover each other less
		panel.Mark(class, plot.Point{X: float64(e.Position.Ply()) + aside, Y: logSeconds(math.Log10(max(1, float64(e.Nodes))))})
	}
	panel.Axis("ply")
	return d.SVG()
}
