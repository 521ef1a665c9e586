package study

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// The gain by the book that OPENINGS.md states is that of the games of its confirmation, copies
// not counted. The two games of a pair depend on each other.
func TestTheDocumentsGainByTheBookIsThatOfItsGames(t *testing.T) {
	seen, pairs, sum := map[string]bool{}, map[string]sample{}, 0.0
	for _, game := range recordedGames(t, "book-confirmation") {
		if err := game.Check(); err != nil {
			t.Fatal(err)
		}
		copied := game.Tag("White") + moves(game)
		if seen[copied] {
			continue
		}
		seen[copied] = true
		var light, dark int
		if _, err := fmt.Sscanf(game.Tag("Score"), "%d-%d", &light, &dark); err != nil {
			t.Fatal(err)
		}
		gain := float64(dark - light)
		if game.Tag("White") == "plain" {
			gain = -gain
		}
		pair, _, _ := strings.Cut(game.Tag("Round"), ".")
		pair += " of " + game.Tag("Seed")
		pairs[pair] = append(pairs[pair], gain)
		sum += gain
	}
	mean, residues := sum/float64(len(seen)), 0.0
	for _, games := range pairs {
		residue := 0.0
		for _, gain := range games {
			residue += gain - mean
		}
		residues += residue * residue
	}
	interval := 1.96 * math.Sqrt(residues) / float64(len(seen))
	document, err := os.ReadFile("OPENINGS.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, stated := range []string{
		fmt.Sprintf("%d distinct games", len(seen)),
		fmt.Sprintf("%.2f ± %.2f squares", mean, interval),
	} {
		if !strings.Contains(strings.Join(strings.Fields(string(document)), " "), stated) {
			t.Errorf("OPENINGS.md does not say %q", stated)
		}
	}
}
