package proof_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/search"
)

// The set of positions that proofs are measured by. It was drawn before any of them was
// proven, and what is never proven stays in it. The command that made it is
//
//	go test ./search/proof -run TestPositionSet -draw
//
// It gives the same file only with the engine of that day, whose games it takes.
var draw = flag.Bool("draw", false, "draw the set of positions anew")

const (
	positionSet   = "testdata/positions.txt"
	firstDrawnPly = 8
	lastDrawnPly  = 13
	drawnOfKind   = 12 // positions of each kind and ply
)

// drawnKinds are the kinds of games that the positions come from: the engine at 3,000
// nodes a move against itself, the same with a random move in the opening, which makes
// most positions lopsided, and a greedy player, who takes what settles most and then the
// largest building, against a random one.
var drawnKinds = []string{"strong", "lopsided", "simple"}

// TestPositionSet checks that the set is whole: that each of its positions can be played
// on, and that each kind has its share of each ply.
func TestPositionSet(t *testing.T) {
	if *draw {
		if err := os.WriteFile(positionSet, drawPositions(t), 0o644); err != nil {
			t.Fatal(err)
		}
	}
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
	for ply := firstDrawnPly; ply <= lastDrawnPly; ply++ {
		for _, kind := range drawnKinds {
			if got := counts[fmt.Sprint(ply, " ", kind)]; got != drawnOfKind {
				t.Errorf("%d positions of ply %d from %s games, want %d", got, ply, kind, drawnOfKind)
			}
		}
	}
}

// drawPositions plays the games and returns the file. Each game gives one position.
func drawPositions(t *testing.T) []byte {
	random := rand.New(rand.NewPCG(15, 8))
	searcher, err := search.New(16)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	fmt.Fprintln(&text, "# position | kind of game it comes from; see positionset_test.go")
	for ply := firstDrawnPly; ply <= lastDrawnPly; ply++ {
		for _, kind := range drawnKinds {
			for drawn := 0; drawn < drawnOfKind; {
				p := engine.Start(engine.Rules{})
				blunder := 3 + random.IntN(4)
				for p.Ply() < ply && !p.Over() {
					moves := p.Moves(nil)
					m := moves[random.IntN(len(moves))]
					switch {
					case p.Ply() < 3 || kind == "lopsided" && p.Ply() == blunder:
					case kind != "simple":
						m = searcher.Search(context.Background(), &p, search.Limits{Nodes: 3_000}, search.DefaultOptions(), nil).Best
					case p.Ply()%2 == blunder%2:
						m = greediest(&p, moves)
					}
					p = p.Play(m)
				}
				if !p.Over() {
					fmt.Fprintln(&text, p.String(), "|", kind)
					drawn++
				}
			}
		}
	}
	return text.Bytes()
}

// greediest returns the first of the moves that wins the most squares at once, those
// that it covers among them.
func greediest(p *engine.Position, moves []engine.Move) engine.Move {
	gains := p.Gains(engine.AllSquares())
	best, most := moves[0], -1
	for _, m := range moves {
		if !m.IsPlacement() {
			continue
		}
		if won := m.Squares().Count() + gains.Of(m); won > most {
			best, most = m, won
		}
	}
	return best
}
