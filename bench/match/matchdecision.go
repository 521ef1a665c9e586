package match

import "cathedral/engine/record"

// decision shows a plan's Decided the games of a match in the order of the schedule. A
// game that ends early waits for those before it.
type decision struct {
	decided func(*record.Game) bool // nil: never
	order   []fixture
	next    int // in order
	waiting map[fixture]*record.Game
	last    *fixture // that decided the match; nil: none has
}

func newDecision(decided func(*record.Game) bool, order []fixture) decision {
	return decision{decided: decided, order: order, waiting: map[fixture]*record.Game{}}
}

// add adds a game and reports whether the match is decided by the games so far.
func (d *decision) add(f fixture, game *record.Game) bool {
	if d.decided == nil || d.last != nil {
		return d.last != nil
	}
	d.waiting[f] = game
	for d.next < len(d.order) {
		current := d.order[d.next]
		next := d.waiting[current]
		if next == nil {
			return false
		}
		delete(d.waiting, current)
		d.next++
		if d.decided(next) {
			d.last = &current
			return true
		}
	}
	return false
}

// by returns the round of the game that decided the match, or "".
func (d *decision) by() string {
	if d.last == nil {
		return ""
	}
	return d.last.String()
}
