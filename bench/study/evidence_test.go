package study

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/endings"
	"cathedral/engine"
	"cathedral/engine/enginetest"
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
// not counted. The two games of a pair depend on each other, and so do all games with the same
// place of the Cathedral, which the plan left out.
func TestTheDocumentsGainByTheBookIsThatOfItsGames(t *testing.T) {
	games, sum := distinctGames(t, "book-confirmation"), 0.0
	pairs, openings := map[string]sample{}, map[string]sample{}
	for _, game := range games {
		gain := float64(lightMargin(t, game))
		if game.Tag("White") == "plain" {
			gain = -gain
		}
		round, _, _ := strings.Cut(game.Tag("Round"), ".")
		pair, opening := round+" of "+game.Tag("Seed"), game.Moves[0].Move.String()
		pairs[pair], openings[opening] = append(pairs[pair], gain), append(openings[opening], gain)
		sum += gain
	}
	mean := sum / float64(len(games))
	interval := func(groups map[string]sample) float64 {
		residues := 0.0
		for _, gains := range groups {
			residues += square(float64(len(gains)) * (gains.mean() - mean))
		}
		return 1.96 * math.Sqrt(residues) / float64(len(games))
	}
	says(t, fmt.Sprintf("%.2f ± %.2f squares more a game than without (%d distinct games from %d places", mean, interval(openings), len(games), len(openings)))
	says(t, fmt.Sprintf("By the planned error, ± %.2f,", interval(pairs)))
}

// The scores and numbers of games that FAIRGAME.md states for 100,000 nodes are those of its files,
// copies not counted.
func TestTheScoresOfFairGamesOfTheDocument(t *testing.T) {
	document, err := os.ReadFile("FAIRGAME.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, given := range map[string][]float64{"fair-inn-or-bridge": {0, 0.5}, "fair-stable": {-1, -1.5}, "fair-stable-confirmation": {-1, -1.5}} {
		seen, margins := map[uint64]bool{}, sample{}
		for _, game := range recordedGames(t, name) {
			if key := openingKey(game.Positions()); !seen[key] {
				seen[key] = true
				margins = append(margins, float64(lightMargin(t, game)))
			}
		}
		for _, squares := range given {
			stated := fmt.Sprintf(`%.1f±[\d.]+ \(%d\)`, 100*margins.count(squares).Score(), len(margins))
			if !regexp.MustCompile(stated).Match(document) {
				t.Errorf("%s, %+.1f squares: FAIRGAME.md has no %s", name, squares, stated)
			}
		}
	}
}

// The replies whose proofs OPENINGS.md counts follow the book's best building after each
// placement, and three of them are proven to lose as soon as they are played.
func TestTheRepliesOfTheDocument(t *testing.T) {
	builtIn, err := builtin.Open()
	if err != nil {
		t.Fatal(err)
	}
	searcher, err := search.New(searchHashMiB)
	if err != nil {
		t.Fatal(err)
	}
	proven, games, placements := 0, recordedGames(t, "replies"), engine.CathedralPlacements()
	if len(games) != len(placements) {
		t.Fatalf("%d replies, want %d", len(games), len(placements))
	}
	for number, game := range games {
		positions := game.Positions()
		best := builtIn.Moves(&positions[1])[0].Move
		if len(game.Moves) != 6 || game.Moves[0].Move != placements[number] || game.Moves[1].Move != best {
			t.Errorf("line %d does not begin with %s and %s and continue to ply 6", number+1, placements[number], best)
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

// replies returns the positions in which all moves of Light have values, by ply, and the classic
// tree with them.
func replies(t *testing.T) (*Tree, map[int][]*node) {
	t.Helper()
	tree := keptTree(t, "classic")
	whole := map[int][]*node{}
	for _, n := range keptTree(t, "replies").sorted() {
		with := tree.insert(n.Analysis)
		if ply := n.Position.Ply(); n.Rest == 0 {
			whole[ply] = append(whole[ply], with)
		}
	}
	tree.AddGames(recordedGames(t, "classic", "practice-30k", "practice-60k"))
	return tree, whole
}

// The numbers of moves that OPENINGS.md states are those of all legal ones, and the least that
// Light loses is the value of the tree with them.
func TestAllRepliesOfTheDocument(t *testing.T) {
	tree, whole := replies(t)
	moves := map[int]int{} // by ply
	for ply, nodes := range whole {
		for _, n := range nodes {
			moves[ply] += len(n.Lines)
			for _, m := range n.Position.Moves(nil) {
				if !slices.ContainsFunc(n.Lines, func(l Line) bool { return l.Move == m }) {
					t.Errorf("%s: %s has no value", &n.Position, m)
				}
			}
		}
	}
	says(t, fmt.Sprintf("all %d answers of Light to Dark's best building from %d places", moves[2], len(whole[2])))
	says(t, fmt.Sprintf("all %d moves after the %d best answers", moves[4], len(whole[4])))
	centi, off := tree.root().value.rounded()
	says(t, fmt.Sprintf("about %.0f squares (%.1f ± %.1f)", -float64(centi)/100, -float64(centi)/100, float64(off)/100))
}

// Searches of ten times the nodes lie within the 95 % intervals of the positions in which all moves
// of Light have values, but for one of twenty.
func TestDeeperSearchesAgreeWithAllReplies(t *testing.T) {
	if !enginetest.IsLong(t) {
		t.Skip("searches 48 positions with a million nodes each")
	}
	tree, whole := replies(t)
	nodes := slices.Concat(whole[2], whole[4])
	within := 0
	for _, n := range nodes {
		if deeper := searchDeeper(t, tree, &n.Position); math.Abs(deeper-n.value.Centi) <= 1.96*n.value.Error {
			within++
		}
	}
	says(t, fmt.Sprintf("lie within the intervals of %d of these %d positions", within, len(nodes)))
	if within < len(nodes)*19/20 {
		t.Errorf("%d of %d values are within their intervals, want 95 %%", within, len(nodes))
	}
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
		if err := game.Check(); err != nil {
			t.Fatal(err)
		}
		if played := game.Tag("White") + game.Tag("BlackTimeControl") + moves(game); !seen[played] {
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
