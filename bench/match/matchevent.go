package match

import "cathedral/engine/record"

// Event is something that happens in a match and that people or programs may want
// to be told: Started, Notice, Warning or Finished.
type Event interface{ isEvent() }

// Started comes once, before the first game.
type Started struct {
	Players     []string
	Seed        uint64
	Games       int // of the whole match
	Recorded    int // that were played earlier and are in the record
	Concurrency int
}

// Notice is a remark of the runner about the match.
type Notice struct{ Text string }

// Warning is something odd that a player did without losing by it. It comes once
// for each player and kind; the summary has the counts.
type Warning struct {
	Player string
	Kind   string // what happened, the same words each time
	Sample string // what it was like the first time
}

// Finished is a game that is over and in the record.
type Finished struct {
	Record   *record.Game // to be read only
	Recorded bool         // by an earlier run: it was not played now
	// Cause is what ended the game, for people. Fault is the index of the player
	// that lost by its own fault, -1 where none did.
	Cause  string
	Fault  int
	Plies  int // that the players were asked for
	Played int // games over so far, those recorded earlier too
	Games  int // of the whole match
}

func (Started) isEvent()  {}
func (Notice) isEvent()   {}
func (Warning) isEvent()  {}
func (Finished) isEvent() {}
