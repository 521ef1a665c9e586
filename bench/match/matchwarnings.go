package match

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"cathedral/bench/match/player"
)

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
	warning := Warning{name, kind, player.OneLine(sample, 200)}
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
