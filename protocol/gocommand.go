package protocol

// The go command, parsed into the limits of a search.

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/protocol/wire"
	"cathedral/search"
)

// goRequest is a parsed go command.
type goRequest struct {
	limits search.Limits // without PonderHit
	ponder bool
	// endless is set if neither a clock, a time, a depth nor nodes limit the search.
	endless bool

	clocks    [2]search.Clock // by side
	clocked   bool            // a clock is set
	movesToGo int
}

const (
	// soonest is the time of `movetime 0`, because 0 means no limit to the
	// search.
	soonest = time.Nanosecond
	// fallbackTime limits a search when a fault has left it without a limit, so that
	// the client gets its bestmove.
	fallbackTime = time.Second
	// deepestPerft replaces any greater depth. No machine gets there.
	deepestPerft = engine.MaxPly
)

// parseGo parses a go command for a position; words[0] is the command's name.
// The request is always one that can be searched: a word that is not understood
// is left out, and the error is about the first of them. Times below 0 count as
// 0, depths and nodes below 1 as 1. Only the clock of the side to move counts.
// If only the opponent's clock is set, that of the side to move is 0.
func parseGo(words []string, position *engine.Position) (request goRequest, fault error) {
	faults := 0
	skip := func(err error) {
		if faults++; faults == 1 {
			fault = err
		}
	}
	for i := 1; i < len(words); {
		word := words[i]
		switch i++; {
		case word == "infinite":
			request.limits.Infinite = true
		case word == "solve":
			request.limits.Solve = true
			if i < len(words) && words[i] == "verdict" {
				request.limits.Verdict = true
				i++
			}
		case word == "ponder":
			request.ponder = true
		case word == "searchmoves":
			end := nextGoWord(words, i)
			request.limits.Moves = parseSearchMoves(words, i, end, position, skip)
			i = end
		case slices.Contains(numberWords(), word):
			if i == len(words) || isGoWord(words[i]) {
				skip(wire.MissingError(words, i-1, "a whole number"))
				continue
			}
			number, err := cutNumber(words, i)
			if i++; err != nil {
				skip(err)
				continue
			}
			request.setNumber(word, number)
		default:
			skip(wire.WordError(words, i-1, "unknown parameter of go"))
			i = nextGoWord(words, i)
		}
	}
	if request.clocked {
		clock := request.clocks[position.Side()]
		clock.MovesToGo = request.movesToGo
		request.limits.Clock = &clock
	}
	limits := &request.limits
	request.endless = limits.Clock == nil && limits.MoveTime == 0 && limits.Depth == 0 && limits.Nodes == 0
	if faults > 1 {
		fault = fmt.Errorf("%w (and %d more)", fault, faults-1)
	}
	switch {
	case !request.endless || limits.Infinite:
	case faults > 0:
		limits.MoveTime, request.endless = fallbackTime, false
		fault = fmt.Errorf("%w; no limit is left, so the search takes %s", fault, fallbackTime)
	case !limits.Solve && !request.ponder:
		limits.Infinite = true
	}
	return request, fault
}

// isCount reports whether a go command is `go perft`, which has no bestmove.
func isCount(words []string) bool { return len(words) > 1 && words[1] == "perft" }

// parsePerft parses `go perft N`.
func parsePerft(words []string) (depth int, err error) {
	if len(words) > 3 {
		return 0, wire.WordError(words, 3, "perft takes no other parameters, as in go perft 2")
	}
	number, err := wire.WholeNumber(words, 2)
	if err == nil && number < 1 {
		err = wire.WordError(words, 2, "perft needs at least 1 ply")
	}
	return int(min(number, deepestPerft)), err
}

// limitWords returns the parameters of go that limit a search.
func limitWords() []string {
	return []string{"p1time", "p2time", "p1inc", "p2inc", "wtime", "btime", "winc", "binc", "movetime", "depth", "nodes"}
}

// numberWords returns the parameters of go that a number follows.
func numberWords() []string { return append(limitWords(), "movestogo") }

// IsEndless reports whether words, those of a go command, set no limit: then its search
// runs until `stop`, `go solve` until its proof.
func IsEndless(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return slices.Contains(limitWords(), word) })
}

// nextGoWord returns the index of the first parameter of go from words[i] on,
// len(words) if there is none.
func nextGoWord(words []string, i int) int {
	for i < len(words) && !isGoWord(words[i]) {
		i++
	}
	return i
}

// isGoWord reports whether word is a parameter of go, and so ends a list of
// moves.
func isGoWord(word string) bool {
	return slices.Contains([]string{"infinite", "solve", "ponder", "searchmoves"}, word) ||
		slices.Contains(numberWords(), word)
}

func (r *goRequest) setNumber(word string, number int64) {
	switch word {
	case "p1time", "wtime":
		r.clocks[engine.Light].Remaining, r.clocked = wire.Milliseconds(number), true
	case "p2time", "btime":
		r.clocks[engine.Dark].Remaining, r.clocked = wire.Milliseconds(number), true
	case "p1inc", "winc":
		r.clocks[engine.Light].Increment, r.clocked = wire.Milliseconds(number), true
	case "p2inc", "binc":
		r.clocks[engine.Dark].Increment, r.clocked = wire.Milliseconds(number), true
	case "movestogo":
		r.movesToGo = int(min(max(number, 0), math.MaxInt32))
	case "movetime":
		r.limits.MoveTime = max(wire.Milliseconds(number), soonest)
	case "depth":
		r.limits.Depth = int(min(max(number, 1), math.MaxInt32))
	case "nodes":
		r.limits.Nodes = uint64(max(number, 1))
	}
}

// cutNumber parses words[i] as a number and cuts off its fraction: some clients
// write times as `50.0`.
func cutNumber(words []string, i int) (int64, error) {
	number, err := wire.WholeNumber(words, i)
	if err == nil {
		return number, nil
	}
	whole, fraction, cut := strings.Cut(words[i], ".")
	if number, wrong := strconv.ParseInt(whole, 10, 64); cut && wrong == nil && strings.Trim(fraction, "0123456789") == "" {
		return number, nil
	}
	return 0, err
}

// parseSearchMoves parses words[first:end] as legal moves. It passes errors to
// skip; duplicates count once.
func parseSearchMoves(words []string, first, end int, position *engine.Position, skip func(error)) []engine.Move {
	if first == end {
		skip(wire.MissingError(words, first-1, "a move"))
	}
	var moves []engine.Move
	named := make(map[engine.Move]bool)
	for i := first; i < end; i++ {
		move, err := engine.ParseLegalMove(words[i], position)
		if err != nil {
			skip(wire.WordError(words, i, "%w", err))
			continue
		}
		if !named[move] {
			moves = append(moves, move)
		}
		named[move] = true
	}
	return moves
}
