package study

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// says reports it if a document does not contain what is stated.
func says(t *testing.T, document, stated string) {
	t.Helper()
	if !strings.Contains(strings.Join(strings.Fields(benchtest.Read(t, document)), " "), stated) {
		t.Errorf("%s does not say %q", document, stated)
	}
}

// The tables of OPENINGS.md have the values and moves of the files, and no others.
func TestTheTablesForPlayersAreThoseOfTheFiles(t *testing.T) {
	var want []string
	for _, row := range readTable(t, "classic-placements") {
		want = append(want, fmt.Sprintf("| %s, %s | %s ± %s |", row[0], row[1], row[2], row[3]))
	}
	moves := map[[2]string][]string{} // by the place of the Cathedral and the side
	for _, row := range readTable(t, "classic-first-moves") {
		value := row[3]
		if value[0] != '-' {
			value = "+" + value
		}
		key := [2]string{row[0], row[1]}
		moves[key] = append(moves[key], row[2]+" "+value)
	}
	for _, row := range readTable(t, "classic-placements") {
		want = append(want, fmt.Sprintf("| %s | %s | %s |", row[0], strings.Join(moves[[2]string{row[0], "Dark"}], ", "), strings.Join(moves[[2]string{row[0], "Light"}], ", ")))
	}
	var got []string
	for line := range strings.Lines(benchtest.Read(t, "OPENINGS.md")) {
		if strings.HasPrefix(line, "| CA") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the tables of OPENINGS.md are\n%s\nand those of the files\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// checkStatements compares sentences of the documents with the games.
func checkStatements(t *testing.T, games *countedGames) {
	classic := pairs(games.counted["classic"])
	for _, name := range []string{"mattel", "optional"} {
		var less numbers
		for i, pair := range pairs(games.counted[name]) {
			for half, margins := range pair.margins {
				less = append(less, margins.mean()-classic[i].margins[half].mean())
			}
		}
		says(t, "OTHERRULES.md", fmt.Sprintf("%.2f ± %.2f squares less", less.mean(), less.interval()))
	}
	says(t, "EVIDENCE.md", bestPlaces(games))
	var equals, practice numbers
	for i, pair := range pairs(games.counted["practice"]) {
		equals, practice = append(equals, classic[i].all().mean()), append(practice, pair.all().mean())
	}
	r, low, high := correlation(equals, practice)
	says(t, "EVIDENCE.md", fmt.Sprintf("correlate by %+.2f (%+.2f to %+.2f)", r, low, high))
	documents := map[string]string{"classic 4": "EVIDENCE.md", "classic 5": "EVIDENCE.md"}
	for _, stated := range []string{"woods 3", "woods 4", "mattel 4", "optional 4", "optional 5"} {
		documents[stated] = "OTHERRULES.md"
	}
	for _, row := range readTable(t, "squares-given") {
		if document := documents[row[0]+" "+row[1]]; document != "" {
			says(t, document, fmt.Sprintf("%s %% (%s to %s)", row[5], row[6], row[7]))
		}
	}
	results, images := readTable(t, "results")[0], readTable(t, "mirror-images")
	says(t, "EVIDENCE.md", fmt.Sprintf("Light won %s of the %s games between equals that count, drew %s and lost %s. Its mean margin is %s ± %s squares",
		results[3], results[2], results[4], results[5], results[9], results[10]))
	says(t, "EVIDENCE.md", fmt.Sprintf("(*p* = %s); in practice they do (*p* = %s)", images[0][4], images[1][4]))
}

// bestPlaces returns the sentences about the places that are in the best or in the worst quarter of both
// kinds of games.
func bestPlaces(games *countedGames) string {
	values := placementValues(games)
	var names [2][]string
	var means [2]numbers
	for _, i := range values.order() {
		for end, sign := range []float64{1, -1} {
			if !slices.ContainsFunc([][]placePair{values.equals, values.practice}, func(kind []placePair) bool {
				order := best(len(kind), func(i int) float64 { return sign * kind[i].all().mean() })
				return slices.Index(order, i) >= len(kind)/4
			}) {
				names[end], means[end] = append(names[end], values.equals[i].place[3:]), append(means[end], values.values[i])
			}
		}
	}
	interval := values.interval * math.Sqrt(1/float64(len(names[0]))+1/float64(len(names[1])))
	return fmt.Sprintf("Best for Light are %s, worst %s. They differ by %.1f ± %.1f squares.",
		strings.Join(names[0], ", "), strings.Join(names[1], ", "), means[0].mean()-means[1].mean(), interval)
}

// recordedGames returns the games of files in games, without their ".txt.gz".
func recordedGames(t *testing.T, names ...string) []*record.Game {
	t.Helper()
	var games []*record.Game
	for _, name := range names {
		games = append(games, benchtest.Games(t, benchtest.Read(t, "games/"+name+".txt.gz"))...)
	}
	return games
}

// keptTree returns the tree in a file in trees, without its ".txt.gz".
func keptTree(t *testing.T, name string) *Tree {
	t.Helper()
	tree, err := readTree("trees/" + name + ".txt.gz")
	enginetest.Must(t, err)
	return tree
}
