package puzzles

import (
	"errors"
	"fmt"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// Puzzle is a position that just one move wins.
type Puzzle struct {
	ID       string // where the position comes from, "" if that is not said
	Position engine.Position
	Solution engine.Move
	Grade    int // from 1, easy, to Grades
}

// Grades is the number of grades.
const Grades = 4

// The operations of a puzzle in a position file, beside id and bm. FORMATS.md of
// engine/record says what they are.
const (
	gradeCode = "grade"
	rulesCode = "rules" // left out for classic
)

// Operations returns the puzzle as operations of a position file.
func (p *Puzzle) Operations() []record.Operation {
	var operations []record.Operation
	if p.ID != "" {
		operations = append(operations, record.Operation{Code: "id", Operands: []string{p.ID}})
	}
	rules := p.Position.Rules()
	if rules != (engine.Rules{}) {
		operands := []string{rules.Set.String()}
		if rules.OptionalCapture {
			operands = append(operands, "optional")
		}
		operations = append(operations, record.Operation{Code: rulesCode, Operands: operands})
	}
	return append(operations,
		record.Operation{Code: "bm", Operands: []string{p.Solution.String()}},
		record.Operation{Code: gradeCode, Operands: []string{fmt.Sprint(p.Grade)}})
}

// ParsePuzzle reads the puzzle that an entry of a position file states. It is not proven
// that the solution wins. Operations that Puzzle.Operations does not write are ignored.
func ParsePuzzle(entry *record.Entry) (Puzzle, error) {
	p := Puzzle{Position: entry.Position}
	fault := func(code string, err error) (Puzzle, error) {
		return p, &record.LineError{Line: entry.Line, Err: fmt.Errorf("operation %s: %w", code, err)}
	}
	if id, _ := entry.Operation("id"); len(id.Operands) > 0 {
		p.ID = strings.Join(id.Operands, " ")
	}
	rules, err := parseRules(entry)
	if err != nil {
		return fault(rulesCode, err)
	}
	if p.Position, err = engine.ParsePosition(entry.Position.String(), rules); err != nil {
		return fault(rulesCode, err)
	}
	solution, _ := entry.Operation("bm")
	if len(solution.Operands) != 1 {
		return fault("bm", errors.New("want one move"))
	}
	p.Solution, err = engine.ParseMove(solution.Operands[0], p.Position.Side())
	if err == nil {
		err = p.Position.Check(p.Solution)
	}
	if err != nil {
		return fault("bm", err)
	}
	grade, _, err := entry.Number(gradeCode)
	if err != nil {
		return p, err
	}
	if p.Grade = grade; grade < 1 || grade > Grades {
		return fault(gradeCode, fmt.Errorf("want a number from 1 to %d", Grades))
	}
	return p, nil
}

// parseRules reads the rules of an entry, classic if it does not state them.
func parseRules(entry *record.Entry) (rules engine.Rules, err error) {
	operation, found := entry.Operation(rulesCode)
	if !found {
		return rules, nil
	}
	words := operation.Operands
	if len(words) == 2 && words[1] == "optional" {
		rules.OptionalCapture = true
		words = words[:1]
	}
	if len(words) != 1 {
		return rules, errors.New("want a rule set, and optional if captures are")
	}
	rules.Set, err = engine.ParseRuleSet(words[0])
	return rules, err
}
