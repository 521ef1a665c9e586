package rating

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Pictures follow the brightness that readers have chosen for their screens. gonum.org/v1/plot,
// with its fonts and formats, would add 8 MB to the program, and its colours do not.

// drawing is a picture, as SVG, of curves and points in panels with axes, which stand below
// a heading and each other. The zero value has no panels.
type drawing struct {
	Heading, Caption string // two lines of text above the panels
	body             strings.Builder
	bottom           float64 // of the lowest panel, 0 if there is none
}

// The sizes of a drawing, in its own units, which browsers show as pixels.
const (
	drawingWidth = 820
	panelLeft    = 64 // of the panels
	panelRight   = drawingWidth - 84

	firstTop    = 100 // of the first panel
	panelGap    = 44  // between panels, for their names
	drawingFoot = 60  // below the last panel, for the numbers and the name of the axis

	labelGap  = 8 // between a panel and its labels
	mostTicks = 8 // of an axis
)

// drawingStyle has the colours for bright and dark screens. Paper is bright.
const drawingStyle = `
text { font: 13px system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; fill: #52514e }
.ground { fill: #fcfcfb }
.heading { font-size: 17px; font-weight: 600; fill: #0b0b0b }
.value { font-weight: 600; fill: #0b0b0b }
.grid { stroke: #e4e3dd; stroke-width: 1 }
.middle { stroke: #8a8981; stroke-width: 1 }
.curve { fill: none; stroke: #1c5cab; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }
.interval { fill: #1c5cab; fill-opacity: 0.18 }
.bound { stroke: #0b0b0b; stroke-width: 1.5; stroke-dasharray: 6 4 }
.dot { fill: #1c5cab; stroke: #fcfcfb; stroke-width: 2 }
@media screen and (prefers-color-scheme: dark) {
text { fill: #c3c2b7 }
.ground { fill: #1a1a19 }
.heading, .value { fill: #ffffff }
.grid { stroke: #33332f }
.middle { stroke: #85847c }
.curve { stroke: #6da7ec }
.interval { fill: #6da7ec; fill-opacity: 0.22 }
.bound { stroke: #ffffff }
.dot { fill: #6da7ec; stroke: #1a1a19 }
}
@media print {
.ground { fill: #ffffff }
}
`

// PictureBegin is the beginning of each drawing.
const PictureBegin = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 `

// SVG returns the drawing.
func (d *drawing) SVG() string {
	heading := html.EscapeString(d.Heading)
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %.0f" width="%[1]d" height="%.0[2]f" role="img" aria-label="%s">
<style>%s</style>
<rect class="ground" width="100%%" height="100%%"/>
<text class="heading" x="%d" y="34">%[3]s</text>
<text x="%[5]d" y="58">%s</text>
%s</svg>
`, drawingWidth, max(d.bottom, firstTop)+drawingFoot, heading, drawingStyle, panelLeft, html.EscapeString(d.Caption), &d.body)
}

// axisRange is the part of the numbers that an axis shows.
type axisRange struct{ Low, High float64 }

// chartPoint is a point of a panel, in the units of its axes.
type chartPoint struct{ X, Y float64 }

// chartPanel is a part of a drawing with axes of its own.
type chartPanel struct {
	out         *strings.Builder
	top, bottom float64
	x, y        axisRange
}

// Panel adds a panel below the others. Its name, which says what the vertical axis shows, stands
// above it. The left end of the horizontal axis is x.Low, which may be above x.High.
func (d *drawing) Panel(name string, height float64, x, y axisRange) *chartPanel {
	top := d.bottom + panelGap
	if d.bottom == 0 {
		top = firstTop
	}
	d.bottom = top + height
	fmt.Fprintf(&d.body, "<text x=\"%d\" y=\"%.1f\">%s</text>\n", panelLeft, top-10, html.EscapeString(name))
	return &chartPanel{&d.body, top, d.bottom, x, y}
}

