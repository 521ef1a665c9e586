package record_test

import (
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// tree returns moves with their comments, and their variations in brackets.
func tree(moves []record.Move) string {
	var words []string
	for _, move := range moves {
		word := move.Move.String()
		if move.Comment != "" {
			word += "{" + move.Comment + "}"
		}
		for _, variation := range move.Variations {
			word += "[" + strings.TrimSpace(variation.Comment+" "+tree(variation.Moves)) + "]"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func TestVariationsAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]string{
		"CAnF5 (CAnE5) CSnE8 *":                           "CAnF5[CAnE5] CSnE8",
		"CAnF5 CSnE8 (1... CSnB8 2. TOeC1) (TAnA1) *":     "CAnF5 CSnE8[CSnB8 TOeC1][TAnA1]",
		"CAnF5 {a} ({b} CAnE5 {c} (CAnD4 CSnH2)) {d} *":   "CAnF5{a d}[b CAnE5{c}[CAnD4 CSnH2]]",
		"CAnF5 (CAnE5 (CAnD4) TAnA1 1-0) (CAnG5\n\n) *":   "CAnF5[CAnE5[CAnD4] TAnA1][CAnG5]",
		"CAnF5 (CAnE5 CAnE5 (CAnD4)) (CAnG5 (what)) () *": "CAnF5[CAnG5]", // what cannot be read is dropped
		"(CAnE5) CAnF5 *":                                 "CAnF5",        // in place of no move
		"CAnF5 ;a } b\n(;c } d\nCAnE5 ;e }\n) CSnE8 *":    "CAnF5{a } b}[c } d CAnE5{e }}] CSnE8",
	} {
		game := readOne(t, text)
		if got := tree(game.Moves); got != want {
			t.Errorf("%q is read as %s, want %s", text, got, want)
		}
		written := recordText(t, game)
		if got := tree(readOne(t, written).Moves); got != want {
			t.Errorf("%q is written as\n%sand read again as %s", text, written, got)
		}
	}
}

func TestVariationsAreWrittenWithTheirNumbers(t *testing.T) {
	written := recordText(t, readOne(t, "CAnF5 (CAnE5 CSnH2) CSnE8 ({x} CSnB8 (TAnA1) TOeC1) TOeC1 *"))
	want := "1. CAnF5 (1. CAnE5 CSnH2) 1... CSnE8 ({x} 1... CSnB8 (1... TAnA1) 2. TOeC1) 2. TOeC1 *"
	if got := strings.Join(strings.Fields(written), " "); !strings.HasSuffix(got, want) {
		t.Errorf("written as\n%s", written)
	}
	for line := range strings.Lines(recordText(t, readOne(t, "CAnF5"+strings.Repeat(" (CAnE5 CSnH2 (1... TAnA1) TOeC1)", 40)+" *"))) {
		if len(line) > 80 {
			t.Errorf("a line has %d characters: %s", len(line)-1, line)
		}
	}
}

func TestImpossibleVariationsAreNotWritten(t *testing.T) {
	start := engine.Start(engine.Rules{})
	moves, err := record.ParseMoves("CAnF5 CSnE8", start)
	enginetest.Must(t, err)
	deep := record.Variation{Moves: []record.Move{{Move: moves[0]}}}
	for range record.MaxNesting {
		deep = record.Variation{Moves: []record.Move{{Move: moves[0], Variations: []record.Variation{deep}}}}
	}
	for want, variation := range map[string]record.Variation{
		"variation on move 1: move 1: ":         {Moves: []record.Move{{Move: moves[1]}}},
		"a variation on move 1 has no moves":    {Comment: "x"},
		"variations are nested deeper than 100": deep,
	} {
		game := record.New(start)
		game.Moves = []record.Move{{Move: moves[0], Variations: []record.Variation{variation}}}
		if err := game.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
		if err := game.Write(&strings.Builder{}); err == nil {
			t.Errorf("%s: the record is written", want)
		}
	}
	// The reader drops what is too deep.
	text := strings.Repeat("CAnF5 (", 300) + "CAnF5" + strings.Repeat(")", 300) + " *"
	if again := readOne(t, recordText(t, readOne(t, text))); len(again.Moves) != 1 {
		t.Errorf("%d moves", len(again.Moves))
	}
}
