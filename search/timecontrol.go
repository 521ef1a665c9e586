package search

import "time"

// timeControl decides how long a search may take, and whether another iteration is
// worth its time. A game of Cathedral is decided early, and late positions are
// solved at almost no cost, so only a small reserve is saved for the end.
type timeControl struct {
	numbers *Techniques   // the numbers of the clock
	soft    time.Duration // a search with a clock begins no iteration after it, 0: no limit
	hard    time.Duration // the search stops after it, 0: no limit
	// doubt multiplies soft. It rises above 1 when the best move changes, and falls
	// while the best move stays the same.
	doubt float64
}

// newTimeControl returns the time control for a search of a position at ply. It
// keeps the overhead of options back from the clock, and from a MoveTime, of which it leaves
// at least a quarter.
func newTimeControl(limits *Limits, ply int, options *Options) timeControl {
	t, overhead := timeControl{numbers: &options.Techniques, doubt: 1}, max(0, options.MoveOverhead)
	if t.numbers.ClockUse == 0 {
		defaults := defaultTechniques()
		t.numbers = &defaults
	}
	if limits.Clock != nil {
		t.divide(limits.Clock, ply, overhead)
	}
	if limits.MoveTime != 0 {
		whole := max(1, limits.MoveTime)
		whole -= min(overhead, whole/4*3)
		t.soft, t.hard = lower(t.soft, whole), lower(t.hard, whole)
	}
	return t
}

// divide divides the time on clock among the moves that still need thought.
func (t *timeControl) divide(clock *Clock, ply int, overhead time.Duration) {
	n := t.numbers
	moves := max(1, n.LeastShares, (n.LastOpenPly-ply)/2+n.LeastShares)
	if clock.MovesToGo > 0 {
		moves = min(moves, clock.MovesToGo)
	}
	usable := max(0, clock.Remaining-overhead)
	share := usable/time.Duration(moves) + part(max(0, clock.Increment), hundredths(n.IncrementUse))
	use := n.ClockUse
	if clock.MovesToGo == 1 {
		use = n.LastMoveUse
	}
	most := part(usable, min(1, hundredths(use)))
	t.soft = max(1, min(part(share, hundredths(n.SoftShare)), most))
	t.hard = max(1, min(part(share, hundredths(n.HardShare)), most))
}

// hundredths returns n hundredths.
func hundredths(n int) float64 { return float64(n) / 100 }

// part returns the given share of d.
func part(d time.Duration, share float64) time.Duration { return time.Duration(share * float64(d)) }

// iterated records the end of an iteration, and whether it changed the best move: a
// new best move deserves another look.
func (t *timeControl) iterated(changed bool) {
	if changed {
		t.doubt = hundredths(t.numbers.DoubtChanged)
	} else {
		t.doubt = max(hundredths(t.numbers.DoubtLeast), t.doubt*hundredths(t.numbers.DoubtDecay))
	}
}

// spent reports whether a search that has thought for the given time should begin no
// more iterations.
func (t *timeControl) spent(thought time.Duration) bool { return thought >= part(t.soft, t.doubt) }
