package engine_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"cathedral/engine"
)

// recordedWalk is a complete game from another program: its moves, the text of
// each of its positions, and the unplaced squares at the end as "5-12".
type recordedWalk struct {
	moves     string
	positions []string
	score     string
}

// walkRules are the rules that the games in each file were played by.
var walkRules = map[string]engine.Rules{
	"classic":  {},
	"mattel":   {Set: engine.Mattel},
	"woods":    {Set: engine.Woods},
	"optional": {OptionalCapture: true},
}

func readRecordedWalks(t testing.TB, name string) []recordedWalk {
	t.Helper()
	file, err := os.Open("testdata/walks-" + name + ".txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unzipped)
	if err != nil {
		t.Fatal(err)
	}
	var walks []recordedWalk
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch last := len(walks) - 1; {
		case line == "":
		case strings.HasPrefix(line, "game "):
			walks = append(walks, recordedWalk{moves: strings.TrimPrefix(line, "game ")})
		case strings.HasPrefix(line, "result "):
			walks[last].score = strings.ReplaceAll(strings.TrimPrefix(line, "result "), " ", "-")
		default:
			position, _, _ := strings.Cut(line, " | ")
			walks[last].positions = append(walks[last].positions, position)
		}
	}
	return walks
}

// asRecord returns a walk as a game record that says something of every move.
func (w recordedWalk) asRecord(t testing.TB, rules engine.Rules) *engine.Record {
	t.Helper()
	record := engine.NewRecord(engine.Start(rules))
	moves, err := engine.ParseMoves(w.moves, record.Start)
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
	for name, rules := range walkRules {
		t.Run(name, func(t *testing.T) {
			walks := readRecordedWalks(t, name)
			var file bytes.Buffer
			for i, walk := range walks {
				record := walk.asRecord(t, rules)
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

func checkWalk(t *testing.T, i int, record *engine.Record, walk recordedWalk) {
	t.Helper()
	if record.Tag("Score") != walk.score {
		t.Fatalf("game %d: score %s, want %s", i+1, record.Tag("Score"), walk.score)
	}
	positions := record.Positions()
	if len(positions) != len(walk.positions) {
		t.Fatalf("game %d: %d positions, want %d", i+1, len(positions), len(walk.positions))
	}
	for ply, position := range positions {
		if position.String() != walk.positions[ply] {
			t.Fatalf("game %d, ply %d: %s, want %s", i+1, ply, position.String(), walk.positions[ply])
		}
	}
}

// A game may begin anywhere, also at an odd ply, and is the same from there.
func TestWalksComeBackFromTheirMiddle(t *testing.T) {
	for name, rules := range walkRules {
		for i, walk := range readRecordedWalks(t, name)[:20] {
			whole := walk.asRecord(t, rules)
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
