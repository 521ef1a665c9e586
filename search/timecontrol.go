package search

import "time"

// timeControl decides how long a search may take, and whether another iteration is
// worth its time. A game of Cathedral is decided early, and late positions are
// solved at almost no cost, so only a small reserve is saved for the end.
type timeControl struct {
	soft time.Duration // a search with a clock begins no iteration after it, 0: no limit
	hard time.Duration // the search stops after it, 0: no limit
	// trust multiplies soft. It rises above 1 when the best move changes, and falls
	// while the best move stays the same.
	trust float64
}

// The constants that divide the clock. E... are experiments in EXPERIMENTS.md.
const (
	// lastOpenPly is roughly the ply at which the rest of a game is solved: later
	// moves take almost no time. A larger ply saves more time for moves that do not
	// need it. E82 shared the clock among one move fewer, E124 tried 13 and 17.
	lastOpenPly = 15
	// sharesAtLeast is the smallest number of moves that share the clock, so that a
	// late move does not use it all. Not measured.
	sharesAtLeast = 2
	// incrementUse is the fraction of the increment that is spent at once. Not
	// measured.
	incrementUse = 3.0 / 4
	// softShare is the fraction of a move's share after which no iteration begins. A
	// larger fraction leaves less of the clock unused, and less time for a long
	// iteration. E81.
	softShare = 17.0 / 20
	// hardShare is the largest number of shares that a move may take. A larger
	// number finishes more iterations, and leaves less time for later moves. Not
	// measured.
	hardShare = 5.0 / 2
	// clockUse is the largest fraction of the clock that a move may take, and
	// lastMoveUse that of the last move before a new time control. Larger fractions
	// risk a loss on time. Not measured.
	clockUse    = 2.0 / 5
	lastMoveUse = 4.0 / 5
	// overheadShare is how many times as long as the overhead a MoveTime must be for
	// the overhead to be subtracted from it. A shorter one would leave too little to
	// think with.
	overheadShare = 4
)

// The changes of trust, not measured. A new best move sets it to trustChanged; each
// iteration that keeps the best move multiplies it by trustDecay, down to
// trustLeast. Larger numbers spend more of the clock on moves that are in doubt.
const (
	trustChanged = 1.6
	trustDecay   = 0.8
	trustLeast   = 0.7
)

// newTimeControl returns the time control for a search of a position at ply. It
// keeps overhead back from the clock and from a long MoveTime.
func newTimeControl(limits *Limits, ply int, overhead time.Duration) timeControl {
	t, overhead := timeControl{trust: 1}, max(0, overhead)
	if limits.Clock != nil {
		t.divide(limits.Clock, ply, overhead)
	}
	if limits.MoveTime != 0 {
		whole := max(1, limits.MoveTime)
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

// divide divides the time on clock among the moves that still need thought.
func (t *timeControl) divide(clock *Clock, ply int, overhead time.Duration) {
	moves := max(sharesAtLeast, (lastOpenPly-ply)/2+sharesAtLeast)
	if clock.MovesToGo > 0 {
		moves = min(moves, clock.MovesToGo)
	}
	usable := max(0, clock.Remaining-overhead)
	share := usable/time.Duration(moves) + part(max(0, clock.Increment), incrementUse)
	most := part(usable, clockUse)
	if clock.MovesToGo == 1 {
		most = part(usable, lastMoveUse)
	}
	t.soft = max(1, min(part(share, softShare), most))
	t.hard = max(1, min(part(share, hardShare), most))
}

// part returns the given share of d.
func part(d time.Duration, share float64) time.Duration { return time.Duration(share * float64(d)) }

// iterated records the end of an iteration, and whether it changed the best move: a
// new best move deserves another look.
func (t *timeControl) iterated(changed bool) {
	if changed {
		t.trust = trustChanged
	} else {
		t.trust = max(trustLeast, t.trust*trustDecay)
	}
}

// spent reports whether a search that has thought for the given time should begin no
// more iterations.
func (t *timeControl) spent(thought time.Duration) bool { return thought >= part(t.soft, t.trust) }
