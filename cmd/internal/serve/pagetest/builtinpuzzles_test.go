package pagetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/puzzles"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// readPuzzles reads the page's puzzles. The page calls them by their numbers, from 1.
func readPuzzles(t *testing.T) []puzzles.Puzzle {
	t.Helper()
	list, err := puzzles.Read(strings.NewReader(pageFile(t, "modes/puzzles.txt")))
	enginetest.Must(t, err)
	return list
}

// TestPuzzlesHaveOneSolution proves the page's puzzles at night, and otherwise some of each grade. The
// page has the same grades.
func TestPuzzlesHaveOneSolution(t *testing.T) {
	list := readPuzzles(t)
	least := puzzles.GradeRatings()
	if grades := fmt.Sprintf("{ easy: 0, medium: %d, hard: %d, veryhard: %d }", least[0], least[1], least[2]); !strings.Contains(pageFile(t, "modes/puzzlemode.js"), grades) {
		t.Errorf("the page has other grades than %s", grades)
	}
	proven := 2
	switch {
	case enginetest.IsNight():
		proven = len(list)
	case enginetest.IsLong():
		proven = 10
	}
	var grades, classic [puzzles.Grades + 1]int
	sets := map[engine.RuleSet]int{}
	var some, shutOuts []puzzles.Puzzle
	for i := range list {
		p := &list[i]
		grades[p.Grade()]++
		sets[p.Position.Rules().Set]++
		if p.Position.Rules().Set == engine.Classic {
			classic[p.Grade()]++
		}
		shutsOut := slices.Contains(p.Themes.Names(), "shutout")
		if shutsOut {
			shutOuts = append(shutOuts, *p)
		} else if p.Position.Ply() < 8 || p.Position.CountMoves() < 12 {
			t.Errorf("puzzle %d is trivial", i+1)
		}
		if !shutsOut && grades[p.Grade()] <= proven {
			some = append(some, *p)
		}
	}
	if different := puzzles.Select(list, 0); len(different) != len(list) {
		t.Errorf("%d puzzles, of which only %d are different", len(list), len(different))
	}
	for grade := 1; grade <= puzzles.Grades; grade++ {
		if grades[grade] < 150 || classic[grade] < 100 {
			t.Errorf("%d puzzles of grade %d, %d of them classic", grades[grade], grade, classic[grade])
		}
	}
	if len(sets) != len(engine.RuleSets()) {
		t.Errorf("puzzles by rule sets: %v", sets)
	}
	if len(shutOuts) < 12 {
		t.Errorf("%d puzzles shut a side out", len(shutOuts))
	}
	some = append(some, shutOuts...) // the rules prove these
	recipe := puzzles.Recipe{Nodes: 1_500_000, HashMiB: 32}
	if err := puzzles.Check(t.Context(), some, recipe, func(number int, fault error) { t.Errorf("of %d, puzzle %d: %v", len(some), number, fault) }); err != nil {
		t.Error(err)
	}
}

// TestThemesOfPuzzlesAreThoseOfTheRules finds out by the naive rules what the answers are about, as
// FORMATS.md of engine/record describes it.
func TestThemesOfPuzzlesAreThoseOfTheRules(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	seen := map[string]int{}
	for i, p := range readPuzzles(t) {
		rules := p.Position.Rules()
		game, err := naive.Parse(p.Position.String(), naive.Rules{Set: rules.Set.String()}, random)
		enginetest.Must(t, err)
		want := strings.Join(naiveThemes(game, p.Solution.String()), " ")
		if got := strings.Join(p.Themes.Names(), " "); got != want {
			t.Errorf("puzzle %d, %s %s: %s, want %s", i+1, &p.Position, p.Solution, got, want)
		}
		seen[want]++
	}
	t.Log(seen)
}

// naiveThemes returns the themes of a puzzle with an answer.
func naiveThemes(game *naive.Game, answer string) (themes []string) {
	var move naive.Move
	larger := false
	for _, m := range game.Moves() {
		if m.String() == answer {
			move = m
		}
		larger = larger || m.Placement != nil && len(m.Squares) >= 4
	}
	next := game.Play(move)
	for _, piece := range game.Judge(move.Placement).Captured {
		if game.Pieces[piece].Owner == naive.Nobody {
			themes = append(themes, "cathedral")
		} else {
			themes = append([]string{"capture"}, themes...)
		}
	}
	if len(themes) == 2 && themes[0] == themes[1] { // two buildings
		themes = themes[:1]
	}
	if len(themes) == 0 && newGround(game, next) >= 3 {
		themes = []string{"wall"}
	}
	if len(themes) == 0 {
		pass := naive.Move{}
		waits, again := game.Play(pass), next.Play(pass)
		if mostGround(waits)-mostGround(next) >= 3 {
			themes = append(themes, "defence")
		}
		if mostGround(again)-mostGround(game) >= 3 {
			themes = append(themes, "threat")
		}
		if kinds(waits) != kinds(next) {
			themes = append(themes, "block")
		}
	}
	if len(themes) == 0 {
		themes = []string{"room"}
	}
	if larger && len(move.Squares) <= 2 {
		themes = append(themes, "small")
	}
	if next.UnplacedSquares(next.Side()) >= 24 && kinds(next) == 0 {
		themes = append(themes, "shutout")
	}
	return themes
}

// newGround returns the number of squares that have become the ground of the side to move in before.
func newGround(before, after *naive.Game) (squares int) {
	side := before.Side()
	for row := range before.Territory {
		for column, owner := range before.Territory[row] {
			if owner != side && after.Territory[row][column] == side {
				squares++
			}
		}
	}
	return squares
}

// mostGround returns the greatest number of squares that a move makes ground.
func mostGround(game *naive.Game) (most int) {
	for _, m := range game.Moves() {
		most = max(most, newGround(game, game.Play(m)))
	}
	return most
}

// kinds returns the buildings that the side to move can place, as a set of bits.
func kinds(game *naive.Game) (set uint) {
	for _, m := range game.Moves() {
		if m.Placement != nil {
			set |= 1 << m.Building
		}
	}
	return set
}
