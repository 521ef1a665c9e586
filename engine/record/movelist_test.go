package record_test

import (
	"errors"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

func TestMoveListsAreReadWithAndWithoutNumbers(t *testing.T) {
	for _, text := range []string{
		"CAnF5 CSnE8 TOeC1",
		"1. CAnF5 CSnE8 2. TOeC1",
		"1 CAnF5 2 CSnE8 3 TOeC1",
		"1 CAnF5\n2 CSnE8\n\n3 TOeC1\n",
		"\ufeffcanf5 {a} CSNE8!? (TAnA1 1-0) ;b\n\tTOeC1 $1",
	} {
		moves, err := record.ParseMoves(text, engine.Start(engine.Rules{}))
		if err != nil || len(moves) != 3 || moves[2].String() != "TOeC1" {
			t.Errorf("%q: moves %v, error %v", text, moves, err)
		}
	}
	for _, text := range []string{"", " \r\n", "1.", "{x}"} {
		if moves, err := record.ParseMoves(text, engine.Start(engine.Rules{})); err != nil || len(moves) != 0 {
			t.Errorf("%q: moves %v, error %v", text, moves, err)
		}
	}
}

func TestMoveListsNameTheMoveAtFault(t *testing.T) {
	for text, want := range map[string]string{
		"CAnF5 CSnE8 CSnE8":     "move 3: CSnE8: E8 is built on",
		"CAnF5 CSnE8 TOeC1 xyz": `move 4: "xyz" is not a move`,
		"1. CAnF5\n1... CSnE99": `move 2: "CSnE99" is not a move`,
		"CAnF5 pass":            "move 2: pass: Dark can still place something",
		"CSnE8":                 "move 1: CSnE8: the Cathedral must be placed now",
		"CAnF5 *":               `line 1: "*" has no place in a list of moves`,
		"CAnF5\n1-0":            `line 2: "1-0" has no place in a list of moves`,
		"[A \"x\"] CAnF5":       "has no place in a list of moves",
		"CAnF5 (":               "line 1: the variation that begins here has no end",
		"CAnF5 {":               "line 1: the comment that begins here has no end",
		"CAnF5 )":               "line 1: ) without (",
		"CAnF5 \x00":            "line 1, column 7: control character U+0000",
	} {
		moves, err := record.ParseMoves(text, engine.Start(engine.Rules{}))
		if err == nil || moves != nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: moves %v, error %v, want %s", text, moves, err, want)
		}
		var move *record.MoveError
		if errors.As(err, &move) != strings.HasPrefix(want, "move ") {
			t.Errorf("%q: error %v of the wrong type", text, err)
		}
	}
}

func FuzzMoves(f *testing.F) {
	f.Add(strings.Join(enginetest.FactGames(f, "optional")[0].Moves, " "))
	f.Add("1. CAnF5 {x} 1... CSnE8 (y) ;z\n!? $3 pass")
	f.Fuzz(func(t *testing.T, text string) {
		start := engine.Start(engine.Rules{OptionalCapture: true})
		moves, err := record.ParseMoves(text, start)
		if err != nil {
			return
		}
		var words []string
		for _, move := range moves {
			words = append(words, move.String())
		}
		again, err := record.ParseMoves(strings.Join(words, " "), start)
		if err != nil || len(again) != len(moves) {
			t.Fatalf("%q is written %v and comes back as %v (%v)", text, words, again, err)
		}
	})
}
