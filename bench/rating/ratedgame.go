package rating

import (
	"cathedral/bench/termination"
	"cathedral/engine"
)

// Game is a game as the statistics see it.
type Game struct {
	Light, Dark string // the players' names
	// Pair is the same for the two games of a pair, "" for a game without a
	// partner. Games of other players or with the same sides never pair up.
	Pair string
	// Outcome is Undecided for a game that was not played to a result.
	Outcome     engine.Outcome
	Termination termination.Termination
	// Margin is the final margin in squares, for Light, where HasMargin is set.
	// A game that was lost on time or broken off has none.
	Margin    int
	HasMargin bool
}

// IsForfeit reports whether the loser did not lose on the board, but by what it
// did: time, crash, silence, an illegal move.
func (g *Game) IsForfeit() bool {
	return g.Termination.IsForfeit() && (g.Outcome == engine.LightWins || g.Outcome == engine.DarkWins)
}

// loser returns the name of the player who lost.
func (g *Game) loser() string {
	if g.Outcome == engine.LightWins {
		return g.Dark
	}
	return g.Light
}
