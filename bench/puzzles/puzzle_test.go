package puzzles_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/puzzles"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// A puzzle of classic, after the moves of its game, as a position and in the short form.
const (
	onlyINsJ8 = "3a1mmmoo/QQaaOOmoo1/QQa2OOoF1/2Yy2OFFF/YYYyyf2F1/1YyyfffAA1/cc3fAAii/dc4+2i/ccCCC++++1/2CLC1+3 l - 14"
	before    = "before CAwF9 TOwH3 TOnE2 CSwA9 IFnI3 MAsG2 ACeC4 ABeD1 CSsE10 ACsD6 ABnH6 IFnF5 SQnA2 INsJ8;"
	shortForm = "127b zVeHZOmwfsTApIXflarBWxf9OOJDQo"
)

// parsePuzzle reads the puzzle of a line.
func parsePuzzle(line string) (puzzles.Puzzle, error) {
	list, err := puzzles.Read(strings.NewReader(line))
	if err != nil || len(list) == 0 {
		return puzzles.Puzzle{}, fmt.Errorf("%d puzzles: %w", len(list), err)
	}
	return list[0], nil
}

func TestPuzzlesAreReadAsTheyAreWritten(t *testing.T) {
	for _, line := range []string{
		onlyINsJ8 + ` bm MAnE7; rating 1270; themes room;`,
		onlyINsJ8 + ` id "game 9 after 14"; bm MAnE7; rating 0; themes wall small; ` + before,
		onlyINsJ8 + ` rules mattel; bm MAnE7; rating 3000; themes capture cathedral;`,
		onlyINsJ8 + ` id "a"; rules woods optional; bm MAnE7; rating 2130; themes defence threat block;`,
		shortForm,
		"005c+s mattel " + strings.Fields(shortForm)[1],
	} {
		p, err := parsePuzzle(line)
		enginetest.Must(t, err)
		var written bytes.Buffer
		if err := puzzles.Write(&written, []puzzles.Puzzle{p}, !strings.Contains(line, "/")); err != nil || written.String() != line+"\n" {
			t.Errorf("%s is written as %s (%v)", line, written.String(), err)
		}
	}
}

func TestBothFormsOfAPuzzleSayTheSame(t *testing.T) {
	long, err := parsePuzzle(onlyINsJ8 + " bm MAnE7; rating 1270; themes block; " + before)
	enginetest.Must(t, err)
	short, err := parsePuzzle(shortForm)
	enginetest.Must(t, err)
	if fmt.Sprint(long) != fmt.Sprint(short) {
		t.Errorf("%v and %v", long, short)
	}
}

func TestFaultsOfPuzzlesAreNamed(t *testing.T) {
	moves := strings.Fields(shortForm)[1]
	for line, want := range map[string]string{
		onlyINsJ8 + " rating 1;":                     "operation bm: want one move",
		onlyINsJ8 + " bm STnE7 STnA1;":               "operation bm: want one move",
		onlyINsJ8 + " bm STnA2;":                     "operation bm: A2 is built on",
		onlyINsJ8 + " bm XX;":                        "operation bm: ",
		onlyINsJ8 + " bm MAnE7; rating high;":        "operation rating: ",
		onlyINsJ8 + " bm MAnE7; themes love;":        `operation themes: "love" is not a theme`,
		onlyINsJ8 + " bm MAnE7; before CAwF9;":       "operation before: the moves lead to ",
		onlyINsJ8 + " bm MAnE7; before CAwF9 CAnF9;": "operation before: ",
		onlyINsJ8 + " rules chess; bm MAnE7;":        `operation rules: "chess" is not a rule set`,
		onlyINsJ8 + " rules mattel woods; bm MAnE7;": "operation rules: want a rule set",
		"127":                       "want a rating, themes",
		"12xr " + moves:             "want a rating, themes",
		"127 " + moves:              "want a rating, themes",
		"127l " + moves:             "'l' is not a theme",
		"127r chess " + moves:       `"chess" is not a rule set`,
		"127r " + moves[1:]:         "want a rating, themes",
		"127r " + moves + "__":      "want a rating, themes",
		"127r " + moves + moves[:2]: "the Cathedral cannot be placed now",
	} {
		if _, err := parsePuzzle(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", line, err, want)
		}
	}
}

func FuzzPuzzles(f *testing.F) {
	f.Add(onlyINsJ8 + ` id "game 9 after 14"; rules mattel optional; bm MAnE7; rating 1; themes room;`)
	f.Add(shortForm)
	f.Fuzz(func(t *testing.T, line string) {
		list, err := puzzles.Read(strings.NewReader(line))
		if err != nil {
			return
		}
		for _, p := range list {
			if !p.Position.IsLegal(p.Solution) || p.Grade() < 1 || p.Grade() > puzzles.Grades {
				t.Fatalf("%+v was read", p)
			}
		}
		var written bytes.Buffer
		if puzzles.Write(&written, list, false) != nil {
			return // an id may be too long
		}
		again, err := puzzles.Read(&written)
		if err != nil || fmt.Sprint(again) != fmt.Sprint(list) {
			t.Fatalf("%+v is read as %+v, %v", list, again, err)
		}
	})
}

// recipe finds puzzles in late positions, quickly.
func recipe() puzzles.Recipe {
	return puzzles.Recipe{FirstPly: 16, Moves: 4, Nodes: 20_000, HashMiB: 1, Seed: 3, PerGame: 2}
}

// games returns some of the engine's games with itself.
func games(t testing.TB, count int) []*record.Game {
	t.Helper()
	return benchtest.Games(t, benchtest.Read(t, "../testdata/enginegames.txt"))[:count]
}

