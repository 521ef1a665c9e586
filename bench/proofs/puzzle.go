package proofs

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

// gradeCode is the operation of a puzzle in a position file that others do not have.
// FORMATS.md of engine/record lists all of them.
const gradeCode = "grade"

// Operations returns the puzzle as operations of a position file.
func (p *Puzzle) Operations() []record.Operation {
	var operations []record.Operation
	if p.ID != "" {
		operations = append(operations, record.Operation{Code: "id", Operands: []string{p.ID}})
	}
	if rules := p.Position.Rules(); rules != (engine.Rules{}) {
		operations = append(operations, record.RulesOperation(rules))
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
	solution, _ := entry.Operation("bm")
	if len(solution.Operands) != 1 {
		return fault("bm", errors.New("want one move"))
	}
	var err error
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
