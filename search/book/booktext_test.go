package book

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// textOf returns entries as a position file.
func textOf(t testing.TB, entries []Entry) string {
	t.Helper()
	var text strings.Builder
	for i := range entries {
		enginetest.Must(t, entries[i].WriteText(&text))
	}
	return text.String()
}

// Nothing is rounded, and what is read is written as it was.
func TestABookSurvivesItsText(t *testing.T) {
	entries := seededBook(90)
	text := textOf(t, entries)
	read, err := ReadText(strings.NewReader(text))
	enginetest.Must(t, err)
	if textOf(t, read) != text {
		t.Error("the text that was read is written differently")
	}
	for i := range entries {
		if !reflect.DeepEqual(read[i].Moves, entries[i].Moves) || read[i].Position.Key() != entries[i].Position.Key() {
			t.Fatalf("%+v is read as %+v", entries[i], read[i])
		}
	}
}

// The example of BOOKS.md can be read, is written as it stands there, and means what is
// said of it.
func TestTheDocumentsExampleIsABook(t *testing.T) {
	document := enginetest.ReadDocument(t, "BOOKS.md")
	example := document.Examples(t, "positions")[0]
	entries, err := ReadText(strings.NewReader(example))
	enginetest.Must(t, err)
	if got := textOf(t, entries); got != example {
		t.Errorf("the example is written as\n%s", got)
	}
	moves := entries[0].Moves
	if len(entries) != 2 || moves[0].Centi != -310 || moves[0].Error != 40 || moves[0].Losses != 37 || moves[1].Games() != 0 {
		t.Errorf("the example is read as %+v", entries)
	}
	if last := entries[1].Moves; !last[0].Proven || last[1].Proven {
		t.Errorf("of the second position %+v are proven", last)
	}
}

func TestFaultyTextsNameTheLine(t *testing.T) {
	const start = "10/10/10/10/10/10/10/10/10/10 l C 0"
	for operations, want := range map[string]string{
		"":                                  "line 2: operation moves: want a move or more",
		" moves;":                           "operation moves: want a move or more",
		" moves CSnE8; ce 1;":               "operation moves: move 1",
		" moves CAnF5 CAnF5; ce 1 2;":       "operation moves: CAnF5 appears twice",
		" moves CAnF5;":                     "operation ce: 0 numbers for 1 moves",
		" moves CAnF5; ce 1 2;":             "operation ce: 2 numbers for 1 moves",
		" moves CAnF5; ce x;":               `operation ce: "x" is not a number that CAnF5 can have`,
		" moves CAnF5; ce 4701;":            `operation ce: "4701" is not a number that CAnF5 can have`,
		" moves CAnF5; ce 1; error -1;":     `operation error: "-1" is not`,
		" moves CAnF5; ce 1; wins 1 2;":     "operation wins: 2 numbers for 1 moves",
		" moves CAnF5; ce 1; proven CAnE5;": "operation proven: CAnE5 is not one of the moves",
		" rules woods; moves CSnE8; ce 1;":  "line 2, column 1: side to move",
	} {
		entries, err := ReadText(strings.NewReader("# a book\n" + start + operations + "\n"))
		if err == nil || entries != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", operations, err, want)
		}
	}
}

func FuzzReadText(f *testing.F) {
	f.Add(textOf(f, seededBook(9)))
	f.Fuzz(func(t *testing.T, text string) {
		entries, err := ReadText(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := ReadText(strings.NewReader(textOf(t, entries)))
		if err != nil || !slices.EqualFunc(again, entries, func(a, b Entry) bool { return reflect.DeepEqual(a.Moves, b.Moves) }) {
			t.Errorf("%q is read as %+v, and then as %+v: %v", text, entries, again, err)
		}
		written(t, New(entries))
	})
}
