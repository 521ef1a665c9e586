package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cathedral/bench/study"
	"cathedral/cmd/internal/command/commandtest"
	"cathedral/engine"
	"cathedral/engine/record"
)

func TestStudyGrowFlagsBecomeOptions(t *testing.T) {
	got, err := commandtest.Options(newGrowCommand, "tree.txt", "--rules", "woods", "--optional-capture", "--nodes", "500", "--lines", "4", "--proof-nodes", "9",
		"--positions", "70", "--time", "3m", "--placements", "20", "--played", "5", "--threads", "2")
	if err != nil {
		t.Fatal(err)
	}
	settings := study.Settings{Rules: engine.Rules{Set: engine.Woods, OptionalCapture: true}, Nodes: 500, Lines: 4, ProofNodes: 9}
	growth := study.Growth{Positions: 70, Time: 3 * time.Minute, Share: 20, Played: 5, AtATime: 2}
	if got.settings != settings || got.growth != growth || got.file != "tree.txt" {
		t.Errorf("options %+v", got)
	}
}

func TestStudyPracticeFlagsBecomeOptions(t *testing.T) {
	got, err := commandtest.Options(newPracticeCommand, "games.txt", "--tree", "tree.txt", "--games", "70", "--nodes", "500", "--seed", "3", "--threads", "2")
	if err != nil {
		t.Fatal(err)
	}
	if want := (study.Practice{Seed: 3, Nodes: 500}); got.recipe != want || got.Games != 70 || got.Threads != 2 || got.tree != "tree.txt" || got.File != "games.txt" {
		t.Errorf("options %+v", got)
	}
}

// Games of other rules than the tree's are refused before anything is searched.
func TestATreeTakesGamesOfItsRulesOnly(t *testing.T) {
	folder := t.TempDir()
	games, tree := filepath.Join(folder, "games.txt"), filepath.Join(folder, "tree.txt")
	if err := os.WriteFile(games, []byte("[Event \"x\"]\n[Rules \"mattel\"]\n\n1. CAnF5 *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := commandtest.Run(newGrowCommand(commandtest.Factory("", io.Discard), (*growOptions).run), tree, "--games", games); err == nil {
		t.Error("games of mattel are counted in a tree of classic")
	}
	if _, err := os.Stat(tree); err == nil {
		t.Error("a tree was begun")
	}
}

// The position after moves is shown with its moves, and as JSON with the same values.
func TestStudyShowTellsWhatIsKnownOfAPosition(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tree.txt")
	grow := newGrowCommand(commandtest.Factory("", io.Discard), (*growOptions).run)
	if err := commandtest.Run(grow, path, "--nodes", "200", "--lines", "4", "--positions", "58", "--placements", "100"); err != nil {
		t.Fatal(err)
	}
	for _, moves := range [][]string{nil, {"CAnF5"}} {
		var text, object bytes.Buffer
		arguments := append([]string{path}, moves...)
		err := errors.Join(
			commandtest.Run(newShowCommand(commandtest.Factory("", &text)), arguments...),
			commandtest.Run(newShowCommand(commandtest.Factory("", &object)), append(arguments, "--json")...),
		)
		if err != nil {
			t.Fatal(err)
		}
		var known studied
		if err := json.Unmarshal(object.Bytes(), &known); err != nil {
			t.Fatal(err)
		}
		if want := map[int]int{0: 56, 1: 4}[len(moves)]; len(known.Moves) != want {
			t.Errorf("after %v there are %d moves, want %d", moves, len(known.Moves), want)
		}
		position := engine.Start(engine.Rules{})
		played, err := record.ParseMoves(strings.Join(moves, " "), position)
		if err != nil {
			t.Fatal(err)
		}
		for _, move := range played {
			position = position.Play(move)
		}
		for _, move := range known.Moves {
			m, err := engine.ParseMove(move.Move, position.Side())
			if err != nil || !position.IsLegal(m) {
				t.Errorf("after %v, %s is not legal", moves, move.Move)
			}
			if line := fmt.Sprintf("\n%-7s %+.2f ± %.2f", move.Move, move.Value, move.Error); !strings.Contains(text.String(), line) {
				t.Errorf("after %v, the text lacks %q:\n%s", moves, line, &text)
			}
		}
	}
	if err := commandtest.Run(newShowCommand(commandtest.Factory("", io.Discard)), path, "CAnF5", "TAnA1"); err == nil {
		t.Error("a position is shown that is not in the tree")
	}
}

// The report of games and a tree has the tables between their marks, and the pictures that
// it names beside it. Practice does not count among the games between equals.
func TestStudyReportWritesTablesAndPictures(t *testing.T) {
	folder := t.TempDir()
	file := func(name string) string { return filepath.Join(folder, name) }
	document, tree, games, practice := file("report.md"), file("tree.txt"), file("games.txt"), file("practice.txt")
	err := errors.Join(
		os.WriteFile(document, []byte("# Openings\n\n<!-- study: classic summary -->\nold\n<!-- end of study -->\n\nThe end.\n"), 0o644),
		commandtest.Run(newGrowCommand(commandtest.Factory("", io.Discard), (*growOptions).run), tree, "--nodes", "200", "--lines", "2", "--positions", "57", "--placements", "100"),
		commandtest.Run(newGamesCommand(commandtest.Factory("", io.Discard)), games, "--nodes", "100", "--games", "3"),
		commandtest.Run(newPracticeCommand(commandtest.Factory("", io.Discard), (*practiceOptions).run), practice, "--tree", tree, "--results", games, "--nodes", "100", "--games", "4"),
		commandtest.Run(newReportCommand(commandtest.Factory("", io.Discard)), document, "--games", games, "--games", practice, "--tree", tree),
	)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	before, after, found := strings.Cut(string(text), "The end.\n")
	if !found || strings.Contains(before, "old") || !strings.Contains(before, "| games | 3 |") || !strings.Contains(after, "<!-- study: classic placements -->") {
		t.Errorf("the report is\n%s", text)
	}
	pictures, err := filepath.Glob(filepath.Join(folder, "classic-*.svg"))
	if err != nil || len(pictures) != 4 {
		t.Errorf("there are the pictures %v, %v", pictures, err)
	}
	if err := commandtest.Run(newReportCommand(commandtest.Factory("", io.Discard)), document, "--tree", tree, "--tree", tree); err == nil {
		t.Error("two trees of the same rules are not an error")
	}
}
