// Package suite asks the search questions whose answers are known: which move is
// best, or what the exact margin is at the end. The questions are in suite.txt. A
// command found them in games of the engine, and proved the answers or looked far
// deeper than the search that is asked; SUITE.md tells how.
package suite

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// ClearGap is by how much, in hundredths of a square, every other move is worse
// than the best ones of a question.
const ClearGap = 200

// Question is a position with a known answer.
type Question struct {
	Name     string // its id
	Theme    Theme
	Position engine.Position
	Best     []engine.Move // any of these is right; none where the margin is asked for
	Margin   int           // the exact final margin for the side to move in squares, where Proven
	Proven   bool          // else the answer comes from a deep search
	Origin   string        // the game it is from, and how the answer is known
}

// suiteText is a position file with the questions.
//
//go:embed suite.txt
var suiteText string

// Questions returns the questions of the engine, in classic rules.
func Questions() ([]Question, error) { return Read(strings.NewReader(suiteText)) }

// Read reads questions from a position file of classic rules. Each line has the
// operations id, theme and c0 (its origin), and bm (best moves), fm (final
// margin), or both. An error names the line.
func Read(in io.Reader) ([]Question, error) {
	reader := record.NewPositionReader(in, engine.Rules{})
	var questions []Question
	for {
		entry, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return questions, nil
		}
		if err != nil {
			return nil, err
		}
		question, err := newQuestion(entry)
		if err != nil {
			return nil, err
		}
		questions = append(questions, question)
	}
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
		return q, &record.LineError{Line: entry.Line, Err: errors.New("neither bm nor fm: there is no answer")}
	}
	return q, nil
}

// Write writes the question as a line that Read reads.
func (q *Question) Write(out io.Writer) error {
	entry := record.Entry{Position: q.Position}
	add := func(code string, operands ...string) {
		entry.Operations = append(entry.Operations, record.Operation{Code: code, Operands: operands})
	}
	add("id", q.Name)
	add("theme", q.Theme.String())
	if len(q.Best) > 0 {
		var words []string
		for _, m := range q.Best {
			words = append(words, m.String())
		}
		add("bm", words...)
	}
	if q.Proven {
		add("fm", fmt.Sprint(q.Margin))
	}
	add("c0", q.Origin)
	return entry.Write(out)
}
