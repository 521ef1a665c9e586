package proof_test

import (
	"fmt"
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

// TestPositionSet checks that the set is whole: that each of its positions can be played
// on, and that each kind has its share of each ply.
func TestPositionSet(t *testing.T) {
	counts := map[string]int{}
	text, err := os.ReadFile(positionSet)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
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
