package rating

import (
	"fmt"

	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Timekeeping says how far the clocks can be trusted: what the referee overslept while it waited
// for moves, which was charged to no move, and how many games ended on time. Copies count.
type Timekeeping struct {
	Games          int    `json:"games"` // with a result
	Overslept      Number `json:"overslept_ms"`
	OversleptGames int    `json:"overslept_games"`
	TimeLosses     int    `json:"time_losses"`
}

// add counts a game with a result.
func (t *Timekeeping) add(g *Game) {
	t.Games++
	if t.Overslept += Number(1000 * g.Overslept); g.Overslept > 0 {
		t.OversleptGames++
	}
	if g.Termination == record.TimeForfeit {
		t.TimeLosses++
	}
}

// String returns what a reader of a report has to know first, or "".
func (t *Timekeeping) String() (text string) {
	games := wording.Count(t.Games, "game")
	if t.OversleptGames > 0 {
		text = fmt.Sprintf("The referee overslept %.3f s in %d of %s; no move was charged for it.\n", t.Overslept/1000, t.OversleptGames, games)
	}
	switch {
	case t.TimeLosses == 0:
	case 10*t.TimeLosses < t.Games:
		text += fmt.Sprintf("Lost on time: %d of %s.\n", t.TimeLosses, games)
	default:
		text += fmt.Sprintf("Lost on time: %d of %s: the figures are about clocks.\n", t.TimeLosses, games)
	}
	return text
}
