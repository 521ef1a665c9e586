package protocol

// The command go, read into what the search is told.

import (
	"math"
	"slices"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// goRequest is what a go command asks for.
type goRequest struct {
	limits search.Limits // but for PonderHit
	ponder bool
	// endless tells that the request has no limit of its own.
	endless bool
	perft   int // depth of a count, 0 where a search is asked for

	clocks    [2]search.Clock // by side
	clocked   bool            // a clock was given
	movesToGo int
}

const (
	// longestTime is what any longer time counts as: ages, and yet far from where
	// sums of times overflow.
	longestTime = 365 * 24 * time.Hour
	// soonest is the time of `movetime 0`, since 0 is no limit for the search.
	soonest = time.Nanosecond
	// deepestPerft is what any deeper count goes to. No machine gets there.
	deepestPerft = engine.MaxPly
)

// parseGo reads the words of a go command, the first of which is the command, for
// a position. Numbers of 0 or less count as 0 where they are times and as 1 where
// they are a depth or nodes. Of the clocks, those of the side to move count; where
// only the other side's is given, one's own is taken to be at 0.
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
				return goRequest{}, wordError(words, i+1, "perft counts at least 1 ply")
			}
			i += 2
		default:
			return goRequest{}, wordError(words, i, "go knows no such word")
		}
	}
	if request.perft > 0 && len(words) > 3 {
		return goRequest{}, wordError(words, 3, "perft stands alone, as in go perft 2")
	}
	if request.clocked {
		clock := request.clocks[position.Side()]
		clock.MovesToGo = request.movesToGo
		request.limits.Clock = &clock
	}
	return request, nil
}

// limitWords returns the words of go that each give a search an end.
func limitWords() []string {
	return []string{"p1time", "p2time", "p1inc", "p2inc", "wtime", "btime", "winc", "binc", "movetime", "depth", "nodes"}
}

// numberWords returns the words of go that a number follows.
func numberWords() []string { return append(limitWords(), "movestogo", "perft") }

// IsEndless reports whether the search that the words of a go command ask for has
// no limit, so that only `stop` ends it, or `go solve` with its proof.
func IsEndless(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return slices.Contains(limitWords(), word) })
}

// isGoWord reports whether a word may not be one of the moves after searchmoves.
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

// milliseconds returns a time, neither negative nor endless.
func milliseconds(number int64) time.Duration {
	return time.Duration(min(max(number, 0), longestTime.Milliseconds())) * time.Millisecond
}

// parseSearchMoves reads the moves from words[first] on, up to the next word of
// go. There must be one at least; a move that is named twice counts once.
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
