package match

import (
	"slices"
	"strings"
	"sync"
)

// WarningCount is how often a player did something odd.
type WarningCount struct {
	Player string
	Kind   string
	Sample string // what it was like the first time
	Count  int
}

// warnings counts what players do without losing by it, so that a warning does
// not come a thousand times. It is safe for several goroutines.
type warnings struct {
	mutex  sync.Mutex
	counts []WarningCount
	report func(Event)
}

// add counts a warning and reports the first of its kind.
func (w *warnings) add(player, kind, sample string) {
	w.mutex.Lock()
	i := slices.IndexFunc(w.counts, func(c WarningCount) bool { return c.Player == player && c.Kind == kind })
	if i >= 0 {
		w.counts[i].Count++
		w.mutex.Unlock()
		return
	}
	sample = oneLine(sample, 200)
	w.counts = append(w.counts, WarningCount{player, kind, sample, 1})
	w.mutex.Unlock()
	w.report(Warning{player, kind, sample})
}

// all returns the counts, by player and kind.
func (w *warnings) all() []WarningCount {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	list := slices.Clone(w.counts)
	slices.SortFunc(list, func(a, b WarningCount) int {
		if order := strings.Compare(a.Player, b.Player); order != 0 {
			return order
		}
		return strings.Compare(a.Kind, b.Kind)
	})
	return list
}
