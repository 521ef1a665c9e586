package study

import (
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search/book/builtin"
)

// The tables of OPENINGS.md and OTHERRULES.md are those of the games and of the built-in book. Under other
// rules Light loses as many squares less as is stated, by places of the Cathedral.
func TestTheDocumentsTablesAreThoseOfTheGames(t *testing.T) {
	enginetest.Long(t)
	builtIn, err := builtin.Open()
	enginetest.Must(t, err)
	check := func(document string, rules engine.Rules, names ...string) (text string, games []gameFacts) {
		text = benchtest.Read(t, document)
		report := NewReport(rules, builtIn, recordedGames(t, names...))
		if want, err := ReplaceTables(text, report.Tables()); err != nil || text != want {
			t.Errorf("the tables of %s are not those of the games: run the command that it names; %v", document, err)
		}
		for _, name := range names {
			if !strings.Contains(text, "--games bench/study/games/"+name+".txt.gz") {
				t.Errorf("%s does not name the games %s", document, name)
			}
		}
		return text, report.games
	}
	_, games := check("OPENINGS.md", engine.Rules{}, "classic", "practice-30k", "practice-60k")
	check("OTHERRULES.md", engine.Rules{Set: engine.Woods}, "woods")
	classic := pairPlacements(games)
	for name, rules := range map[string]engine.Rules{"mattel": {Set: engine.Mattel}, "optional": {OptionalCapture: true}} {
		text, games := check("OTHERRULES.md", rules, name)
		var less sample
		for i, pair := range pairPlacements(games) {
			for half, margins := range pair.margins {
				less = append(less, margins.mean()-classic[i].margins[half].mean())
			}
		}
		if stated := less.text(2) + " squares less"; !strings.Contains(text, stated) {
			t.Errorf("%s: OTHERRULES.md does not say %q", name, stated)
		}
	}
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
	tree, err := ReadTree("trees/" + name + ".txt.gz")
	enginetest.Must(t, err)
	return tree
}
