package record_test

import (
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// rulesOfFence reads the rules that the words behind a fence name.
func rulesOfFence(t *testing.T, words []string) engine.Rules {
	t.Helper()
	set, err := engine.ParseRuleSet(words[0])
	enginetest.Must(t, err)
	return engine.Rules{Set: set, OptionalCapture: len(words) > 1 && words[1] == "optional"}
}

func TestTheExamplesOfTheDocumentsAreTrue(t *testing.T) {
	for _, document := range []string{"../RULES.md", "FORMATS.md"} {
		var position engine.Position // the one that the last example led to
		d := enginetest.ReadDocument(t, document)
		if len(d.Blocks) == 0 {
			t.Errorf("%s has no examples", document)
		}
		for _, f := range d.Blocks {
			info := strings.Fields(f.Info)
			fault := func(format string, arguments ...any) {
				t.Helper()
				t.Errorf("%s, line %d: "+format, append([]any{document, f.Line}, arguments...)...)
			}
			switch info[0] {
			case "lists":
				if got := itemsOf(t, f.Text, engine.Rules{}); got != "CAnF5 CSnE8|CAnE5 TAnA1|CAnD4 CSwI10" {
					fault("%s", got)
				}
			case "play", "moves":
				rules := engine.Rules{}
				if info[0] == "play" {
					rules = rulesOfFence(t, info[1:])
				}
				position = engine.Start(rules)
				moves, err := record.ParseMoves(f.Text, position)
				if err != nil {
					fault("%v", err)
				}
				for _, move := range moves {
					position = position.Play(move)
				}
			case "position":
				var err error
				if position, err = engine.ParsePosition(f.Text, rulesOfFence(t, info[1:])); err != nil {
					fault("%v", err)
				} else if got := position.String() + "\n"; got != f.Text {
					fault("the position is written %s", got)
				}
			case "board":
				if got := cropped(position.Drawing(), f.Text); got != f.Text {
					fault("the board is\n%s", got)
				}
			case "positions":
				checkPositionsFence(t, f, fault)
			case "record":
				checkRecordFence(t, f, fault)
			case "same":
				checkSameFence(f, fault)
			case "buildings":
				checkBuildingsFence(t, f, fault)
			case "turns":
				checkTurnsFence(t, f, fault)
			case "fault":
				checkFaultFence(f, fault)
			default:
				fault("nobody checks a fence of %v", f.Info)
			}
		}
	}
}

type reportFault func(format string, arguments ...any)

func checkPositionsFence(t *testing.T, f enginetest.Block, fault reportFault) {
	entries := readEntries(t, f.Text)
	for _, entry := range entries {
		if _, err := entry.Moves("bm"); err != nil {
			fault("%v", err)
		}
		if _, _, err := entry.Number("fm"); err != nil {
			fault("%v", err)
		}
		if line := entryText(t, entry); !strings.Contains(f.Text, strings.TrimSpace(line)) {
			fault("an entry is written %s", line)
		}
	}
	if len(entries) != 2 {
		fault("%d entries, want 2", len(entries))
	}
}

// A record with tags is an example of what is written, so it has to be written
// exactly so.
func checkRecordFence(t *testing.T, f enginetest.Block, fault reportFault) {
	written := ""
	for _, game := range readGames(t, f.Text) {
		written += recordText(t, game)
	}
	if strings.HasPrefix(f.Text, "[") && written != f.Text {
		fault("the record is written\n%s", written)
	}
}

// checkSameFence reads the first move of each line and finds it written as the
// second one.
func checkSameFence(f enginetest.Block, fault reportFault) {
	for line := range strings.Lines(f.Text) {
		read, written, _ := strings.Cut(strings.TrimSpace(line), " ")
		if move, err := engine.ParseMove(read, engine.Light); err != nil || move.String() != written {
			fault("%s is written %s (%v)", read, move, err)
		}
	}
}

// checkFaultFence finds the error of a faulty text in the words after it.
func checkFaultFence(f enginetest.Block, fault reportFault) {
	var err error
	switch strings.Fields(f.Info)[1] {
	case "position":
		_, err = engine.ParsePosition(f.Text, engine.Rules{})
	case "record":
		_, err = record.NewReader(strings.NewReader(f.Text)).Next()
	}
	if err == nil || !strings.Contains(f.Next, "`"+err.Error()+"`") {
		fault("the error is %v", err)
	}
}

// checkBuildingsFence holds drawings of buildings in the north position, each
// below its code and name, against the engine.
func checkBuildingsFence(t *testing.T, f enginetest.Block, fault reportFault) {
	drawn := 0
	for group := range strings.SplitSeq(strings.TrimSpace(f.Text), "\n\n") {
		lines := strings.Split(group, "\n")
		for column, title := range columnsOf(lines[0], "   ") {
			code, name, _ := strings.Cut(title, " ")
			for _, side := range []engine.Side{engine.Light, engine.Dark} {
				if _, owner, found := strings.Cut(name, ", "); found && owner != side.String() {
					continue
				}
				drawing := drawingBelow(lines[1:], column)
				move, got := placedAs(t, drawing, code+"n", side)
				if !got {
					fault("%s is not %v", title, drawing)
				}
				if move.Building().String() != strings.Split(name, ", ")[0] {
					fault("%s is called %s", title, move.Building())
				}
				drawn++
			}
		}
	}
	if want := 2 * (engine.NumBuildings + 1); drawn != want {
		fault("%d drawings for a side, want %d", drawn, want)
	}
}

// checkTurnsFence holds drawings of a building's four positions against the
// engine.
func checkTurnsFence(t *testing.T, f enginetest.Block, fault reportFault) {
	lines := strings.Split(f.Text, "\n")
	turns := "nesw"
	for column := 0; column < len(lines[0]); column += 6 {
		drawing := drawingBelow(lines, column)
		if turns == "" {
			fault("more than four positions")
			return
		}
		if _, got := placedAs(t, drawing, strings.Fields(f.Info)[1]+turns[:1], engine.Light); !got {
			fault("position %c is not %v", turns[0], drawing)
		}
		turns = turns[1:]
	}
	if turns != "" {
		fault("no position %s", turns)
	}
}

// cropped returns the top left part of a drawing that is as large as another drawing.
func cropped(drawing, size string) string {
	rows := strings.Count(size, "\n")
	width, _, _ := strings.Cut(size, "\n")
	var part strings.Builder
	for line := range strings.Lines(drawing) {
		if rows == 0 {
			break
		}
		rows--
		line = strings.TrimSuffix(line, "\n")
		part.WriteString(line[:min(len(line), len(width))] + "\n")
	}
	return part.String()
}

// columnsOf returns the texts of a line that are at least a gap apart, by the
// column where each begins.
func columnsOf(line, gap string) map[int]string {
	columns := map[int]string{}
	column := 0
	for text := range strings.SplitSeq(line, gap) {
		columns[column] = text
		column += len(text) + len(gap)
	}
	return columns
}

// drawingBelow returns the lines of a drawing that begins at a column and ends
// before the first space.
func drawingBelow(lines []string, column int) []string {
	var drawing []string
	for _, line := range lines {
		if column >= len(line) {
			break
		}
		part, _, _ := strings.Cut(line[column:], " ")
		if part == "" {
			break
		}
		drawing = append(drawing, part)
	}
	return drawing
}

// placedAs reports whether a building in an orientation, such as "CSn", covers
// the squares drawn, with its reference square where the drawing has '@'.
func placedAs(t *testing.T, drawing []string, form string, side engine.Side) (engine.Move, bool) {
	t.Helper()
	var squares engine.Bitboard
	reference := ""
	for row, line := range drawing {
		for column, mark := range line {
			if mark == '.' {
				continue
			}
			square := engine.NewSquare(row+3, column+3)
			squares = squares.With(square)
			if mark == '@' {
				reference = square.String()
			}
		}
	}
	move, err := engine.ParseMove(form+reference, side)
	if err != nil {
		t.Errorf("%s at %s: %v", form, reference, err)
		return move, false
	}
	return move, move.Squares() == squares
}
