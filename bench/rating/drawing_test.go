package rating

import (
	"encoding/xml"
	"math"
	"strings"
	"testing"
)

// An axis has few ticks, and no step that a reader cannot count in.
func TestNiceStepIsRoundAndGivesFewTicks(t *testing.T) {
	for span := 1e-6; span < 1e9; span *= 1.37 {
		step := niceStep(axisRange{-span / 3, span - span/3})
		leading := step / math.Pow(10, math.Floor(math.Log10(step)+1e-9))
		if ticks := span / step; ticks > mostTicks+1e-9 || ticks < 2 {
			t.Errorf("%g: steps of %g give %.1f ticks", span, step, ticks)
		}
		if round := math.Round(leading); math.Abs(leading-round) > 1e-6 || round != 1 && round != 2 && round != 5 {
			t.Errorf("%g: a step of %g", span, step)
		}
	}
}

// Whatever is drawn where, the drawing is well-formed, and nothing leaves its panel upwards or
// downwards.
func TestADrawingIsWellFormedAndStaysInItsPanel(t *testing.T) {
	d := drawing{Heading: `<a & "b">`, Caption: "]]>"}
	panel := d.Panel("<squares>", 100, axisRange{14, 1}, axisRange{0, 10})
	panel.Curve([]chartPoint{{14, -5}, {1, 25}})
	panel.Area([]chartPoint{{14, 1}}, []chartPoint{{14, 12}})
	panel.Dot(chartPoint{7, 11})
	panel.Bar(chartPoint{1, 20}, "<bar>")
	panel.Label(5, "<5>")
	panel.RightLabel("value", 5, "&")
	panel.Line("grid", 5)
	panel.Axis("<ply>")
	picture := d.SVG()
	if err := xml.Unmarshal([]byte(picture), new(struct{})); err != nil {
		t.Fatalf("%v in\n%s", err, picture)
	}
	for _, want := range []string{`points="64.0,200.0 736.0,100.0"`, `cy="100.0"`, `y="100.0" width="672.0" height="0.0"`} {
		if !strings.Contains(picture, want) {
			t.Errorf("no %s in\n%s", want, picture)
		}
	}
}
