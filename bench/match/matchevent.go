package match

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Event is an event of a match: Started, Notice, Warning, Moved or Finished.
type Event interface{ isEvent() }

// Started comes once, before the first game.
type Started struct {
	Players     []string `json:"players"`
	Games       int      `json:"games"`       // in the whole match
	Recorded    int      `json:"recorded"`    // games played by earlier runs
	Concurrency int      `json:"concurrency"` // games at a time; 0: as many as there are workers
	Seed        uint64   `json:"seed"`
	// ReferenceSpeed is that of the plan if workers scale the times of the match, or 0.
	ReferenceSpeed uint64 `json:"reference_speed,omitempty"`
}

// Notice is a remark about the match.
type Notice struct {
	Text string `json:"text"`
}

// Warning is a player's misbehaviour that does not cost it the game. It comes once
// for each player and kind; the summary has the counts.
type Warning struct {
	Player string `json:"player"`
	Kind   string `json:"kind"`   // always the same words for the same misbehaviour
	Sample string `json:"sample"` // details of the first occurrence
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
	Record *record.Game `json:"-"` // read-only
	// Cause is a sentence about the end of the game. Fault is the index of the player
	// that lost by its own fault, or -1.
	Cause    string `json:"-"`
	Fault    int    `json:"-"`
	Plies    int    `json:"plies"`            // without the opening
	Recorded bool   `json:"recorded"`         // the game was played by an earlier run
	Worker   string `json:"worker,omitempty"` // the name that the worker gives itself; "": this process
	Key      string `json:"key,omitempty"`    // of the worker, or its name if there are no keys
	// TimeScale is the factor of the worker's clocks, or 0 if they were not scaled.
	TimeScale float64 `json:"time_scale,omitempty"`
	Played    int     `json:"played"` // games over so far, including those of earlier runs
	Games     int     `json:"games"`  // in the whole match
}

func (Started) isEvent()  {}
func (Notice) isEvent()   {}
func (Warning) isEvent()  {}
func (Moved) isEvent()    {}
func (Finished) isEvent() {}

// WarningCount is the number of a player's warnings of one kind.
type WarningCount struct {
	Warning
	Count int `json:"count"`
}

// warnings counts the players' warnings and reports only the first of each kind. It
// is safe for concurrent use.
type warnings struct {
	mutex  sync.Mutex
	counts []WarningCount
	report func(Event)
}

// add counts a warning, and reports it if it is the player's first of its kind.
func (w *warnings) add(name, kind, sample string) {
	w.mutex.Lock()
	i := slices.IndexFunc(w.counts, func(c WarningCount) bool { return c.Player == name && c.Kind == kind })
	if i >= 0 {
		w.counts[i].Count++
		w.mutex.Unlock()
		return
	}
	warning := Warning{name, kind, wording.Line(sample, 200)}
	w.counts = append(w.counts, WarningCount{warning, 1})
	w.mutex.Unlock()
	w.report(warning)
}

// all returns the counts, sorted by player and kind. They are not nil.
func (w *warnings) all() []WarningCount {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	list := append([]WarningCount{}, w.counts...)
	slices.SortFunc(list, func(a, b WarningCount) int {
		return cmp.Or(strings.Compare(a.Player, b.Player), strings.Compare(a.Kind, b.Kind))
	})
	return list
}
