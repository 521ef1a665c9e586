package protocol

// A client's question: a position, and how long to think about it.

import (
	"fmt"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// Question is a position and the limits of the search for its best move.
type Question struct {
	Start string        // a position text, or "" for the usual start
	Moves []engine.Move // played from there; nil: none
	// Limits are those of the search, with times in whole milliseconds, rounded down. As
	// in a search, a depth below 0 counts as 1, and a time below 0 as 0. Clock, PonderHit,
	// Before and Yield are ignored.
	Limits search.Limits
	Clocks *Clocks // in place of Limits.Clock; nil: none
	Ponder bool    // time counts from PonderHit on
}

// Clocks are the clocks of both sides, indexed by engine.Side.
type Clocks struct {
	Remaining, Increment [2]time.Duration // sent as they are, even if less than 0
	MovesToGo            int              // of the side to move; 0 or less: the time is for the whole game
}

// dialect holds the words in which UGI and UCI differ.
type dialect struct {
	newGame          string
	times, increment [2]string
}

func ugiDialect() dialect {
	return dialect{"uginewgame", [2]string{"p1time", "p2time"}, [2]string{"p1inc", "p2inc"}}
}

func uciDialect() dialect {
	return dialect{"ucinewgame", [2]string{"wtime", "btime"}, [2]string{"winc", "binc"}}
}

// lines appends the position and go commands to text.
func (q *Question) lines(text []byte, dialect dialect) []byte {
	if q.Start == "" || q.Start == "startpos" {
		text = append(text, "position startpos"...)
	} else {
		text = append(append(text, "position fen "...), q.Start...)
	}
	if len(q.Moves) > 0 {
		text = appendMoves(append(text, " moves"...), q.Moves)
	}
	return append(q.goLine(append(text, '\n'), dialect), '\n')
}

// goLine appends the go command to text.
func (q *Question) goLine(text []byte, dialect dialect) []byte {
	text = append(text, "go"...)
	if q.Ponder {
		text = append(text, " ponder"...)
	}
	if clocks := q.Clocks; clocks != nil {
		for side := range clocks.Remaining {
			text = fmt.Appendf(text, " %s %d", dialect.times[side], clocks.Remaining[side].Milliseconds())
		}
		for side, increment := range clocks.Increment {
			if clocks.Increment != [2]time.Duration{} {
				text = fmt.Appendf(text, " %s %d", dialect.increment[side], increment.Milliseconds())
			}
		}
		if clocks.MovesToGo > 0 {
			text = fmt.Appendf(text, " movestogo %d", clocks.MovesToGo)
		}
	}
	limits := &q.Limits
	if limits.MoveTime != 0 {
		text = fmt.Appendf(text, " movetime %d", max(0, limits.MoveTime.Milliseconds()))
	}
	if limits.Depth != 0 {
		text = fmt.Appendf(text, " depth %d", max(1, limits.Depth))
	}
	if limits.Nodes > 0 {
		text = fmt.Appendf(text, " nodes %d", limits.Nodes)
	}
	if limits.Infinite {
		text = append(text, " infinite"...)
	}
	if limits.Solve {
		text = append(text, " solve"...)
		if limits.Verdict {
			text = append(text, " verdict"...)
		}
	}
	if len(limits.Moves) > 0 {
		text = appendMoves(append(text, " searchmoves"...), limits.Moves)
	}
	return text
}
