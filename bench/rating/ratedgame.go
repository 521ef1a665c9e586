package rating

import (
	"cathedral/engine"
	"cathedral/engine/record"
)

// Game holds the properties of a game that the statistics use.
type Game struct {
	Light, Dark string // the players' names
	// Name identifies the game to people, such as "round 12.1".
	Name string
	// Line is the same for games with the same moves from the same position, and "" if
	// the moves are unknown. A game is a copy of another with the same line, players,
	// sides and result.
	Line string
	// Pair is the same for the two games of a pair, and "" for a game without a
	// partner. Games of different players, or with the same sides, never pair up.
	Pair string
	// Machine is the key of the machine that played the game, or its name if there are no
	// keys, or "" if it is unknown.
	Machine string
	// Host is the name that the machine gives itself, a remark.
	Host string
	// Outcome is Undecided for a game without a result.
	Outcome     engine.Outcome
	Termination record.Termination
	// Margin is the final margin for Light, in squares, if HasMargin is set. A game
	// that was forfeited or not finished has none.
	Margin    int
	HasMargin bool
}

// IsForfeit reports whether the loser lost by misbehaviour and not on the board: by
// time, a crash, silence or an illegal move.
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
