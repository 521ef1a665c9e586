package search

import (
	"time"

	"cathedral/search/strength"
)

// Options are the settings that a user makes once for many searches.
type Options struct {
	Threads      int           // number of searching goroutines, up to GOMAXPROCS; 0 or less: 1
	MultiPV      int           // number of best moves to report; 0 or less: 1
	MoveOverhead time.Duration // kept back from every clock for delays outside the engine; less than 0: 0
	Objective    Objective     // the zero value is WinFirst
	// Techniques are the parts of the search that may overlook a better move. The
	// zero value uses none of them.
	Techniques Techniques
	// Strength is the level to play at; the zero value is full strength. Below full
	// strength a search has one thread, and ends at the level's nodes at the latest. Only
	// the strongest levels prove anything.
	Strength strength.Level
	// Seed determines which moves a search below full strength overlooks: with another
	// seed it may choose another move. 0 is a seed like any other.
	Seed uint64
}

// DefaultOptions returns the options of a new engine.
func DefaultOptions() Options {
	return Options{Threads: 1, MultiPV: 1, MoveOverhead: 10 * time.Millisecond, Techniques: defaultTechniques()}
}

// Objective is the result that a search aims for.
type Objective uint8

const (
	WinFirst Objective = iota // a win, and then the largest margin
	Margin                    // the largest expected margin, which counts in a series of games
)

// String returns the objective's name, as the option Objective takes it.
func (o Objective) String() string {
	if o == Margin {
		return "margin"
	}
	return "win"
}
