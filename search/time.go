package search

import "time"

// budget is how long a search may take. A duration of 0 means no such limit.
type budget struct {
	soft time.Duration // where the search is content, it begins no new iteration after this
	hard time.Duration // the search is broken off
}

// lastOpenPly is about when a game's remainder is solved outright: the moves
// after it cost almost no time. All positions of ply 14 in search/testdata are
// solved within seconds, those of ply 16 within milliseconds.
const lastOpenPly = 15

// newBudget divides the clock's time among the moves that still need thought.
// Early moves decide a game of Cathedral, and late ones are solved in no time, so
// nothing is saved for the end but a reserve.
func newBudget(limits *Limits, ply int, overhead time.Duration) budget {
	var b budget
	if limits.Clock != nil {
		clock := limits.Clock
		moves := max(2, (lastOpenPly-ply)/2+2)
		if clock.MovesToGo > 0 {
			moves = min(moves, clock.MovesToGo)
		}
		usable := max(0, clock.Remaining-overhead)
		share := usable/time.Duration(moves) + clock.Increment*3/4
		most := usable * 2 / 5
		if clock.MovesToGo == 1 {
			most = usable * 4 / 5
		}
		b.soft = max(1, min(share*17/20, most))
		b.hard = max(1, min(share*5/2, most))
	}
	if limits.MoveTime > 0 {
		// The overhead counts only where it leaves something to think with.
		whole := limits.MoveTime
		if whole > 4*overhead {
			whole -= overhead
		}
		if b.hard == 0 || whole < b.hard {
			b.hard = whole
		}
		if b.soft == 0 || whole < b.soft {
			b.soft = whole
		}
	}
	return b
}
