// Package suite asks the search questions with known answers: the best move of a
// position, or its exact final margin. The questions are in suite.txt. A command found
// them in games of the engine, and proved their answers or searched far deeper than a
// run of the suite does. SUITE.md describes the method.
package suite

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"cathedral/bench/journal"
	"cathedral/engine"
	"cathedral/engine/record"
)

// ClearGap is the least difference, in hundredths of a square, between a question's best
// moves and every other move.
const ClearGap = 200

// Question is a position with a known answer.
type Question struct {
	Name     string // its id
	Theme    Theme
	Position engine.Position
	Best     []engine.Move // all right answers; empty if the question asks for the margin
	Margin   int           // the exact final margin for the side to move, in squares, if Proven
	Proven   bool          // false: the answer comes from a deep search
	Origin   string        // the source game, and the evidence for the answer
}

// suiteText is a position file with the questions.
//
//go:embed suite.txt
var suiteText string

// Questions returns the built-in questions, which have classic rules.
func Questions() ([]Question, error) { return Read(strings.NewReader(suiteText)) }

// Read reads questions from the position file in, which has classic rules. Each line has the
// operations id, theme and c0 (the origin), and bm (best moves), fm (final margin), or
// both. An error names the line.
func Read(in io.Reader) (questions []Question, err error) {
	err = journal.ReadPositions(in, engine.Rules{}, func(entry *record.Entry) error {
		question, err := newQuestion(entry)
		questions = append(questions, question)
		return err
	})
	return questions, err
}

func newQuestion(entry *record.Entry) (Question, error) {
	q := Question{Position: entry.Position}
	texts := map[string]string{}
	for _, code := range []string{"id", "theme", "c0"} {
		operation, _ := entry.Operation(code)
		if len(operation.Operands) != 1 {
			return q, &record.LineError{Line: entry.Line, Err: fmt.Errorf("want one operand of %s", code)}
		}
		texts[code] = operation.Operands[0]
	}
	q.Name, q.Origin = texts["id"], texts["c0"]
	var err error
	if q.Theme, err = ParseTheme(texts["theme"]); err != nil {
		return q, &record.LineError{Line: entry.Line, Err: err}
	}
	if q.Best, err = entry.Moves("bm"); err != nil {
		return q, err
	}
	if q.Margin, q.Proven, err = entry.Number("fm"); err != nil {
		return q, err
	}
	if len(q.Best) == 0 && !q.Proven {
		return q, &record.LineError{Line: entry.Line, Err: errors.New("no answer: neither bm nor fm")}
	}
	return q, nil
}
