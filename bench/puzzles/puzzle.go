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
	Before   []engine.Move // the game up to the position; nil if it is not known
	Solution engine.Move
	Rating   int // how hard it is to find; rater has the scale
	Themes   Themes
}

// Grades is the number of grades.
const Grades = 4

// GradeRatings returns the least rating of each grade from 2 on. A quarter of the puzzles that
// are found have each grade.
func GradeRatings() [Grades - 1]int { return [...]int{1000, 1300, 1500} }

// Grade returns the grade, from 1, easy, to Grades.
func (p *Puzzle) Grade() int {
	grade := 1
	for _, least := range GradeRatings() {
		if p.Rating >= least {
			grade++
		}
	}
	return grade
}

// The operations of a puzzle in a position file that others do not have. FORMATS.md of
// engine/record lists all of them.
const (
	beforeCode = "before"
	ratingCode = "rating"
	themesCode = "themes"
)

// operations returns the puzzle as operations of a position file.
func (p *Puzzle) operations() []record.Operation {
	var operations []record.Operation
	if p.ID != "" {
		operations = append(operations, record.Operation{Code: "id", Operands: []string{p.ID}})
	}
	if rules := p.Position.Rules(); rules != (engine.Rules{}) {
		operations = append(operations, record.RulesOperation(rules))
	}
	operations = append(operations,
		record.Operation{Code: "bm", Operands: []string{p.Solution.String()}},
		record.Operation{Code: ratingCode, Operands: []string{fmt.Sprint(p.Rating)}},
		record.Operation{Code: themesCode, Operands: p.Themes.Names()})
	if p.Before != nil {
		before := record.Operation{Code: beforeCode}
		for _, m := range p.Before {
			before.Operands = append(before.Operands, m.String())
		}
		operations = append(operations, before)
	}
	return operations
}

// parse reads the puzzle that an entry of a position file states. It is not proven
// that the solution wins. Without a rating or themes it has none. Operations that
// operations does not write are ignored.
func parse(entry *record.Entry) (Puzzle, error) {
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
	if p.Solution, err = engine.ParseLegalMove(solution.Operands[0], &p.Position); err != nil {
		return fault("bm", err)
	}
	if p.Rating, _, err = entry.Number(ratingCode); err != nil {
		return p, err
	}
	themes, _ := entry.Operation(themesCode)
	if p.Themes, err = parseThemes(themes.Operands); err != nil {
		return fault(themesCode, err)
	}
	if before, found := entry.Operation(beforeCode); found {
		if p.Before, err = record.ParseMoves(strings.Join(before.Operands, " "), engine.Start(p.Position.Rules())); err != nil {
			return fault(beforeCode, err)
		}
		if at := positionAfter(p.Position.Rules(), p.Before); at.Key() != p.Position.Key() {
			return fault(beforeCode, fmt.Errorf("the moves lead to %s", at))
		}
	}
	return p, nil
}

// positionAfter returns the position after legal moves from the start.
func positionAfter(rules engine.Rules, moves []engine.Move) engine.Position {
	at := engine.Start(rules)
	for _, m := range moves {
		at = at.Play(m)
	}
	return at
}
