package record_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

const (
	startText   = "10/10/10/10/10/10/10/10/10/10 l C 0"
	lateText    = "dyddmdiifd/dyymmmifff/yy1+1bbbfi/M++++addii/MM1+aaoccd/MF2aoo1cs/FFFOooIccs/LFYOOIIBBB/YYYIOOCLCL/LYLIILCCCL l - 20"
	sparingText = "IILOOf4/LIOOfffCC1/QQO2fm1C1/QQ2YmmCC1/aaYYYymbbb/oaaY1yy1M1/oo2yy1+MM/doo4+M1/ddccc1+++1/ddcdc2+2 l - 14 H2"
)

// readEntries returns the entries of a position file, which must be faultless.
func readEntries(t testing.TB, text string) []*record.Entry {
	t.Helper()
	reader := record.NewPositionReader(strings.NewReader(text), engine.Rules{})
	var entries []*record.Entry
	for {
		entry, err := reader.Next()
		if err == io.EOF {
			return entries
		}
		enginetest.Must(t, err)
		entries = append(entries, entry)
	}
}

func entryText(t testing.TB, entry *record.Entry) string {
	t.Helper()
	var text strings.Builder
	enginetest.Must(t, entry.Write(&text))
	return text.String()
}

func TestEntriesAreWrittenInOneForm(t *testing.T) {
	for text, want := range map[string]string{
		startText:                                       startText,
		"  " + startText + "\t\r\r\n":                   startText,
		startText + " # the start":                      startText,
		startText + " id start;":                        startText + ` id "start";`,
		startText + ` id "a # \" \\ b" ;`:               startText + ` id "a # \" \\ b";`,
		startText + ` bm CAnF5 "CAnE5";fm -3;c0"x""y";`: startText + ` bm CAnF5 CAnE5; fm -3; c0 "x" "y";`,
		startText + ` x ""  "a b" a#b "#c";noop;`:       startText + ` x "" "a b" a#b "#c"; noop;`,
		lateText + " fm -4;":                            lateText + " fm -4;",
		sparingText:                                     sparingText,
		sparingText + " c1 C1;":                         sparingText + ` c1 "C1";`,
		"\ufeff" + startText + " id \"\xe4\";":          startText + " id \"\u00e4\";",
	} {
		entries := readEntries(t, text)
		if len(entries) != 1 {
			t.Errorf("%q: %d entries", text, len(entries))
		} else if got := entryText(t, entries[0]); got != want+"\n" {
			t.Errorf("%q is written\n%swant\n%s", text, got, want)
		}
	}
}

func TestBlankLinesAndCommentsArePassedOver(t *testing.T) {
	entries := readEntries(t, "# a file\n\n"+startText+"\n   # more\n \t\n"+lateText+" fm -4;")
	if len(entries) != 2 || entries[0].Line != 3 || entries[1].Line != 6 {
		t.Fatalf("%d entries", len(entries))
	}
	if got := entries[1].Position.Ply(); got != 20 {
		t.Errorf("ply %d", got)
	}
}

