package record

import (
	"errors"
	"fmt"
	"strings"

	"cathedral/engine"
)

// Variation is a line of play in place of a move of the game or of another variation. It
// begins in the position before that move.
type Variation struct {
	Comment string // before the first move
	Moves   []Move
}

// MaxNesting is the greatest depth to which variations are nested in each other. Readers
// drop deeper ones.
const MaxNesting = 100

// checkLine plays the moves of the game or of a variation from a position and returns the
// position after them. depth is the number of variations around them.
func checkLine(moves []Move, position engine.Position, depth int) (engine.Position, error) {
	if depth > MaxNesting {
		return position, fmt.Errorf("variations are nested deeper than %d", MaxNesting)
	}
	for i, move := range moves {
		if err := position.Check(move.Move); err != nil {
			return position, &MoveError{Number: i + 1, Err: fmt.Errorf("%s: %w", move.Move, err)}
		}
		for _, variation := range move.Variations {
			if len(variation.Moves) == 0 {
				return position, fmt.Errorf("a variation on move %d has no moves", i+1)
			}
			if _, err := checkLine(variation.Moves, position, depth+1); err != nil {
				return position, fmt.Errorf("variation on move %d: %w", i+1, err)
			}
		}
		position = position.Play(move.Move)
	}
	return position, nil
}

// lineBuilder reads the game or a variation from its tokens.
type lineBuilder struct {
	position engine.Position
	previous engine.Position // before the last move
	comment  string          // before the first move
	moves    []Move
	comments []string // since the last move
}

// play adds a move, which must be legal after those before it; a pass that has been left out
// before it is added too.
func (l *lineBuilder) play(word string) error {
	if l.position.IsLegal(engine.Pass) && !strings.EqualFold(word, engine.Pass.String()) {
		l.add(engine.Pass)
	}
	move, err := parseLegal(word, &l.position)
	if err != nil {
		return &MoveError{Number: len(l.moves) + 1, Err: err}
	}
	l.add(move)
	return nil
}

func (l *lineBuilder) add(move engine.Move) {
	l.takeComments()
	l.previous, l.position = l.position, l.position.Play(move)
	l.moves = append(l.moves, Move{Move: move})
}

// takeComments attaches the comments since the last move to that move, or to the line
// before its first move.
func (l *lineBuilder) takeComments() {
	if len(l.comments) == 0 {
		return
	}
	comment := joinComments(l.comments)
	l.comments = l.comments[:0]
	if last := len(l.moves) - 1; last >= 0 {
		l.moves[last].Comment = comment
	} else {
		l.comment = comment
	}
}

// joinComments returns comments that follow each other as one comment: with a space between
// them, and a line break for each empty one.
func joinComments(comments []string) string {
	var joined strings.Builder
	breaks := 0
	for _, comment := range comments {
		words := strings.Join(strings.Fields(comment), " ")
		switch {
		case words == "":
			breaks++
			continue
		case joined.Len() == 0:
		case breaks > 0:
			joined.WriteString(strings.Repeat("\n", breaks))
		default:
			joined.WriteByte(' ')
		}
		joined.WriteString(words)
		breaks = 0
	}
	return joined.String()
}

// variationStack holds the game's own line and the variations that are open, each in
// place of the last move of the one before it.
type variationStack struct {
	lines   []*lineBuilder
	skipped int // open variations that are dropped
	opened  int // the line of the text on which the outermost open one begins
}

// depth returns the number of open variations.
func (s *variationStack) depth() int { return len(s.lines) - 1 + s.skipped }

// main returns the game's own line.
func (s *variationStack) main() *lineBuilder { return s.lines[0] }

// top returns the innermost line.
func (s *variationStack) top() *lineBuilder { return s.lines[len(s.lines)-1] }

// add adds a token of the movetext that is neither a tag nor the result of the game.
func (s *variationStack) add(t token) error {
	switch t.kind {
	case openToken:
		s.open(t)
	case closeToken:
		return s.close(t)
	case wordToken:
		if word := withoutNumber(t.text); word != "" && !isResult(t.text) && !isAside(word) { // a result in a variation
			return s.play(word)
		}
	}
	return nil
}

// open begins a variation. One before the first move, or too deep, is dropped.
func (s *variationStack) open(t token) {
	if s.depth() == 0 {
		s.opened = t.line
	}
	if top := s.top(); s.skipped == 0 && len(top.moves) > 0 && len(s.lines) <= MaxNesting {
		s.lines = append(s.lines, &lineBuilder{position: top.previous})
	} else {
		s.skipped++
	}
}

// close ends the innermost variation. An empty one is dropped.
func (s *variationStack) close(t token) error {
	switch {
	case s.depth() == 0:
		return t.fault("stray", errors.New(") without ("))
	case s.skipped > 0:
		s.skipped--
		return nil
	}
	line := s.top()
	line.takeComments()
	s.lines = s.lines[:len(s.lines)-1]
	if len(line.moves) > 0 {
		replaced := &s.top().moves[len(s.top().moves)-1]
		replaced.Variations = append(replaced.Variations, Variation{line.comment, line.moves})
	}
	return nil
}

// play adds a move to the innermost line. A variation with an illegal move is dropped as a
// whole; such a move of the game itself is an error.
func (s *variationStack) play(word string) error {
	if s.skipped > 0 {
		return nil
	}
	err := s.top().play(word)
	if err != nil && s.depth() > 0 {
		s.lines = s.lines[:len(s.lines)-1]
		s.skipped = 1
		return nil
	}
	return err
}
