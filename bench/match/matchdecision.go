package match

import (
	"cathedral/bench/farm"
	"cathedral/engine/record"
)

// decision shows a plan's Decided the games of a match in the order of the schedule. A
// game that ends early waits for those before it.
type decision struct {
	games   farm.InOrder[*record.Game]
	numbers map[fixture]int // in the schedule
	by      string          // the round of the game that decided the match, or ""
}

func newDecision(decided func(*record.Game) bool, order []fixture) *decision {
	d := &decision{numbers: make(map[fixture]int, len(order))}
	for number, f := range order {
		d.numbers[f] = number
	}
	d.games.Take = func(game *record.Game) error {
		if decided != nil && d.by == "" && decided(game) {
			d.by = game.Tag("Round")
		}
		return nil
	}
	return d
}

// add adds a game and reports whether the match is decided by the games so far.
func (d *decision) add(f fixture, game *record.Game) bool {
	_ = d.games.Add(d.numbers[f], game) // Take has no errors
	return d.by != ""
}
