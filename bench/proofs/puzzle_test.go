package proofs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/proofs"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// onlySTnE7 is a position of classic that just one move wins.
const onlySTnE7 = "BBBYLLOOfd/ccYYYOOfff/dcYooO+1fd/ccoo1+++ii/IIoMqq+CCi/ImMMqq+1Cb/mmAM1y1CCb/dmAA1yyyFb/aa1AQQyFFF/daa1QQssFL l - 20"

// parsePuzzle reads the puzzle of a line.
func parsePuzzle(line string) (proofs.Puzzle, error) {
	entry, err := record.NewPositionReader(strings.NewReader(line), engine.Rules{}).Next()
	if err != nil {
		return proofs.Puzzle{}, err
	}
	return proofs.ParsePuzzle(entry)
}

func TestPuzzlesAreReadAsTheyAreWritten(t *testing.T) {
	for _, operations := range []string{
		`bm STnE7; grade 1;`,
		`id "game 9 after 20"; bm STnE7; grade 4;`,
		`rules mattel; bm STnE7; grade 2;`,
		`id "a"; rules woods optional; bm STnE7; grade 3;`,
	} {
		line := onlySTnE7 + " " + operations + "\n"
		p, err := parsePuzzle(line)
		enginetest.Must(t, err)
		entry, written := record.Entry{Position: p.Position, Operations: p.Operations()}, bytes.Buffer{}
		if err := entry.Write(&written); err != nil || written.String() != line {
			t.Errorf("%s is written as %s (%v)", line, written.String(), err)
		}
	}
}

func TestFaultsOfPuzzlesAreNamed(t *testing.T) {
	for operations, want := range map[string]string{
		``:                                       "operation bm: want one move",
		`bm STnE7 STnA1; grade 1;`:               "operation bm: want one move",
		`bm STnA1; grade 1;`:                     "operation bm: A1 is built on",
		`bm XX; grade 1;`:                        "operation bm: ",
		`bm STnE7;`:                              "operation grade: want a number from 1 to 4",
		`bm STnE7; grade 5;`:                     "operation grade: want a number from 1 to 4",
		`bm STnE7; grade high;`:                  "operation grade: ",
		`rules chess; bm STnE7; grade 1;`:        `operation rules: "chess" is not a rule set`,
		`rules mattel woods; bm STnE7; grade 1;`: "operation rules: want a rule set",
		`rules; bm STnE7; grade 1;`:              "operation rules: want a rule set",
	} {
		if _, err := parsePuzzle(onlySTnE7 + " " + operations); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", operations, err, want)
		}
	}
}

func FuzzPuzzles(f *testing.F) {
	f.Add(onlySTnE7 + ` id "game 9 after 20"; rules mattel optional; bm STnE7; grade 1;`)
	f.Fuzz(func(t *testing.T, line string) {
		p, err := parsePuzzle(line)
		if err != nil {
			return
		}
		if !p.Position.IsLegal(p.Solution) || p.Grade < 1 || p.Grade > proofs.Grades {
			t.Fatalf("%+v was read", p)
		}
		entry, written := record.Entry{Position: p.Position, Operations: p.Operations()}, bytes.Buffer{}
		if entry.Write(&written) != nil {
			return // an id may be too long
		}
		if again, err := parsePuzzle(written.String()); err != nil || again.Position.Key() != p.Position.Key() || again.Solution != p.Solution || again.Grade != p.Grade || again.ID != p.ID {
			t.Fatalf("%s is read as %+v, %v", written.String(), again, err)
		}
	})
}

// puzzleRecipe finds puzzles in late positions, quickly.
func puzzleRecipe() proofs.PuzzleRecipe {
	return proofs.PuzzleRecipe{FirstPly: 18, Moves: 4, Nodes: 20_000, HashMiB: 1, Seed: 3, PerGame: 2}
}

// puzzleGames returns some of the engine's games with itself.
func puzzleGames(t testing.TB, count int) []*record.Game {
	t.Helper()
	return benchtest.Games(t, benchtest.Read(t, "../testdata/enginegames.txt"))[:count]
}

