package wire

// Info lines, as a client reads them.

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// Info holds the figures of an engine's search. A figure that the engine
// has not reported is 0.
type Info struct {
	Depth, SelectiveDepth int          // plies
	MultiPV               int          // rank of the line's first move, from 1
	Score                 search.Score // for the side to move
	HasScore              bool
	BadScore              string // the last score that does not count, and why; "" if there is none
	Nodes, NodesPerSecond uint64
	Time                  time.Duration
	PV                    []string // as the engine wrote it; nil: not reported
}

// ParseInfo parses an info line. It skips unknown words and malformed values;
// the error is about the first malformed value. For `info string` and any line
// that is not an info line, the Info is zero.
func ParseInfo(line string) (Info, error) {
	var info Info
	err := info.read(strings.Fields(line))
	return info, err
}

// Update merges the words of an info line about the best move. Figures that the
// line does not mention stay. A line about another move changes nothing.
func (e *Info) Update(words []string) {
	next := *e
	next.MultiPV = 0
	next.read(words) // malformed values are skipped
	if next.MultiPV <= 1 {
		*e = next
	}
}

func (e *Info) read(words []string) (err error) {
	if len(words) == 0 || words[0] != "info" {
		return nil
	}
	skip := func(fault error) {
		if err == nil {
			err = fault
		}
	}
	for i := 1; i < len(words); i++ {
		switch word := words[i]; word {
		case "pv":
			e.PV = words[i+1:]
			return err
		case "string":
			return err
		case "score":
			if i+2 >= len(words) {
				skip(MissingError(words, i, "cp N or final N"))
				continue
			}
			score, fault := readScore(words[i+1:])
			e.Score, e.HasScore = score, fault == nil
			if i += 2; fault != nil {
				e.BadScore = fmt.Sprintf("score %s: %v", strings.Join(words[i-1:i+1], " "), fault)
				skip(errors.New(e.BadScore))
			}
		case "depth", "seldepth", "multipv", "nodes", "nps", "time":
			number, fault := WholeNumber(words, i+1)
			if fault != nil {
				skip(fault)
				continue
			}
			if i++; number < 0 {
				skip(WordError(words, i, "%s is not negative", word))
			}
			e.set(word, max(number, 0))
		}
	}
	return err
}

// set sets the figure that word names.
func (e *Info) set(word string, number int64) {
	switch word {
	case "depth":
		e.Depth = int(number)
	case "seldepth":
		e.SelectiveDepth = int(number)
	case "multipv":
		e.MultiPV = int(number)
	case "nodes":
		e.Nodes = uint64(number)
	case "nps":
		e.NodesPerSecond = uint64(number)
	case "time":
		e.Time = Milliseconds(number)
	}
}

// readScore parses a kind of score, a number and an optional bound.
func readScore(words []string) (score search.Score, err error) {
	number, err := strconv.ParseInt(words[1], 10, 64)
	unit := int64(1)
	switch {
	case words[0] == "final":
		unit, score.Final = 100, true
	case words[0] != "cp":
		return search.Score{}, errors.New("want score cp N or score final N")
	}
	if most := engine.SideSquares * 100 / unit; errors.Is(err, strconv.ErrRange) || number < -most || number > most {
		return search.Score{}, fmt.Errorf("nobody can be ahead by more than %d squares", engine.SideSquares)
	} else if err != nil {
		return search.Score{}, errors.New("want score cp N or score final N")
	}
	score.Centi = int(number * unit)
	if len(words) > 2 {
		switch words[2] {
		case "lowerbound":
			score.Bound = search.LowerBound
		case "upperbound":
			score.Bound = search.UpperBound
		}
	}
	return score, nil
}
