package proof_test

import (
	"fmt"
	"maps"
	"os"
	"strings"
	"testing"

	"cathedral/engine"
)

// The set of positions that proofs are measured by. It was picked before any of them was
// proven, and what is never proven stays in it. Each is of a game of its own. As the games
// were those of the engine of that day, the set cannot be made again.
const (
	positionSet     = "testdata/positions.txt"
	firstPly        = 8
	lastPly         = 13
	positionsOfKind = 12 // positions of each kind and ply
)

// gameKinds are the kinds of games that the positions come from. In strong games the engine
// played itself at 3,000 nodes a move. Lopsided ones had a random move in the opening besides.
// In simple ones a greedy player, who plays the move that settles the most squares, and then
// the largest building, met a random one.
var gameKinds = []string{"strong", "lopsided", "simple"}

// strongGames holds positions after 8, 10, 12 and 14 plies of 24 games, which SOLVING.md is
// about. It was committed before any of them was proven. The games are the first of each pair of
//
//	cathedral match --engine "name=A cmd=builtin:engine nodes=100000" --engine "name=B cmd=builtin:engine nodes=100000" --random-plies 1 --games 60 --seed 3001
const strongGames = "testdata/strong.txt"

// TestStrongGames checks that the positions of strong games can be played on, that they differ,
// and that each ply has its share.
func TestStrongGames(t *testing.T) {
	counts, seen := map[int]int{}, map[string]bool{}
	for _, place := range positionsOf(t, strongGames) {
		p, err := engine.ParsePosition(place, engine.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		if p.Over() || seen[place] {
			t.Errorf("%s is over, or stands there twice", place)
		}
		seen[place] = true
		counts[p.Ply()]++
	}
	if want := map[int]int{8: 24, 10: 24, 12: 24, 14: 24}; !maps.Equal(counts, want) {
		t.Errorf("positions by ply: %v, want %v", counts, want)
	}
}

// positionsOf returns the lines of a file without comments and empty lines.
func positionsOf(t *testing.T, file string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			lines = append(lines, line)
		}
	}
	return lines
}

// TestPositionSet checks that the set is whole: that each of its positions can be played
// on, and that each kind has its share of each ply.
func TestPositionSet(t *testing.T) {
	counts := map[string]int{}
	for _, line := range positionsOf(t, positionSet) {
		place, kind, _ := strings.Cut(line, " | ")
		p, err := engine.ParsePosition(place, engine.Rules{})
		if err != nil {
			t.Fatal(err)
		}
		if p.Over() {
			t.Errorf("%s is over", place)
		}
		counts[fmt.Sprint(p.Ply(), " ", kind)]++
	}
	for ply := firstPly; ply <= lastPly; ply++ {
		for _, kind := range gameKinds {
			if got := counts[fmt.Sprint(ply, " ", kind)]; got != positionsOfKind {
				t.Errorf("%d positions of ply %d from %s games, want %d", got, ply, kind, positionsOfKind)
			}
		}
	}
}
