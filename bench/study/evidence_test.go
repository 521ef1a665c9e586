package study

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/rating"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// says reports it if the text of OPENINGS.md does not contain what is stated.
func says(t *testing.T, stated string) {
	t.Helper()
	if !strings.Contains(strings.Join(strings.Fields(benchtest.Read(t, "OPENINGS.md")), " "), stated) {
		t.Errorf("OPENINGS.md does not say %q", stated)
	}
}

// The gain by the book that OPENINGS.md states is that of the games of its confirmation, copies
// not counted. All games with the same place of the Cathedral depend on each other.
func TestTheDocumentsGainByTheBookIsThatOfItsGames(t *testing.T) {
	games, sum := distinctGames(t, "book-confirmation"), 0.0
	openings := map[string]sample{}
	for _, game := range games {
		gain := float64(lightMargin(t, game))
		if game.Tag("White") == "plain" {
			gain = -gain
		}
		opening := game.Moves[0].Move.String()
		openings[opening] = append(openings[opening], gain)
		sum += gain
	}
	mean, residues := sum/float64(len(games)), 0.0
	for _, gains := range openings {
		residues += square(float64(len(gains)) * (gains.mean() - mean))
	}
	interval := 1.96 * math.Sqrt(residues) / float64(len(games))
	says(t, fmt.Sprintf("%.2f ± %.2f squares more a game than without (%d distinct games from %d places", mean, interval, len(games), len(openings)))
}

// The results of a stronger Light that OPENINGS.md states are those of its games, copies not
// counted.
func TestAStrongerLightOfTheDocument(t *testing.T) {
	points, margins := map[string]sample{}, map[string]sample{}
	for _, game := range distinctGames(t, "stronger-light") {
		if game.Tag("White") != "strong" {
			continue
		}
		weaker := game.Tag("BlackTimeControl")
		points[weaker] = append(points[weaker], map[string]float64{"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}[game.Tag("Result")])
		margins[weaker] = append(margins[weaker], float64(lightMargin(t, game)))
	}
	for weaker, times := range map[string]string{"nodes=10000": "10", "nodes=1000": "100", "nodes=100": "1,000"} {
		says(t, fmt.Sprintf("| %s | %d | %s | %s |", times, len(points[weaker]), points[weaker].percentage(), margins[weaker].signed(1)))
	}
}

// distinctGames returns the games of a file in games that are not copies, after a check of each. A
// copy has the moves of another game, and its players and their limits.
func distinctGames(t *testing.T, name string) (distinct []*record.Game) {
	t.Helper()
	seen := map[string]bool{}
	for _, game := range recordedGames(t, name) {
		enginetest.Must(t, game.Check())
		if played := game.Tag("White") + game.Tag("BlackTimeControl") + rating.RecordedGame(game).Line; !seen[played] {
			seen[played] = true
			distinct = append(distinct, game)
		}
	}
	return distinct
}

// lightMargin returns the margin of Light that the tag Score of a game states, in squares.
func lightMargin(t *testing.T, game *record.Game) int {
	t.Helper()
	var light, dark int
	if _, err := fmt.Sscanf(game.Tag("Score"), "%d-%d", &light, &dark); err != nil {
		t.Fatal(err)
	}
	return dark - light
}