func TestOperandsAreReadAsMovesAndNumbers(t *testing.T) {
	entry := readEntries(t, "\n"+startText+` bm CAnF5 caee5; am CAnF5 CSnE8; fm 3; x 1 2; y z; none;`)[0]
	moves, err := entry.Moves("bm")
	if err != nil || len(moves) != 2 || moves[0].String() != "CAnF5" || moves[1].String() != "CAeE5" {
		t.Errorf("moves %v, error %v", moves, err)
	}
	if moves, err := entry.Moves("pv"); err != nil || len(moves) != 0 {
		t.Errorf("moves %v, error %v of an operation that is not there", moves, err)
	}
	const wantMove = "line 2: operation am: move 2: CSnE8: the Cathedral must be placed now"
	if _, err := entry.Moves("am"); err == nil || err.Error() != wantMove {
		t.Errorf("error %v, want %s", err, wantMove)
	}
	if number, found, err := entry.Number("fm"); number != 3 || !found || err != nil {
		t.Errorf("number %d (%v), error %v", number, found, err)
	}
	if _, found, err := entry.Number("gm"); found || err != nil {
		t.Errorf("a number of an operation that is not there (%v)", err)
	}
	for code, want := range map[string]string{
		"x":    "line 2: operation x: 2 operands, want one number",
		"y":    `line 2: operation y: "z" is not a whole number`,
		"none": "line 2: operation none: 0 operands, want one number",
	} {
		if _, found, err := entry.Number(code); !found || err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// The operation rules comes before the rules of the reader, and is written as it is read.
func TestAPositionStatesItsRules(t *testing.T) {
	for text, want := range map[string]engine.Rules{
		startText:                     {Set: engine.Mattel},
		startText + " rules classic;": {},
		"10/10/10/10/10/10/10/10/10/10 d C 0 rules woods optional;": {Set: engine.Woods, OptionalCapture: true},
	} {
		entry, err := record.NewPositionReader(strings.NewReader(text), engine.Rules{Set: engine.Mattel}).Next()
		enginetest.Must(t, err)
		if rules := entry.Position.Rules(); rules != want {
			t.Errorf("%s is read under the rules %s, want %s", text, rules, want)
		}
		again := record.Entry{Position: entry.Position, Operations: []record.Operation{record.RulesOperation(want)}}
		var line strings.Builder
		enginetest.Must(t, again.Write(&line))
		if written := line.String(); len(entry.Operations) > 0 && written != text+"\n" {
			t.Errorf("%s is written as %s", text, written)
		}
	}
}

func TestFaultyLinesNameTheirPlaceAndCostNoOther(t *testing.T) {
	for line, want := range map[string]string{
		"startpos":                          "line 2, column 1: position text: field 2 (side to move) is missing",
		"  " + startText[1:]:                "line 2, column 3: board row 1:",
		startText + " A1":                   "spared: A1 is not the first square of a piece",
		startText + " bm CAnF5":             `line 2, column 37: operation "bm" has no ; at its end`,
		startText + " bm; bm;":              `line 2, column 41: operation "bm" is there already`,
		startText + ` "bm" CAnF5;`:          `line 2, column 37: "bm" is not an operation code`,
		startText + " ;":                    `line 2, column 37: ";" is not an operation code`,
		startText + " 1 2;":                 `line 2, column 37: "1" is not an operation code`,
		startText + ` id "x`:                "line 2, column 40: the string that begins here has no end",
		startText + " id \"\u00e4\" \x00;":  "line 2, column 44: control character U+0000",
		"10/10/10 l C; bm x;":               "field 4 (ply) is missing",
		`10/10/10 l "C" 0;`:                 "field 3 (cathedral) is missing",
		strings.Repeat(startText, 300_000):  "line 2: the line is longer than 65536 bytes",
		startText + strings.Repeat(" x", 9): `operation "x" has no ; at its end`,
		"\u4f60\u597d":                      "line 2, column 1:",
		startText + " rules chess;":         `line 2: operation rules: "chess" is not a rule set`,
		startText + " rules;":               "line 2: operation rules: want a rule set",
		startText + " rules woods x;":       "line 2: operation rules: want a rule set",
		startText + " rules woods;":         "line 2, column 1: side to move: l is not to move",
	} {
		reader := record.NewPositionReader(strings.NewReader("#\n"+line+"\n"+startText+"\n"), engine.Rules{})
		_, err := reader.Next()
		var fault *record.LineError
		if !errors.As(err, &fault) || fault.Line != 2 || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %s", line, err, want)
		}
		if entry, err := reader.Next(); err != nil || entry.Line != 3 {
			t.Errorf("%.60q costs the line after it: %v", line, err)
		}
		if _, err := reader.Next(); err != io.EOF {
			t.Errorf("%.60q: %v, want the end", line, err)
		}
	}
}

func TestWriteRefusesWhatIsNoEntry(t *testing.T) {
	for code, operand := range map[string]string{
		"": "", "A1": "", "bm;": "", "b m": "", "1": "", "id": strings.Repeat("x", record.MaxLine),
	} {
		entry := record.Entry{
			Position:   engine.Start(engine.Rules{}),
			Operations: []record.Operation{{Code: code, Operands: []string{operand}}},
		}
		var text strings.Builder
		if err := entry.Write(&text); err == nil || text.Len() > 0 {
			t.Errorf("code %q: error %v, written %.60q", code, err, text.String())
		}
	}
}

func FuzzPositionFile(f *testing.F) {
	f.Add(startText + ` id "x \" y"; bm CAnF5 CAnE5; fm 3; c0 "" a#b;`)
	f.Add("# x\n\n" + sparingText + " c1 C1;\r\n" + lateText + " # y")
	f.Fuzz(func(t *testing.T, text string) {
		for _, rules := range []engine.Rules{{}, {Set: engine.Woods, OptionalCapture: true}} {
			reader := record.NewPositionReader(strings.NewReader(text), rules)
			for {
				entry, err := reader.Next()
				var fault *record.LineError
				if err == io.EOF {
					break
				}
				if err != nil {
					if !errors.As(err, &fault) || fault.Line < 1 {
						t.Fatalf("error %v has no place", err)
					}
					continue
				}
				written := entryText(t, entry)
				again, err := record.NewPositionReader(strings.NewReader(written), rules).Next()
				if err != nil {
					t.Fatalf("%v in what was written: %s", err, written)
				}
				if got := entryText(t, again); got != written {
					t.Fatalf("written as\n%safterwards as\n%s", written, got)
				}
				checkOperations(t, entry, again)
			}
		}
	})
}

func checkOperations(t *testing.T, entry, again *record.Entry) {
	t.Helper()
	if !slices.EqualFunc(entry.Operations, again.Operations, func(a, b record.Operation) bool {
		return a.Code == b.Code && slices.Equal(a.Operands, b.Operands)
	}) {
		t.Fatalf("%q come back as %q", entry.Operations, again.Operations)
	}
	for _, operation := range entry.Operations {
		moves, err := entry.Moves(operation.Code)
		if err == nil && len(moves) != len(operation.Operands) {
			t.Fatalf("%q are %v", operation.Operands, moves)
		}
	}
}

func TestEntriesAreChecked(t *testing.T) {
	const start = "10/10/10/10/10/10/10/10/10/10 l C 0"
	for line, want := range map[string]string{
		start: "",
		start + " bm CAnF5 cane5; am CAwB2; fm -3; c0 \"\";": "",
		start + " bm CAnJ1;":       "operation bm: move 1: ",
		start + " bm CAnF5 CSnE8;": "operation bm: move 2: CSnE8: ",
		start + " am none;":        `operation am: move 1: "none" is not a move`,
		start + " bm;":             "operation bm: want a move or more",
		start + " fm 1.5;":         `operation fm: "1.5" is not a whole number`,
		start + " fm 48;":          "operation fm: want a margin from -47 to 47",
		start + " xm CAnJ1;":       "",
	} {
		entry, err := record.NewPositionReader(strings.NewReader(line), engine.Rules{}).Next()
		enginetest.Must(t, err)
		err = entry.Check()
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), "line 1: "+want) {
			t.Errorf("%s: error %v, want %q", line, err, want)
		}
	}
}
