package protocol

// The go command, parsed into the limits of a search.

import (
	"math"
	"slices"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// goRequest is a parsed go command.
type goRequest struct {
	limits search.Limits // without PonderHit
	ponder bool
	// endless tells that no limit is set; see IsEndless.
	endless bool
	perft   int // depth of a count; 0: a search

	clocks    [2]search.Clock // by side
	clocked   bool            // a clock is set
	movesToGo int
}

const (
	// longestTime replaces any longer time. It is longer than any game, but
	// short enough that sums of times do not overflow.
	longestTime = 365 * 24 * time.Hour
	// soonest is the time of `movetime 0`, because 0 means no limit to the
	// search.
	soonest = time.Nanosecond
	// deepestPerft replaces any greater depth. No machine gets there.
	deepestPerft = engine.MaxPly
)

// parseGo parses a go command for a position; words[0] is the command's name.
// Times below 0 count as 0, depths and nodes below 1 as 1. Only the clock of
// the side to move counts. If only the opponent's clock is set, that of the
// side to move is 0.
func parseGo(words []string, position *engine.Position) (goRequest, error) {
	request := goRequest{endless: IsEndless(words)}
	for i := 1; i < len(words); {
		switch word := words[i]; {
		case word == "infinite":
			request.limits.Infinite = true
			i++
		case word == "solve":
			request.limits.Solve = true
			i++
		case word == "ponder":
			request.ponder = true
			i++
		case word == "searchmoves":
			moves, err := parseSearchMoves(words, i+1, position)
			if err != nil {
				return goRequest{}, err
			}
			request.limits.Moves = moves
			i++
			for i < len(words) && !isGoWord(words[i]) {
				i++
			}
		case slices.Contains(numberWords(), word):
			number, err := wholeNumber(words, i+1)
			if err != nil {
				return goRequest{}, err
			}
			request.setNumber(word, number)
			if word == "perft" && number < 1 {
				return goRequest{}, wordError(words, i+1, "perft needs at least 1 ply")
			}
			i += 2
		default:
			return goRequest{}, wordError(words, i, "unknown parameter of go")
		}
	}
	if request.perft > 0 && len(words) > 3 {
		return goRequest{}, wordError(words, 3, "perft takes no other parameters, as in go perft 2")
	}
	if request.clocked {
		clock := request.clocks[position.Side()]
		clock.MovesToGo = request.movesToGo
		request.limits.Clock = &clock
	}
	return request, nil
}

// limitWords returns the parameters of go that limit a search.
func limitWords() []string {
	return []string{"p1time", "p2time", "p1inc", "p2inc", "wtime", "btime", "winc", "binc", "movetime", "depth", "nodes"}
}

// numberWords returns the parameters of go that a number follows.
func numberWords() []string { return append(limitWords(), "movestogo", "perft") }

// IsEndless reports whether a go command sets no limit, so that its search runs
// until `stop`, `go solve` until its proof.
func IsEndless(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return slices.Contains(limitWords(), word) })
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
		r.clocks[engine.Light].Remaining, r.clocked = milliseconds(number), true
	case "p2time", "btime":
		r.clocks[engine.Dark].Remaining, r.clocked = milliseconds(number), true
	case "p1inc", "winc":
		r.clocks[engine.Light].Increment, r.clocked = milliseconds(number), true
	case "p2inc", "binc":
		r.clocks[engine.Dark].Increment, r.clocked = milliseconds(number), true
	case "movestogo":
		r.movesToGo = int(min(max(number, 0), math.MaxInt32))
	case "movetime":
		r.limits.MoveTime = max(milliseconds(number), soonest)
	case "depth":
		r.limits.Depth = int(min(max(number, 1), math.MaxInt32))
	case "nodes":
		r.limits.Nodes = uint64(max(number, 1))
	case "perft":
		r.perft = int(min(number, deepestPerft))
	}
}

// milliseconds returns a time from 0 to longestTime.
func milliseconds(number int64) time.Duration {
	return time.Duration(min(max(number, 0), longestTime.Milliseconds())) * time.Millisecond
}

// parseSearchMoves parses the moves from words[first] up to the next parameter
// of go. There must be at least one; duplicates count once.
func parseSearchMoves(words []string, first int, position *engine.Position) ([]engine.Move, error) {
	var moves []engine.Move
	named := make(map[engine.Move]bool)
	for i := first; i < len(words) && !isGoWord(words[i]); i++ {
		move, err := ParseLegalMove(words[i], position)
		if err != nil {
			return nil, wordError(words, i, "%w", err)
		}
		if !named[move] {
			moves = append(moves, move)
		}
		named[move] = true
	}
	if len(moves) == 0 {
		return nil, missingError(words, first-1, "a move")
	}
	return moves, nil
}
