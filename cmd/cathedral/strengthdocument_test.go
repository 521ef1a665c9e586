package main

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine/enginetest"
)

// The score and its interval that STRENGTH.md states of the match with singular extensions are those of its
// games, counted here by their tags alone. The interval of `cathedral match` is wider by up to a tenth.
func TestTheKeptMatchIsWonAsStated(t *testing.T) {
	folder := filepath.Join(top, "bench/rating")
	document := benchtest.Read(t, filepath.Join(folder, "STRENGTH.md"))
	points := map[string][]float64{} // of the new engine, by pair
	for _, game := range benchtest.Games(t, benchtest.Read(t, filepath.Join(folder, "games/singular-extensions.txt.gz"))) {
		point := map[string]float64{"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}[game.Tag("Result")]
		if game.Tag("White") != "new" {
			point = 1 - point
		}
		pair, _, _ := strings.Cut(game.Tag("Round"), ".")
		points[pair] = append(points[pair], point)
	}
	sum, squares, pairs := 0.0, 0.0, float64(len(points))
	for pair, both := range points {
		if len(both) != 2 {
			t.Errorf("pair %s has %d games", pair, len(both))
		}
		score := (both[0] + both[len(both)-1]) / 2
		sum += score
		squares += score * score
	}
	mean := sum / pairs
	half := 1.96 * math.Sqrt((squares/pairs-mean*mean)/(pairs-1))
	stated := regexp.MustCompile(`(\d+\.\d) ± (\d\.\d) % of (\d+) games`).FindStringSubmatch(document)
	if stated == nil || stated[1] != fmt.Sprintf("%.1f", 100*mean) || stated[3] != fmt.Sprint(2*len(points)) {
		t.Fatalf("STRENGTH.md states %q, the games say %.1f %% of %d", stated, 100*mean, 2*len(points))
	}
	var width float64
	if _, err := fmt.Sscan(stated[2], &width); err != nil || width < 100*half || width > 110*half {
		t.Errorf("STRENGTH.md states an error of %s, the games say %.2f", stated[2], 100*half)
	}
}

// What the patches of STRENGTH.md take away is still there.
func TestThePatchesOfStrengthStillApply(t *testing.T) {
	patches, err := filepath.Glob(filepath.Join(top, "bench/rating/without/*.patch"))
	enginetest.Must(t, err)
	if len(patches) == 0 {
		t.Error("there are no patches")
	}
	for _, patch := range patches {
		text := benchtest.Read(t, patch)
		_, changed, _ := strings.Cut(text, "+++ b/")
		name, hunk, _ := strings.Cut(changed, "\n")
		_, hunk, _ = strings.Cut(hunk, "\n") // the line of numbers
		var before strings.Builder
		for line := range strings.Lines(hunk) {
			if line[0] != '+' {
				before.WriteString(line[1:])
			}
		}
		if !strings.Contains(benchtest.Read(t, filepath.Join(top, name)), before.String()) {
			t.Errorf("%s does not apply to %s", patch, name)
		}
	}
}