// TestPuzzlesThatTheGameDoesNotHaveAreRefused has workers on other machines report such.
func TestPuzzlesThatTheGameDoesNotHaveAreRefused(t *testing.T) {
	type found struct {
		After    int
		Solution string
		Rating   int
	}
	for _, lie := range []found{{99, "STnE7", 1270}, {-1, "STnE7", 1270}, {20, "nonsense", 1270}, {20, "TAnA9", 1270}} {
		work := func(_ context.Context, _ json.RawMessage, deliver func(any) error) error {
			return deliver([]found{lie})
		}
		workers := farm.Workers{Carrier: farm.Local{Work: work}}
		results := puzzles.NewResults(&bytes.Buffer{})
		err := puzzles.Find(t.Context(), games(t, 1), results, recipe(), workers, func(int) {})
		if !errors.As(err, new(*farm.RefusedError)) || len(results.List) > 0 {
			t.Errorf("%+v: error %v, puzzles %v", lie, err, results.List)
		}
	}
}

// FuzzPuzzleJob has a worker do any job: none stops it.
func FuzzPuzzleJob(f *testing.F) {
	f.Add(`{"Recipe":{"Nodes":9,"HashMiB":1,"PerGame":1},"Game":"CAnF5 CSnE8"}`)
	f.Add(`{"Recipe":{"HashMiB":-1,"PerGame":-1},"Number":-9,"Game":"[FEN \"` + onlyINsJ8 + `\"]\n\nCAnF5"}`)
	work := puzzles.Kind("").Work
	ended, end := context.WithCancel(f.Context())
	end()
	f.Fuzz(func(t *testing.T, payload string) {
		var job struct{ Recipe puzzles.Recipe }
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
func found(t *testing.T, list []*record.Game, config puzzles.Recipe) *puzzles.Results {
	t.Helper()
	results := puzzles.NewResults(&bytes.Buffer{})
	enginetest.Must(t, puzzles.Find(t.Context(), list, results, config, farm.Workers{}, func(int) {}))
	return results
}

// TestCheckFindsPuzzlesThatAreNone proves a puzzle again, and finds the faults of others: another
// solution, several, and a board like that of an earlier one.
func TestCheckFindsPuzzlesThatAreNone(t *testing.T) {
	puzzle := found(t, games(t, 10)[8:], recipe()).List[0]
	check := func(list ...puzzles.Puzzle) (faults string) {
		enginetest.Must(t, puzzles.Check(t.Context(), list, recipe(), func(number int, fault error) {
			faults += fmt.Sprintf("puzzle %d: %v\n", number, fault)
		}))
		return faults
	}
	if faults := check(puzzle); faults != "" {
		t.Error(faults)
	}
	wrong, lost := puzzle, puzzle
	for _, m := range puzzle.Position.Moves(nil) {
		if m != puzzle.Solution {
			wrong.Solution = m
		}
	}
	lost.Position = puzzle.Position.Play(puzzle.Solution)
	turned := puzzle
	turned.Position, turned.Solution = puzzle.Position.Rotate(1), puzzle.Solution.Rotate(1)
	for _, test := range []struct {
		list []puzzles.Puzzle
		want string
	}{
		{[]puzzles.Puzzle{wrong}, "the only move to win is " + puzzle.Solution.String()},
		{[]puzzles.Puzzle{lost}, "none or several moves win"},
		{[]puzzles.Puzzle{puzzle, turned}, "puzzle 2: " + turned.Position.String() + ": it is like puzzle 1"},
	} {
		if faults := check(test.list...); !strings.Contains(faults, test.want) || strings.Count(faults, "\n") != 1 {
			t.Errorf("got %q, want %q", faults, test.want)
		}
	}
}

// TestPerGradeLimitsPuzzles keeps the first of each grade only.
func TestPerGradeLimitsPuzzles(t *testing.T) {
	c := recipe()
	c.PerGrade = 1
	grades := map[int]bool{}
	for _, p := range found(t, games(t, 20)[8:], c).List {
		if grades[p.Grade()] {
			t.Errorf("two puzzles of grade %d", p.Grade())
		}
		grades[p.Grade()] = true
	}
}

// TestAlikePuzzlesAreTakenOnce finds the puzzles of games a second time, and of those that are
// turned.
func TestAlikePuzzlesAreTakenOnce(t *testing.T) {
	c := recipe()
	c.PerGame = 99 // or else the seed chooses others
	list := games(t, 10)[8:]
	once := found(t, list, c).List
	for _, game := range list[:2] {
		turned := *game
		turned.Start = game.Start.Rotate(3)
		turned.Moves = nil
		for _, m := range game.Moves {
			turned.Moves = append(turned.Moves, record.Move{Move: m.Move.Rotate(3)})
		}
		list = append(list, game, &turned)
	}
	if twice := found(t, list, c).List; len(once) == 0 || len(twice) != len(once) {
		t.Errorf("%d puzzles, and %d with the same games again", len(once), len(twice))
	}
}

// TestRatings rates puzzles from late positions of games: the same on any number of goroutines,
// the harder the higher, and whatever the ratings were before.
func TestRatings(t *testing.T) {
	list := found(t, games(t, 10)[8:], recipe()).List
	again := slices.Clone(list)
	for i := range again {
		again[i].Rating, again[i].Themes = 0, 0
	}
	enginetest.Must(t, puzzles.Rate(t.Context(), again, recipe().Seed, 3, func(int) {}))
	if len(list) == 0 || fmt.Sprint(again) != fmt.Sprint(list) {
		t.Errorf("%v\nrated again: %v", list, again)
	}
}
