package proofs

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// late is a position in which Light, to move, loses by 4; lateLine is best play from it to
// the end of the game.
const late = "dyddmdiifd/dyymmmifff/yy1+1bbbfi/M++++addii/MM1+aaoccd/MF2aoo1cs/FFFOooIccs/LFYOOIIBBB/YYYIOOCLCL/LYLIILCCCL l - 20"

const lateLine = "STeD6 TAnA1 TAnC3 TAnC1 TAnE3 STeH4 STnJ9"

// parse reads the ending of a line of a position file.
func parse(t testing.TB, line string) (Ending, error) {
	t.Helper()
	return ParseEnding(benchtest.Entry(t, line))
}

// written returns an ending as the operations of a line.
func written(t testing.TB, e *Ending) string {
	t.Helper()
	var line bytes.Buffer
	entry := record.Entry{Position: e.Position, Operations: e.Operations()}
	enginetest.Must(t, entry.Write(&line))
	return strings.TrimSpace(line.String())
}

func TestEndingsAreReadAsTheyWereWritten(t *testing.T) {
	for operations, want := range map[string]struct {
		low, high int
		verdict   Verdict
		known     bool
	}{
		"fm -4; pv STeD6; acn 12; acs 0.500;": {-4, -4, Loss, true},
		"fm 0; acn 1; acs 0.000;":             {0, 0, Draw, true},
		"verdict win; acn 0; acs 2.000;":      {1, engine.SideSquares, Win, true},
		"verdict loss; acn 0; acs 2.000;":     {-engine.SideSquares, -1, Loss, true},
		"acn 500; acs 10.001;":                {-engine.SideSquares, engine.SideSquares, Draw, false},
	} {
		line := late + " " + operations
		e, err := parse(t, line)
		if err != nil {
			t.Errorf("%s: %v", operations, err)
			continue
		}
		verdict, known := e.Verdict()
		if e.Low != want.low || e.High != want.high || verdict != want.verdict || known != want.known {
			t.Errorf("%s: from %d to %d, %s, known %t, want %+v", operations, e.Low, e.High, verdict, known, want)
		}
		if text := written(t, &e); text != line {
			t.Errorf("%s\nis written as\n%s", line, text)
		}
	}
	if e, err := parse(t, late+" verdict draw; fm 0; acs 1.5;"); err != nil || e.Time != 1500*time.Millisecond {
		t.Errorf("a verdict beside its margin: %v, %v", e.Time, err)
	}
}

func TestFaultyEndingsAreNamed(t *testing.T) {
	for operations, want := range map[string]string{
		"fm 48;":              `operation fm: "48" is not a margin`,
		"fm 1 2;":             "operation fm: 2 operands, want one",
		"verdict lost;":       `operation verdict: "lost" is not win, draw or loss`,
		"verdict win; fm -1;": "operation verdict: it contradicts fm",
		"acn -1;":             `operation acn: "-1" is not a number of nodes`,
		"acs NaN;":            `operation acs: "NaN" is not a number of seconds`,
		"fm -4; pv CAnA1;":    `operation pv: move 1: "CAnA1" is not legal`,

		"fm -3; pv " + lateLine + ";":       "line 1: fm -3 is stated, but the game ends with a margin of -4",
		"fm 0; pv " + lateLine + ";":        "line 1: fm 0 is stated, but the game ends with a margin of -4",
		"verdict win; pv " + lateLine + ";": "line 1: verdict win is stated, but the game ends with a margin of -4",
	} {
		if _, err := parse(t, late+" "+operations); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", operations, err, want)
		}
	}
}

func TestALineOfPlayAgreesWithItsResult(t *testing.T) {
	for _, operations := range []string{"fm -4; pv " + lateLine + ";", "verdict loss; pv " + lateLine + ";", "fm -3; pv STeD6;", "pv " + lateLine + ";"} {
		if _, err := parse(t, late+" "+operations); err != nil {
			t.Errorf("%s: %v", operations, err)
		}
	}
	e, err := parse(t, late+" pv "+lateLine+";")
	enginetest.Must(t, err)
	end := e.Position
	for _, m := range e.Line {
		end = end.Play(m)
	}
	margin := end.Margin(end.Side())
	if _, err := parse(t, fmt.Sprintf("%s fm %d;", end.String(), margin)); err != nil {
		t.Error(err)
	}
	if _, err := parse(t, fmt.Sprintf("%s fm %d;", end.String(), margin+1)); err == nil {
		t.Errorf("another margin than %d is believed of a game that is over", margin)
	}
}

func FuzzEndings(f *testing.F) {
	for _, line := range []string{
		late + " fm -4; pv STeD6; acn 12; acs 0.500;", late + " verdict win; acs 1e3;", late + " fm 0; verdict draw;", late + " pv pass;",
		late + " fm -4; pv " + lateLine + ";",
	} {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		entry, err := record.NewPositionReader(strings.NewReader(line), engine.Rules{}).Next()
		if err != nil {
			return
		}
		e, err := ParseEnding(entry)
		if err != nil {
			return
		}
		verdict, decided := e.Verdict()
		if margin, known := e.Margin(); known && (!decided || (margin > 0) != (verdict == Win)) {
			t.Errorf("a margin of %d, and a %s", margin, verdict)
		}
		if !decided {
			return // a line is written beside a result only
		}
		again, err := parse(t, written(t, &e))
		if err != nil || !reflect.DeepEqual(again, e) {
			t.Errorf("%s\nis read again as %+v, %v, and was %+v", written(t, &e), again, err, e)
		}
	})
}
