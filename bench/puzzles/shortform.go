package puzzles

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// The page's puzzles are lines in a short form, which FORMATS.md of engine/record describes. It
// takes a third of the bytes of a position file when both are compressed.
const (
	// lineShapes are the buildings in their orientations, as moves begin, in the order of their
	// numbers in the short form.
	lineShapes = "TAn STn STe INn INe INs INw BRn BRe SQn MAn MAe MAs MAw ABn ABe TOn TOe TOs TOw " +
		"IFn CSn CSe CSs CSw ACn ACe ACs ACw CAn CAe CAs CAw"
	boardSquares = engine.Rows * engine.Columns
	// lineDigits are the digits of numbers to the base of 64.
	lineDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
)

// short returns the puzzle as a line in the short form, without the end of the line. It fails if
// the moves before the puzzle are not known, or one of them is neither a placement nor spares
// nothing.
func (p *Puzzle) short() (string, error) {
	var line strings.Builder
	fmt.Fprintf(&line, "%03d", p.Rating/ratingStep)
	for i := range themeLetters {
		if p.Themes>>i&1 != 0 {
			line.WriteByte(themeLetters[i])
		}
	}
	line.WriteByte(' ')
	if rules := p.Position.Rules(); rules.OptionalCapture {
		return "", errors.New("the short form has no optional captures")
	} else if rules != (engine.Rules{}) {
		line.WriteString(rules.Set.String() + " ")
	}
	if p.Before == nil {
		return "", errors.New("the moves before the puzzle are not known")
	}
	shapes := strings.Fields(lineShapes)
	for _, m := range append(p.Before[:len(p.Before):len(p.Before)], p.Solution) {
		if !m.IsPlacement() {
			return "", fmt.Errorf("%s has no short form", m)
		}
		text := m.String()
		square, err := engine.ParseSquare(text[3:])
		if err != nil {
			return "", err
		}
		number := 0
		for i, shape := range shapes {
			if text[:3] == shape {
				number = i*boardSquares + square.Row()*engine.Columns + square.Column()
			}
		}
		line.WriteByte(lineDigits[number/len(lineDigits)])
		line.WriteByte(lineDigits[number%len(lineDigits)])
	}
	return line.String(), nil
}

// errShortForm is the fault of a line that is not in the short form.
var errShortForm = errors.New("want a rating, themes, perhaps a rule set, and moves in the short form")

// parseShort reads a line in the short form. It is not proven that the solution wins.
func parseShort(line string) (Puzzle, error) {
	words := strings.Fields(line)
	if len(words) < 2 || len(words) > 3 || len(words[0]) < 4 {
		return Puzzle{}, errShortForm
	}
	rating, err := strconv.ParseUint(words[0][:3], 10, 16)
	if err != nil {
		return Puzzle{}, errShortForm
	}
	p := Puzzle{Rating: int(rating) * ratingStep}
	for _, letter := range words[0][3:] {
		theme := strings.IndexRune(themeLetters, letter)
		if theme < 0 {
			return p, fmt.Errorf("%q is not a theme of puzzles", letter)
		}
		p.Themes |= 1 << theme
	}
	var rules engine.Rules
	if len(words) == 3 {
		if rules.Set, err = engine.ParseRuleSet(words[1]); err != nil {
			return p, err
		}
	}
	moves := words[len(words)-1]
	if len(moves)%2 != 0 {
		return p, errShortForm
	}
	shapes := strings.Fields(lineShapes)
	p.Position = engine.Start(rules)
	for i := 0; i < len(moves); i += 2 {
		if i > 0 {
			p.Before = append(p.Before, p.Solution)
			p.Position = p.Position.Play(p.Solution)
		}
		high, low := strings.IndexByte(lineDigits, moves[i]), strings.IndexByte(lineDigits, moves[i+1])
		number := high*len(lineDigits) + low
		if high < 0 || low < 0 || number >= len(shapes)*boardSquares {
			return p, errShortForm
		}
		row, column := number%boardSquares/engine.Columns, number%engine.Columns
		text := shapes[number/boardSquares] + engine.NewSquare(row, column).String()
		if p.Solution, err = engine.ParseLegalMove(text, &p.Position); err != nil {
			return p, err
		}
	}
	return p, nil
}

// Read reads lines of puzzles, each in the short form or that of position files, in which
// comments begin with #. An error names the line.
func Read(in io.Reader) (list []Puzzle, err error) {
	lines := bufio.NewScanner(record.Unpack(in))
	lines.Buffer(nil, 1<<20)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		var p Puzzle
		if strings.Contains(line, "/") {
			var entry *record.Entry
			if entry, err = record.NewPositionReader(strings.NewReader(line), engine.Rules{}).Next(); err == nil {
				p, err = parse(entry)
			}
		} else {
			p, err = parseShort(line)
		}
		if err != nil {
			if inLine := (*record.LineError)(nil); errors.As(err, &inLine) {
				err = inLine.Err
			}
			return nil, &record.LineError{Line: number, Err: err}
		}
		list = append(list, p)
	}
	return list, lines.Err()
}

// Write writes puzzles as lines of a position file or, if short is set, in the short form.
func Write(out io.Writer, list []Puzzle, short bool) error {
	for i := range list {
		p := &list[i]
		entry := record.Entry{Position: p.Position, Operations: p.operations()}
		if !short {
			if err := entry.Write(out); err != nil {
				return err
			}
			continue
		}
		line, err := p.short()
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", i+1, err)
		}
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
	}
	return nil
}
