package match

import "cathedral/engine/record"

// Event is an event of a match: Started, Notice, Warning, Moved or Finished.
type Event interface{ isEvent() }

// Started comes once, before the first game.
type Started struct {
	Players     []string
	Seed        uint64
	Games       int // in the whole match
	Recorded    int // games played by earlier runs
	Concurrency int // games at a time; 0: as many as there are workers
	// ReferenceSpeed is that of the plan if workers scale the times of the match, or 0.
	ReferenceSpeed uint64
}

// Notice is a remark about the match.
type Notice struct{ Text string }

// Warning is a player's misbehaviour that does not cost it the game. It comes once
// for each player and kind; the summary has the counts.
type Warning struct {
	Player string
	Kind   string // always the same words for the same misbehaviour
	Sample string // details of the first occurrence
}

// Moved comes at the beginning of a game and after each of its moves, if the plan wants
// that. The next game may begin before the last one is Finished.
type Moved struct {
	Round   string       // the tag Round of the game
	Players [2]int       // by side: their indexes in the plan
	Record  *record.Game // so far, without tags; it is the receiver's
}

// Finished is a game that is over and recorded.
type Finished struct {
	Record   *record.Game // read-only
	Recorded bool         // the game was played by an earlier run
	Worker   string       // that played the game; "": this process
	// TimeScale is the factor of the worker's clocks, or 0 if they were not scaled.
	TimeScale float64
	// Cause is a sentence about the end of the game. Fault is the index of the player
	// that lost by its own fault, or -1.
	Cause  string
	Fault  int
	Plies  int // without the opening
	Played int // games over so far, including those of earlier runs
	Games  int // in the whole match
}

func (Started) isEvent()  {}
func (Notice) isEvent()   {}
func (Warning) isEvent()  {}
func (Moved) isEvent()    {}
func (Finished) isEvent() {}
