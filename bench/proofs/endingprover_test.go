package proofs

import (
	"path/filepath"
	"slices"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

// proven is the position late with its result and best play.
const proven = late + " fm -4; pv " + lateLine + ";"

func parsed(t *testing.T, line string) Ending {
	t.Helper()
	e, err := parse(t, line)
	enginetest.Must(t, err)
	return e
}

// final returns the report of a search that has proven a score of the move.
func final(squares int, bound search.Bound, line ...engine.Move) search.Info {
	return search.Info{MultiPV: 1, Score: search.Score{Centi: 100 * squares, Bound: bound, Final: true}, PV: line}
}

func TestALineIsOfAMoveThatDoesAsWellAsIsProven(t *testing.T) {
	e := parsed(t, proven)
	moves := e.Position.Moves(nil)
	a, b := moves[0], moves[1]
	for name, test := range map[string]struct {
		low   int // known before without a move
		heard []search.Info
		want  []engine.Move
	}{
		"a better bound":                   {-47, []search.Info{final(1, search.LowerBound, a), final(2, search.LowerBound, b)}, []engine.Move{b}},
		"as good a bound":                  {-47, []search.Info{final(1, search.LowerBound, a), final(1, search.LowerBound, b)}, []engine.Move{b}},
		"a worse bound":                    {-47, []search.Info{final(1, search.LowerBound, a), final(-3, search.LowerBound, b)}, []engine.Move{a}},
		"a bound from above":               {-47, []search.Info{final(1, search.LowerBound, a), final(5, search.UpperBound, b)}, []engine.Move{a}},
		"the margin":                       {-47, []search.Info{final(1, search.LowerBound, a), final(1, search.Exact, b)}, []engine.Move{b}},
		"less than is known":               {3, []search.Info{final(1, search.LowerBound, a)}, nil},
		"a loss":                           {-47, []search.Info{final(-1, search.UpperBound, a)}, []engine.Move{a}},
		"a loss that is known to be small": {-5, []search.Info{final(-1, search.UpperBound, a)}, nil},
	} {
		known := newEnding(&e.Position)
		known.Low = test.low
		for _, info := range test.heard {
			known.hear(info)
		}
		if !slices.Equal(known.Line, test.want) {
			t.Errorf("%s: the line is %v, want %v", name, known.Line, test.want)
		}
	}
}

func TestALineIsDroppedWhenMoreIsKnown(t *testing.T) {
	e := parsed(t, proven)
	e.Low, e.High, e.Line = 1, engine.SideSquares, e.Line[:1]
	more := newEnding(&e.Position)
	more.Low = 1
	if e.narrow(&more); len(e.Line) != 1 {
		t.Errorf("the line has become %v, and nothing more is known", e.Line)
	}
	more.Low = 2
	if e.narrow(&more); len(e.Line) != 0 {
		t.Errorf("the line is still %v", e.Line)
	}
}

// TestNoLineContradictsItsResult is about lines whose first move alone is proven: what is
// written must be read again.
func TestNoLineContradictsItsResult(t *testing.T) {
	e := parsed(t, proven)
	line := e.Line
	e = newEnding(&e.Position)
	e.hear(final(1, search.LowerBound, line...))
	if !slices.Equal(e.Line, line[:1]) {
		t.Errorf("at least 1 is proven, and the line that loses by 4 is cut to %v", e.Line)
	}
	e = newEnding(&e.Position)
	e.hear(final(-4, search.LowerBound, line...))
	if !slices.Equal(e.Line, line) {
		t.Errorf("the line that agrees is cut to %v", e.Line)
	}
}

func TestAResultIsDoubtedOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "proven.txt")
	benchtest.Write(t, path, Heading(engine.Rules{})+"\n"+proven+"\n")
	results, _ := open(t, path)
	e := parsed(t, proven)
	next := newEnding(new(e.Position.Play(e.Line[0])))
	enginetest.Must(t, results.add(next, nil))
	if !results.doubt(&e.Position) || results.doubt(&e.Position) {
		t.Error("a result that was read is not doubted once")
	}
	if results.doubt(&next.Position) {
		t.Error("a new result is doubted")
	}
}
