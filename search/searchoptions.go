package search

import "time"

// Options are what a user sets once for many searches.
type Options struct {
	Threads      int           // goroutines that search, at least 1; no more run than there are processors
	MultiPV      int           // how many best moves to report, at least 1
	MoveOverhead time.Duration // kept back from every clock for the way to and from the engine
	Objective    Objective
	// Techniques are what a search does that may overlook a better move. The zero value
	// does nothing of the kind.
	Techniques Techniques
}

// DefaultOptions returns the options of a fresh engine.
func DefaultOptions() Options {
	return Options{Threads: 1, MultiPV: 1, MoveOverhead: 10 * time.Millisecond, Techniques: defaultTechniques()}
}

// Objective is what a search plays for.
type Objective uint8

const (
	WinFirst Objective = iota // win first, by as much as possible second
	Margin                    // the largest margin to be expected, as series count
)

// String returns the name that the option Objective takes.
func (o Objective) String() string {
	if o == Margin {
		return "margin"
	}
	return "win"
}
