package bench

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

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

// Theme is the subject of a question.
type Theme uint8

// The themes. Each describes every best move of its questions, which is better than
// every other move by two squares or more.
const (
	Capture      Theme = iota // captures a building or the Cathedral
	Closing                   // closes a wall around empty ground
	DoubleThreat              // threatens two enclosures at once, which no reply parries both
	Sacrifice                 // leaves a building to be captured that another move would save
	Endgame                   // asks for the exact margin, not for a move
	numThemes
)

// String returns the operand of the operation theme.
func (t Theme) String() string {
	return [numThemes]string{"capture", "closing", "double-threat", "sacrifice", "endgame"}[t]
}

// ParseTheme returns the theme whose name is text.
func ParseTheme(text string) (Theme, error) {
	for t := range numThemes {
		if t.String() == text {
			return t, nil
		}
	}
	return 0, fmt.Errorf("%q is not a theme", text)
}

// suiteText is a position file with the questions.
//
//go:embed suite.txt
var suiteText string

// Questions returns the built-in questions, which have classic rules.
func Questions() ([]Question, error) { return ReadQuestions(strings.NewReader(suiteText)) }

// ReadQuestions reads questions from the position file in, which has classic rules. Each line has the
// operations id, theme and c0 (the origin), and bm (best moves), fm (final margin), or
// both. An error names the line.
func ReadQuestions(in io.Reader) (questions []Question, err error) {
	err = record.ReadPositions(in, engine.Rules{}, func(entry *record.Entry) error {
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
