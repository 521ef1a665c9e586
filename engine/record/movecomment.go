package record

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"cathedral/engine"
)

// MoveComment is the comment on an engine's move in a game record.
type MoveComment struct {
	Centi int // the score in hundredths of a square, for the side that moved
	Depth int // in plies
	Time  time.Duration
	// Proven says that the score is the exact final margin, which is proven.
	Proven bool
}

// String returns the comment, such as "+1.25/8 0.530s" or "+3.00/5 0.020s, proven": the
// score in squares, the depth, and the time in seconds.
func (c MoveComment) String() string {
	sign, centi := '+', c.Centi
	if centi < 0 {
		sign, centi = '-', -centi
	}
	text := fmt.Sprintf("%c%d.%02d/%d %.3fs", sign, centi/100, centi%100, c.Depth, c.Time.Seconds())
	if c.Proven {
		text += ", " + provenWord
	}
	return text
}

// provenWord follows the time of a proven score.
const provenWord = "proven"

// ParseMoveComment reads a comment that begins like the text of a MoveComment, and
// reports whether it does. It ignores what else follows the time.
func ParseMoveComment(text string) (MoveComment, bool) {
	fields := strings.FieldsFunc(text, func(character rune) bool { return character == ',' || unicode.IsSpace(character) })
	if len(fields) < 2 {
		return MoveComment{}, false
	}
	score, plies, found := strings.Cut(fields[0], "/")
	squares, scoreErr := strconv.ParseFloat(score, 64)
	depth, depthErr := strconv.Atoi(plies)
	elapsed, timeErr := time.ParseDuration(fields[1])
	// Written so, the comparison is false for NaN.
	inRange := math.Abs(squares) <= engine.Rows*engine.Columns && depth >= 0 && elapsed >= 0
	if !found || !inRange || scoreErr != nil || depthErr != nil || timeErr != nil {
		return MoveComment{}, false
	}
	proven := len(fields) > 2 && fields[2] == provenWord
	return MoveComment{Centi: int(math.Round(100 * squares)), Depth: depth, Time: elapsed, Proven: proven}, true
}

// OversleptNote returns the end of a comment on a move, or of a Cause, that says how long the referee
// overslept while it waited for the move, such as ", 0.048s overslept". It is "" below a millisecond.
func OversleptNote(overslept time.Duration) string {
	if overslept < time.Millisecond {
		return ""
	}
	return fmt.Sprintf(", %.3fs%s", overslept.Seconds(), oversleptEnd)
}

const oversleptEnd = " overslept"

// Overslept returns the time that the OversleptNote at the end of a text states, or 0.
func Overslept(text string) time.Duration {
	before, found := strings.CutSuffix(text, oversleptEnd)
	overslept, err := time.ParseDuration(before[strings.LastIndexByte(before, ' ')+1:])
	if !found || err != nil {
		return 0
	}
	return max(0, overslept)
}
