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

// The scores and their intervals that STRENGTH.md states of kept matches are those of their games, counted
// here by their tags alone. The intervals of `cathedral match` are wider by up to a tenth.
func TestTheKeptMatchesAreWonAsStated(t *testing.T) {
	folder := filepath.Join(top, "bench/rating")
	kept, err := filepath.Glob(filepath.Join(folder, "games/*.txt.gz"))
	enginetest.Must(t, err)
	stated := regexp.MustCompile(`\]\((games/\S+)\): (\d+\.\d) ± (\d\.\d) % of ([\d,]+) games`).
		FindAllStringSubmatch(benchtest.Read(t, filepath.Join(folder, "STRENGTH.md")), -1)
	if len(stated) == 0 || len(stated) != len(kept) {
		t.Fatalf("STRENGTH.md states the scores of %d matches, and %d are kept", len(stated), len(kept))
	}
	for _, match := range stated {
		mean, half, games := countMatch(t, filepath.Join(folder, match[1]))
		if match[2] != fmt.Sprintf("%.1f", mean) || strings.ReplaceAll(match[4], ",", "") != fmt.Sprint(games) {
			t.Errorf("STRENGTH.md states %q, the games say %.1f %% of %d", match[0], mean, games)
		}
		var width float64
		if _, err := fmt.Sscan(match[3], &width); err != nil || width < half || width > 1.1*half {
			t.Errorf("STRENGTH.md states %q, the games say an error of %.2f", match[0], half)
		}
	}
}

// countMatch returns the score of the engine called new in the games of a file and half the width of its 95 %
// interval, in per cent, and the number of games. Pairs of games are independent of each other.
func countMatch(t *testing.T, path string) (mean, half float64, games int) {
	t.Helper()
	points := map[string][]float64{} // by pair
	for _, game := range benchtest.Games(t, benchtest.Read(t, path)) {
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
			t.Errorf("%s: pair %s has %d games", path, pair, len(both))
		}
		score := (both[0] + both[len(both)-1]) / 2
		sum += score
		squares += score * score
	}
	mean = sum / pairs
	return 100 * mean, 196 * math.Sqrt((squares/pairs-mean*mean)/(pairs-1)), 2 * len(points)
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