func (p *chartPanel) across(x float64) float64 {
	return panelLeft + (panelRight-panelLeft)*(x-p.x.Low)/(p.x.High-p.x.Low)
}

// down returns the coordinate of a value, at most at the panel's edge.
func (p *chartPanel) down(y float64) float64 {
	return p.bottom - (p.bottom-p.top)*(min(max(y, p.y.Low), p.y.High)-p.y.Low)/(p.y.High-p.y.Low)
}

// Line draws a horizontal line at a value: "grid", "middle" or "bound".
func (p *chartPanel) Line(class string, y float64) {
	fmt.Fprintf(p.out, "<line class=%q x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1[4]f\"/>\n", class, panelLeft, panelRight, p.down(y))
}

// Label writes a text to the left of the panel at a value.
func (p *chartPanel) Label(y float64, text string) {
	p.note("tick", panelLeft-labelGap, y, "end", text)
}

// RightLabel writes a text to the right of the panel at a value: "tick", or "value" for one
// that stands out.
func (p *chartPanel) RightLabel(class string, y float64, text string) {
	p.note(class, panelRight+labelGap, y, "start", text)
}

func (p *chartPanel) note(class string, x int, y float64, anchor, text string) {
	fmt.Fprintf(p.out, "<text class=%q x=\"%d\" y=\"%.1f\" text-anchor=%q>%s</text>\n", class, x, p.down(y)+4.5, anchor, html.EscapeString(text))
}

// RightName writes what the labels on the right of the panel show above them.
func (p *chartPanel) RightName(text string) {
	fmt.Fprintf(p.out, "<text x=\"%d\" y=\"%.1f\">%s</text>\n", panelRight+labelGap, p.top-10, html.EscapeString(text))
}

// Curve draws a line through points. What lies above or below the panel is cut off.
func (p *chartPanel) Curve(points []chartPoint) {
	fmt.Fprintf(p.out, "<polyline class=\"curve\" points=%q/>\n", p.coordinates(points))
}

// Area fills what lies between two curves.
func (p *chartPanel) Area(low, high []chartPoint) {
	edge := []string{p.coordinates(high)}
	for i := len(low) - 1; i >= 0; i-- {
		edge = append(edge, p.coordinates(low[i:i+1]))
	}
	fmt.Fprintf(p.out, "<polygon class=\"interval\" points=%q/>\n", strings.Join(edge, " "))
}

func (p *chartPanel) coordinates(points []chartPoint) string {
	var texts []string
	for _, point := range points {
		texts = append(texts, fmt.Sprintf("%.1f,%.1f", p.across(point.X), p.down(point.Y)))
	}
	return strings.Join(texts, " ")
}

// Dot draws a dot at a point.
func (p *chartPanel) Dot(at chartPoint) {
	fmt.Fprintf(p.out, "<circle class=\"dot\" cx=\"%.1f\" cy=\"%.1f\" r=\"4.5\"/>\n", p.across(at.X), p.down(at.Y))
}

// Axis writes whole numbers and the name of what they count below the panel.
func (p *chartPanel) Axis(name string) {
	low, high := min(p.x.Low, p.x.High), max(p.x.Low, p.x.High)
	step := max(1, niceStep(axisRange{low, high}))
	for tick := math.Ceil(low/step) * step; tick <= high; tick += step {
		fmt.Fprintf(p.out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%.0f</text>\n", p.across(tick), p.bottom+20, tick)
	}
	fmt.Fprintf(p.out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"middle\">%s</text>\n", (panelLeft+panelRight)/2, p.bottom+42, html.EscapeString(name))
}

// niceStep returns 1, 2 or 5 times a power of ten, so that an axis of the range has few ticks.
func niceStep(r axisRange) float64 {
	step := (r.High - r.Low) / mostTicks
	unit := math.Pow(10, math.Floor(math.Log10(step)))
	for _, nice := range []float64{1, 2, 5} {
		if nice*unit >= step {
			return nice * unit
		}
	}
	return 10 * unit
}
