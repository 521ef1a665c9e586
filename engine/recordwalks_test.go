package engine_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// recordOf returns a walk as a game record that says something of every move.
func recordOf(t testing.TB, walk enginetest.FactGame, rules engine.Rules) *engine.Record {
	t.Helper()
	record := engine.NewRecord(engine.Start(rules))
	moves, err := engine.ParseMoves(strings.Join(walk.Moves, " "), record.Start)
	if err != nil {
		t.Fatal(err)
	}
	for i, move := range moves {
		comment := engine.MoveComment{Centi: 25*i - 300, Depth: i, Time: 530e6}
		record.Moves = append(record.Moves, engine.RecordMove{Move: move, Comment: comment.String()})
	}
	positions := record.Positions()
	record.Result = engine.RecordResult(positions[len(positions)-1].Outcome())
	return record
}

func TestWalksComeBackFromAFileOfRecords(t *testing.T) {
	for _, name := range enginetest.GameRules() {
		rules := enginetest.RulesOf(t, name)
		t.Run(name, func(t *testing.T) {
			walks := enginetest.FactGames(t, name)
			var file bytes.Buffer
			for i, walk := range walks {
				record := recordOf(t, walk, rules)
				record.SetTag("Round", fmt.Sprint(i+1))
				if err := record.Write(&file); err != nil {
					t.Fatal(err)
				}
			}
			text := file.String()
			reader := engine.NewRecordReader(strings.NewReader(text))
			var again bytes.Buffer
			for i, walk := range walks {
				record, err := reader.Next()
				if err != nil {
					t.Fatal(err)
				}
				checkWalk(t, i, record, walk)
				if record.Rules != rules || record.Tag("Round") != fmt.Sprint(i+1) {
					t.Fatalf("game %d: rules %v, round %s", i+1, record.Rules, record.Tag("Round"))
				}
				if err := record.Write(&again); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := reader.Next(); err != io.EOF {
				t.Errorf("after the last game: %v, want the end", err)
			}
			if again.String() != text {
				t.Error("the records are written otherwise the second time")
			}
			if reader.Offset() != int64(len(text)-1) { // all but the blank line
				t.Errorf("offset %d of %d", reader.Offset(), len(text))
			}
		})
	}
}

func checkWalk(t *testing.T, i int, record *engine.Record, walk enginetest.FactGame) {
	t.Helper()
	if score := fmt.Sprintf("%d-%d", walk.Light, walk.Dark); record.Tag("Score") != score {
		t.Fatalf("game %d: score %s, want %s", i+1, record.Tag("Score"), score)
	}
	positions := record.Positions()
	if len(positions) != len(walk.Plies) {
		t.Fatalf("game %d: %d positions, want %d", i+1, len(positions), len(walk.Plies))
	}
	for ply, position := range positions {
		if position.String() != walk.Plies[ply].Position {
			t.Fatalf("game %d, ply %d: %s, want %s", i+1, ply, position.String(), walk.Plies[ply].Position)
		}
	}
}

// A game may begin anywhere, also at an odd ply, and is the same from there.
func TestWalksComeBackFromTheirMiddle(t *testing.T) {
	for _, name := range enginetest.GameRules() {
		rules := enginetest.RulesOf(t, name)
		for i, walk := range enginetest.FactGames(t, name)[:20] {
			whole := recordOf(t, walk, rules)
			positions := whole.Positions()
			from := (i + 2) % len(positions)
			part := engine.NewRecord(positions[from])
			part.Moves, part.Result = whole.Moves[from:], whole.Result
			text := recordText(t, part)
			if got := readOne(t, text); recordText(t, got) != text || len(got.Moves) != len(part.Moves) {
				t.Errorf("%s, game %d from ply %d does not come back:\n%s", name, i+1, from, text)
			}
			if want := positions[from].String(); readOne(t, text).Tag("FEN") != want {
				t.Errorf("%s, game %d: FEN %s, want %s", name, i+1, readOne(t, text).Tag("FEN"), want)
			}
			if odd := fmt.Sprintf("\n%d... ", from/2+1); strings.Contains(text, odd) != (from%2 == 1) {
				t.Errorf("%s, game %d from ply %d is numbered wrongly:\n%s", name, i+1, from, text)
			}
		}
	}
}

func recordText(t testing.TB, record *engine.Record) string {
	t.Helper()
	var text strings.Builder
	if err := record.Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// readOne reads a text that holds exactly one game.
func readOne(t testing.TB, text string) *engine.Record {
	t.Helper()
	reader := engine.NewRecordReader(strings.NewReader(text))
	record, err := reader.Next()
	if err != nil {
		t.Fatalf("%v in:\n%s", err, text)
	}
	if _, err := reader.Next(); err != io.EOF {
		t.Fatalf("after the game: %v, want the end:\n%s", err, text)
	}
	return record
}