// TestFalsePuzzlesAreRefused has workers on other machines report puzzles that are none.
func TestFalsePuzzlesAreRefused(t *testing.T) {
	type found struct {
		After    int
		Solution string
		Grade    int
	}
	for _, lie := range []found{{99, "STnE7", 1}, {-1, "STnE7", 1}, {20, "nonsense", 1}, {20, "TAnA1", 1}} {
		work := func(_ context.Context, _ json.RawMessage, deliver func(any) error) error {
			return deliver([]found{lie})
		}
		workers := farm.Workers{Carrier: farm.Local{Work: work}}
		results := proofs.NewPuzzles(&bytes.Buffer{})
		err := proofs.FindPuzzles(t.Context(), puzzleGames(t, 1), results, puzzleRecipe(), workers, func(int) {})
		if !errors.As(err, new(*farm.RefusedError)) || len(results.List) > 0 {
			t.Errorf("%+v: error %v, puzzles %v", lie, err, results.List)
		}
	}
}

// FuzzPuzzleJob has a worker do any job: none stops it.
func FuzzPuzzleJob(f *testing.F) {
	f.Add(`{"Recipe":{"Nodes":9,"HashMiB":1,"PerGame":1},"Start":"10/10/10/10/10/10/10/10/10/10 l C 0","Moves":"CAnF5 CSnE8"}`)
	f.Add(`{"Recipe":{"HashMiB":-1,"PerGame":-1},"Number":-9,"Rules":{"Set":99},"Start":"` + onlySTnE7 + `","Moves":"CAnF5"}`)
	work := proofs.PuzzleKind("").Work
	ended, end := context.WithCancel(f.Context())
	end()
	f.Fuzz(func(t *testing.T, payload string) {
		var job struct{ Recipe proofs.PuzzleRecipe }
		if json.Unmarshal([]byte(payload), &job) != nil || job.Recipe.HashMiB > 1 {
			return
		}
		err := work(ended, json.RawMessage(payload), func(result any) error { return fmt.Errorf("%v", result) })
		if err == nil {
			t.Errorf("%s is done without time for it", payload)
		}
	})
}

// found returns the puzzles of games.
func found(t *testing.T, list []*record.Game, config proofs.PuzzleRecipe) *proofs.Puzzles {
	t.Helper()
	results := proofs.NewPuzzles(&bytes.Buffer{})
	enginetest.Must(t, proofs.FindPuzzles(t.Context(), list, results, config, farm.Workers{}, func(int) {}))
	return results
}

// TestCheckFindsPuzzlesThatAreNone proves the puzzles of games again, and finds those whose
// solution is another move.
func TestCheckFindsPuzzlesThatAreNone(t *testing.T) {
	results := found(t, puzzleGames(t, 12), puzzleRecipe())
	wrong := map[int]string{}
	check := func() {
		clear(wrong)
		enginetest.Must(t, proofs.CheckPuzzles(t.Context(), results.List, puzzleRecipe(), func(number int, fault error) { wrong[number] = fmt.Sprint(fault) }))
	}
	if check(); len(wrong) > 0 {
		t.Errorf("wrong: %v", wrong)
	}
	first := &results.List[0]
	moves := first.Position.Moves(nil)
	solution := first.Solution
	for _, m := range moves {
		if m != solution {
			first.Solution = m
		}
	}
	next := &results.List[1]
	next.Position = next.Position.Play(next.Solution) // which the other side has lost
	if check(); len(wrong) != 2 || !strings.Contains(wrong[1], solution.String()+" wins") || !strings.Contains(wrong[2], "none or several moves win") {
		t.Errorf("want puzzles 1 and 2 wrong: %v", wrong)
	}
}

// TestPerGradeLimitsPuzzles keeps the first of each grade only.
func TestPerGradeLimitsPuzzles(t *testing.T) {
	c := puzzleRecipe()
	c.PerGrade = 1
	grades := map[int]bool{}
	for _, p := range found(t, puzzleGames(t, 12), c).List {
		if grades[p.Grade] {
			t.Errorf("two puzzles of grade %d", p.Grade)
		}
		grades[p.Grade] = true
	}
}

// TestAPuzzleIsTakenOnce finds the same puzzles in the same game twice.
func TestAPuzzleIsTakenOnce(t *testing.T) {
	c := puzzleRecipe()
	c.PerGame = 99 // or else the seed chooses others
	list := puzzleGames(t, 12)
	once, twice := found(t, list, c), found(t, append(list, list...), c)
	if len(once.List) == 0 || len(twice.List) != len(once.List) {
		t.Errorf("%d puzzles, and %d of the same games twice", len(once.List), len(twice.List))
	}
}
