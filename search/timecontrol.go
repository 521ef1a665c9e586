package search

import "time"

// timeControl decides how long a search may take, and whether another iteration is
// worth its time. Early moves decide a game of Cathedral, and late ones are solved in
// no time, so nothing is saved for the end but a reserve.
type timeControl struct {
	soft time.Duration // after this a search with a clock begins no new iteration, 0: no limit
	hard time.Duration // after this the search is broken off, 0: no limit
	// trust is what soft is multiplied by: it is above 1 when the best move has just
	// changed, and sinks as long as it stays the same.
	trust float64
}

// How the clock is divided. E... are experiments of EXPERIMENTS.md.
const (
	// lastOpenPly is about when the rest of a game is solved outright: the moves after
	// it cost almost no time. A later one saves more for moves that do not need it. One
	// move less to share among: E82.
	lastOpenPly = 15
	// sharesAtLeast is the least number of moves that the time is shared among, so that
	// a late move does not take all of it. Not measured.
	sharesAtLeast = 2
	// incrementUse is the part of the increment that is used at once. Not measured.
	incrementUse = 3.0 / 4
	// softShare is the part of a move's share after which no iteration is begun. More
	// of it leaves less of the clock unused, and less for long iterations. E81.
	softShare = 17.0 / 20
	// hardShare is how many shares a move may take at most. More of it finishes more
	// iterations, and leaves less for the moves that follow. Not measured.
	hardShare = 5.0 / 2
	// clockUse is the part of the clock that a move may take at most; lastMoveUse if a
	// new time control begins after it. More of it risks the flag. Not measured.
	clockUse    = 2.0 / 5
	lastMoveUse = 4.0 / 5
	// overheadShare is how many times the overhead a time for one move must be for the
	// overhead to be kept back from it: else it leaves too little to think with.
	overheadShare = 4
)

// What a change of the best move does to trust, not measured: it becomes trustChanged,
// and with every iteration without a change it sinks by trustDecay, but not below
// trustLeast. Larger numbers spend more of the clock on moves that are in doubt.
const (
	trustChanged = 1.6
	trustDecay   = 0.8
	trustLeast   = 0.7
)

// newTimeControl returns the time control of a search of a position at a ply of the
// game.
func newTimeControl(limits *Limits, ply int, overhead time.Duration) timeControl {
	t := timeControl{trust: 1}
	if limits.Clock != nil {
		t.divide(limits.Clock, ply, overhead)
	}
	if limits.MoveTime > 0 {
		whole := limits.MoveTime
		if whole > overheadShare*overhead {
			whole -= overhead
		}
		if t.hard == 0 || whole < t.hard {
			t.hard = whole
		}
		if t.soft == 0 || whole < t.soft {
			t.soft = whole
		}
	}
	return t
}

// divide divides the time of a clock among the moves that still need thought.
func (t *timeControl) divide(clock *Clock, ply int, overhead time.Duration) {
	moves := max(sharesAtLeast, (lastOpenPly-ply)/2+sharesAtLeast)
	if clock.MovesToGo > 0 {
		moves = min(moves, clock.MovesToGo)
	}
	usable := max(0, clock.Remaining-overhead)
	share := usable/time.Duration(moves) + part(clock.Increment, incrementUse)
	most := part(usable, clockUse)
	if clock.MovesToGo == 1 {
		most = part(usable, lastMoveUse)
	}
	t.soft = max(1, min(part(share, softShare), most))
	t.hard = max(1, min(part(share, hardShare), most))
}

// part returns a part of a duration.
func part(d time.Duration, share float64) time.Duration { return time.Duration(share * float64(d)) }

// iterated tells that an iteration has ended, and whether it changed the best move: a
// move that has just come up deserves another look.
func (t *timeControl) iterated(changed bool) {
	if changed {
		t.trust = trustChanged
	} else {
		t.trust = max(trustLeast, t.trust*trustDecay)
	}
}

// spent reports whether a search that has thought for a time should begin no new
// iteration.
func (t *timeControl) spent(thought time.Duration) bool { return thought >= part(t.soft, t.trust) }
