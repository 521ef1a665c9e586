package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// What has to be true of a record: legal moves, and tags that say of the game's
// end what the board says.

// terminations returns the words that the tag Termination may have, in either case.
func terminations() []string {
	return []string{
		"normal", "time forfeit", "illegal move", "crash", "silence", "adjudication", "unterminated",
	}
}

// Check returns nil for a record that holds together and keeps to the format, and
// else what is wrong: an illegal move, a Result or Score that contradicts the end
// of the game, or a Termination that is none. Records of other programs may have
// other terminations; they are read and written as they are.
func (r *Record) Check() error {
	if _, err := r.check(); err != nil {
		return err
	}
	return r.checkTermination()
}

// check checks all but the word for the termination, and returns the position
// after the last move.
func (r *Record) check() (Position, error) {
	final, err := r.final()
	if err == nil {
		err = r.checkResult(&final)
	}
	if err == nil {
		err = r.checkScore(&final)
	}
	return final, err
}

// final plays the moves and returns the position after them.
func (r *Record) final() (Position, error) {
	position := r.Start
	switch {
	case position.Rules() != r.Rules:
		return position, errors.New("the rules of the record are not those of its first position")
	case position.Ply() > MaxPly:
		return position, fmt.Errorf("the first position: %w", latePly(position.Ply()))
	}
	for i, move := range r.Moves {
		if err := position.Check(move.Move); err != nil {
			return position, &MoveError{Number: i + 1, Err: fmt.Errorf("%s: %w", move.Move, err)}
		}
		position = position.Play(move.Move)
	}
	return position, nil
}

// termination returns the tag Termination in small letters, "" where nothing is
// known.
func (r *Record) termination() string {
	if word := r.Tag("Termination"); word != unknownTag {
		return strings.ToLower(word)
	}
	return ""
}

func (r *Record) checkTermination() error {
	if word := r.termination(); word != "" && !slices.Contains(terminations(), word) {
		return fmt.Errorf("%s is no termination: want one of %s", quoted(r.Tag("Termination")), strings.Join(terminations(), ", "))
	}
	return nil
}

// checkResult holds the result against the board. A game that ended in any other
// way than on the board says so in its tag Termination.
func (r *Record) checkResult(final *Position) error {
	played, termination := RecordResult(final.Outcome()), r.termination()
	switch {
	case !isResult(r.Result):
		return noResult(r.Result)
	case r.Result == played:
		return nil
	case played != unfinished && (termination == "normal" || termination == ""):
		return fmt.Errorf("the result is %s, but the game ended %s", r.Result, played)
	case played == unfinished && termination == "normal":
		return fmt.Errorf("the result is %s and the termination normal, but the game is not over", r.Result)
	}
	return nil
}

// checkScore holds the tag Score against the board. Only a game that somebody has
// decided before its end may have another score than that of the board.
func (r *Record) checkScore(final *Position) error {
	given, played := r.Tag("Score"), recordScore(final)
	decided := r.termination() == "adjudication" || r.termination() == "" && r.Result != unfinished
	switch {
	case given == "" || given == unknownTag || given == played:
		return nil
	case !isScore(given):
		return fmt.Errorf("%s is no score: want Light's and Dark's unplaced squares, such as 5-12", quoted(given))
	case final.Over():
		return fmt.Errorf("the score is %s, but the game ended %s", quoted(given), played)
	case !decided:
		return fmt.Errorf("the score is %s, but on the board it is %s", quoted(given), played)
	}
	return nil
}

// recordScore returns Light's and Dark's unplaced squares as in the tag Score.
func recordScore(p *Position) string {
	return fmt.Sprintf("%d-%d", p.Unplaced(Light), p.Unplaced(Dark))
}

// isScore reports whether a text is a score as recordScore writes it.
func isScore(text string) bool {
	light, dark, _ := strings.Cut(text, "-")
	for _, squares := range []string{light, dark} {
		number, err := strconv.ParseUint(squares, 10, 8)
		if err != nil || number > SideSquares || strconv.FormatUint(number, 10) != squares {
			return false
		}
	}
	return true
}
