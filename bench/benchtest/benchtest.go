// Package benchtest has steps that tests of several packages share: files, and records, which
// package enginetest does not know. Each ends the test if it fails.
package benchtest

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// Read returns the text of the file at path.
func Read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Write replaces the file at path by one with the given text.
func Write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Games returns the games of a text of records, all of which have to be whole.
func Games(t testing.TB, text string) []*record.Game {
	t.Helper()
	var games []*record.Game
	for reader := record.NewReader(strings.NewReader(text)); ; {
		game, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return games
		}
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, game)
	}
}

// Rounds returns the games in the file at path by their rounds, no two of which are the same.
func Rounds(t testing.TB, path string) map[string]*record.Game {
	t.Helper()
	rounds := map[string]*record.Game{}
	for _, game := range Games(t, Read(t, path)) {
		round := game.Tag("Round")
		if rounds[round] != nil {
			t.Fatalf("round %s appears twice", round)
		}
		rounds[round] = game
	}
	return rounds
}

// Entry returns the entry of a line of a position file with classic rules.
func Entry(t testing.TB, line string) *record.Entry {
	t.Helper()
	entry, err := record.NewPositionReader(strings.NewReader(line), engine.Rules{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

// After returns the position after the moves of a text, from the start under the rules.
func After(t testing.TB, rules engine.Rules, moves string) engine.Position {
	t.Helper()
	start := engine.Start(rules)
	played, err := record.ParseMoves(moves, start)
	if err != nil {
		t.Fatal(err)
	}
	return enginetest.PlayLine(t, start, played)
}
