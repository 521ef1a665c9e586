package match

import "cathedral/engine/record"

// decision shows a plan's Decided the games of a match in the order of the schedule. A
// game that ends early waits for those before it.
type decision struct {
	decided func(*record.Game) bool // nil: never
	order   []fixture
	next    int // in order
	waiting map[fixture]*record.Game
}

func newDecision(decided func(*record.Game) bool, order []fixture) decision {
	return decision{decided: decided, order: order, waiting: map[fixture]*record.Game{}}
}

// add adds a game and reports whether the match is decided by the games so far.
func (d *decision) add(f fixture, game *record.Game) bool {
	if d.decided == nil {
		return false
	}
	d.waiting[f] = game
	for d.next < len(d.order) {
		next := d.waiting[d.order[d.next]]
		if next == nil {
			return false
		}
		delete(d.waiting, d.order[d.next])
		d.next++
		if d.decided(next) {
			return true
		}
	}
	return false
}
