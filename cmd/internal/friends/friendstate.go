package friends

import (
	"encoding/json"
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/engine"
)

// state is a game as the page of a role sees it. MESSAGES.md describes the fields.
type state struct {
	ID     string                  `json:"id"`
	You    string                  `json:"you"` // a side, "" for a watcher
	Number int                     `json:"number"`
	Points messages.Sides[float64] `json:"points"`
	messages.RulesText
	Control     string                `json:"control"`
	Moves       []string              `json:"moves"`
	Left        messages.Sides[int64] `json:"left"` // milliseconds
	Running     bool                  `json:"running"`
	Result      string                `json:"result"`
	Termination string                `json:"termination"`
	Offer       *stateOffer           `json:"offer"`
	Met         messages.Sides[bool]  `json:"met"`
	Here        messages.Sides[bool]  `json:"here"`
}

type stateOffer struct {
	Side string `json:"side"`
	What string `json:"what"`
}

// stateFor returns the message about the game for a role. here lists which players are
// connected.
func (g *game) stateFor(who role, here [2]bool, now time.Time) ([]byte, error) {
	s := state{
		ID: g.ID, Number: g.Number, RulesText: g.RulesText, Control: g.Control, Moves: append([]string{}, g.Moves...),
		Running: g.Clock.runs(), Result: g.Result, Termination: g.Termination,
		Points: messages.BySide(func(side engine.Side) float64 { return g.Points[g.playerOf(side)] }),
		Met:    messages.BySide(func(side engine.Side) bool { return g.Met[g.playerOf(side)] }),
		Here:   messages.BySide(func(side engine.Side) bool { return here[g.playerOf(side)] }),
		Left: messages.BySide(func(side engine.Side) int64 {
			if side == g.position.Side() {
				return g.Clock.left(side, now)
			}
			return g.Clock.Left[side]
		}),
	}
	if who != watcher {
		s.You = messages.SideName(g.sideOf(who))
	}
	if g.Offer != nil {
		s.Offer = &stateOffer{messages.SideName(g.sideOf(g.Offer.By)), g.Offer.What}
	}
	return json.Marshal(map[string]any{"friend": s})
}
