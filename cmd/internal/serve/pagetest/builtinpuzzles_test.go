package pagetest

import (
	"errors"
	"io"
	"strings"
	"testing"

	"cathedral/bench/proofs"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// puzzleGrades are the names of the grades.
var puzzleGrades = [proofs.Grades]string{"easy", "medium", "hard", "veryhard"}

// readPuzzles reads the page's puzzles of a grade.
func readPuzzles(t *testing.T, grade int) (list []proofs.Puzzle) {
	t.Helper()
	reader := record.NewPositionReader(strings.NewReader(pageFile(t, "modes/puzzles-"+puzzleGrades[grade-1]+".txt")), engine.Rules{})
	for {
		entry, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return list
		}
		enginetest.Must(t, err)
		p, err := proofs.ParsePuzzle(entry)
		if err != nil || p.Grade != grade {
			t.Fatalf("a puzzle of grade %d among those of %d: %v", p.Grade, grade, err)
		}
		list = append(list, p)
	}
}

// TestPuzzlesHaveOneSolution proves the page's puzzles, and in the short form some of each
// grade.
func TestPuzzlesHaveOneSolution(t *testing.T) {
	var list []proofs.Puzzle
	for grade := range proofs.Grades {
		list = append(list, readPuzzles(t, grade+1)...)
	}
	known, grades, sets := map[uint64]bool{}, map[int]int{}, map[engine.RuleSet]int{}
	var some []proofs.Puzzle
	for i := range list {
		p := &list[i]
		known[p.Position.Key()] = true
		grades[p.Grade]++
		sets[p.Position.Rules().Set]++
		if p.Position.Ply() < 9 || p.Position.CountMoves() < 12 {
			t.Errorf("puzzle %d is trivial", i+1)
		}
		if grades[p.Grade] <= 3 || enginetest.IsLong() {
			some = append(some, *p)
		}
	}
	if len(list) < 200 || len(known) != len(list) || len(grades) != proofs.Grades || len(sets) != len(engine.RuleSets()) {
		t.Errorf("%d puzzles, %d of them different; by grades %v, by rule sets %v", len(list), len(known), grades, sets)
	}
	recipe := proofs.PuzzleRecipe{Nodes: 200_000, HashMiB: 32}
	if err := proofs.CheckPuzzles(t.Context(), some, recipe, func(number int, fault error) { t.Errorf("of %d, puzzle %d: %v", len(some), number, fault) }); err != nil {
		t.Error(err)
	}
}
