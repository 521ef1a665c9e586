package enginetest

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/engine"
)

// AllRules returns all rule sets, each without and with optional capture.
func AllRules() []engine.Rules {
	var all []engine.Rules
	for _, set := range engine.RuleSets() {
		all = append(all, engine.Rules{Set: set}, engine.Rules{Set: set, OptionalCapture: true})
	}
	return all
}

// Position reads a position text, and fails the test if rules do not allow it.
func Position(t testing.TB, text string, rules engine.Rules) engine.Position {
	t.Helper()
	position, err := engine.ParsePosition(text, rules)
	if err != nil {
		t.Fatalf("%q is refused: %v", text, err)
	}
	return position
}

// Move reads text as a move, and fails the test if it is not legal in p.
func Move(t testing.TB, p *engine.Position, text string) engine.Move {
	t.Helper()
	move, err := engine.ParseMove(text, p.Side())
	if err == nil {
		err = p.Check(move)
	}
	if err != nil {
		t.Fatalf("%s: %s is not legal: %v", p, text, err)
	}
	return move
}

// PlayLine plays the moves of line from p, fails the test at the first one that is
// not legal, and returns the position after the last one.
func PlayLine(t testing.TB, p engine.Position, line []engine.Move) engine.Position {
	t.Helper()
	for i, move := range line {
		if err := p.Check(move); err != nil {
			t.Fatalf("move %d of %v: %v in %s", i+1, line, err, p.String())
		}
		p = p.Play(move)
	}
	return p
}

// RandomPosition plays random moves from the start, up to ply. It stops before the
// game is over.
func RandomPosition(random *rand.Rand, rules engine.Rules, ply int) engine.Position {
	p := engine.Start(rules)
	for p.Ply() < ply {
		moves := p.Moves(nil)
		next := p.Play(moves[random.IntN(len(moves))])
		if next.Over() {
			break
		}
		p = next
	}
	return p
}

// Walk plays random games to their ends, of AllRules in turn, and calls visit for
// every move m, which leads from before to after.
func Walk(random *rand.Rand, games int, visit func(before, after *engine.Position, m engine.Move)) {
	rules := AllRules()
	for game := range games {
		p := engine.Start(rules[game%len(rules)])
		for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
			before, m := p, moves[random.IntN(len(moves))]
			p = p.Play(m)
			visit(&before, &p, m)
		}
	}
}

// GamePositions returns the positions of the games in a folder, from one ply up to
// and without another. The folder has a list of moves a line in enginegames.txt and
// in randomgames.txt. The test fails if there are fewer than forty positions.
func GamePositions(t testing.TB, folder string, from, to int) []engine.Position {
	t.Helper()
	var positions []engine.Position
	for _, name := range []string{"enginegames.txt", "randomgames.txt"} {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.HasPrefix(line, "#") {
				continue
			}
			p := engine.Start(engine.Rules{})
			for word := range strings.FieldsSeq(line) {
				if p.Ply() >= from && p.Ply() < to {
					positions = append(positions, p)
				}
				p = p.Play(Move(t, &p, word))
			}
		}
	}
	if len(positions) < 40 {
		t.Fatalf("only %d positions", len(positions))
	}
	return positions
}
