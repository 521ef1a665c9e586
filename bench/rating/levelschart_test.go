package rating

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
	"cathedral/search/strength"
)

var chartFile = flag.String("chart", "", "the `file` into which TestTheChartShowsTheRatingsOfLEVELS draws it")

// Bar draws a horizontal bar, less than 1 high and coloured like a dot, from the left edge to a
// point, and a text beside it.
func (p *chartPanel) Bar(to chartPoint, text string) {
	x, top := p.across(to.X), p.down(to.Y+0.4)
	fmt.Fprintf(p.out, "<rect class=\"dot\" x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>\n", panelLeft, top, x-panelLeft, p.down(to.Y-0.4)-top)
	p.note("tick", int(x)+labelGap, to.Y, "start", text)
}

// LEVELS.md has the ratings of search/strength, and the chart shows them.
func TestTheChartShowsTheRatingsOfLEVELS(t *testing.T) {
	data, err := os.ReadFile("LEVELS.md")
	enginetest.Must(t, err)
	document := string(data)
	for _, level := range strength.Levels() {
		if line := fmt.Sprintf("\n- %s: %d ± ", level.Name, level.Elo); !strings.Contains(document, line) {
			t.Errorf("LEVELS.md has no line %q", line)
		}
	}
	var bars []string
	for _, line := range regexp.MustCompile(`(?m)^- (.*): (.*)$`).FindAllStringSubmatch(document, -1) {
		name := strings.NewReplacer("(`", "", "`)", "", "without a name", "").Replace(line[1])
		for rating := range strings.SplitSeq(line[2], ", ") {
			bars = append(bars, strings.TrimSpace(name+" "+rating))
		}
	}
	above, err := strconv.Atoi(regexp.MustCompile(`Full strength is (\d+) Elo`).FindStringSubmatch(document)[1])
	enginetest.Must(t, err)
	_, strongest := strength.EloRange()
	bars = append(bars, fmt.Sprint("full strength ", strongest+above))

	d := drawing{Heading: "The levels", Caption: "ratings with errors at 95 %; random legal moves have 0"}
	panel := d.Panel("", 24*float64(len(bars)), axisRange{High: 3000}, axisRange{High: float64(len(bars))})
	for i, text := range bars {
		elo, _ := strconv.ParseFloat(regexp.MustCompile(`\d+`).FindString(text), 64)
		panel.Bar(chartPoint{X: elo, Y: float64(i) + 0.5}, text)
	}
	panel.Axis("Elo")
	if *chartFile != "" {
		enginetest.Must(t, os.WriteFile(*chartFile, []byte(d.SVG()), 0o666))
	}
	if drawn, err := os.ReadFile("levels.svg"); err != nil || string(drawn) != d.SVG() {
		t.Errorf("levels.svg is another picture (%v): draw it with -chart levels.svg", err)
	}
}
