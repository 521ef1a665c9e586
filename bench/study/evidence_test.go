package study

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"cathedral/bench/endings"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search"
	"cathedral/search/book/builtin"
)

// says reports it if the text of OPENINGS.md does not contain what is stated.
func says(t *testing.T, stated string) {
	t.Helper()
	document, err := os.ReadFile("OPENINGS.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(strings.Fields(string(document)), " "), stated) {
		t.Errorf("OPENINGS.md does not say %q", stated)
	}
}

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
		gain := float64(lightMargin(t, game))
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
	says(t, fmt.Sprintf("%d distinct games", len(seen)))
	says(t, fmt.Sprintf("%.2f ± %.2f squares", mean, interval))
}

// The replies whose proofs OPENINGS.md counts follow the book's best building after each
// placement, and three of them are proven to lose as soon as they are played.
func TestTheRepliesOfTheDocument(t *testing.T) {
	file, err := os.Open("games/replies.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	builtIn, err := builtin.Open()
	if err != nil {
		t.Fatal(err)
	}
	searcher, err := search.New(searchHashMiB)
	if err != nil {
		t.Fatal(err)
	}
	reader, proven := record.NewReader(file), 0
	for number, placement := range engine.CathedralPlacements() {
		game, err := reader.Next()
		if err != nil {
			t.Fatal(err)
		}
		positions := game.Positions()
		best := builtIn.Moves(&positions[1])[0].Move
		if len(game.Moves) != 6 || game.Moves[0].Move != placement || game.Moves[1].Move != best {
			t.Errorf("line %d does not begin with %s and %s and continue to ply 6", number+1, placement, best)
		}
		searcher.Clear()
		found := searcher.Search(t.Context(), &positions[3], search.Limits{Solve: true, Verdict: true, Nodes: 5_000}, search.DefaultOptions(), nil)
		if verdict, known := endings.ProvenVerdict(found.Info.Score); known && verdict == endings.Win {
			proven++
		}
	}
	says(t, "three are proven to lose")
	if proven != 3 {
		t.Errorf("%d replies are proven to lose, want 3", proven)
	}
}

// The results of a stronger Light that OPENINGS.md states are those of its games, copies not
// counted.
func TestAStrongerLightOfTheDocument(t *testing.T) {
	points, margins, seen := map[string]sample{}, map[string]sample{}, map[string]bool{}
	for _, game := range recordedGames(t, "stronger-light") {
		weaker := game.Tag("BlackTimeControl")
		if game.Tag("White") != "strong" || seen[weaker+moves(game)] {
			continue
		}
		seen[weaker+moves(game)] = true
		if err := game.Check(); err != nil {
			t.Fatal(err)
		}
		points[weaker] = append(points[weaker], map[string]float64{"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}[game.Tag("Result")])
		margins[weaker] = append(margins[weaker], float64(lightMargin(t, game)))
	}
	for weaker, times := range map[string]string{"nodes=10000": "10", "nodes=1000": "100", "nodes=100": "1,000"} {
		says(t, fmt.Sprintf("| %s | %d | %s | %s |", times, len(points[weaker]), points[weaker].percentage(), margins[weaker].signed(1)))
	}
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
