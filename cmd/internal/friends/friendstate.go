package friends

import (
	"encoding/json"
	"strings"
	"time"

	"cathedral/engine"
)

// state is a game as the page of a role sees it. MESSAGES.md describes the fields.
type state struct {
	ID              string         `json:"id"`
	You             string         `json:"you"` // a side, "" for a watcher
	Number          int            `json:"number"`
	Points          sides[float64] `json:"points"`
	Rules           string         `json:"rules"`
	OptionalCapture bool           `json:"optionalCapture"`
	Control         string         `json:"control"`
	Moves           []string       `json:"moves"`
	Left            sides[int64]   `json:"left"` // milliseconds
	Running         bool           `json:"running"`
	Result          string         `json:"result"`
	Termination     string         `json:"termination"`
	Offer           *stateOffer    `json:"offer"`
	Met             sides[bool]    `json:"met"`
	Here            sides[bool]    `json:"here"`
}

type sides[T any] struct {
	Light T `json:"light"`
	Dark  T `json:"dark"`
}

type stateOffer struct {
	Side string `json:"side"`
	What string `json:"what"`
}

// stateFor returns the message that tells a role of the game. here says which
// players are connected.
func (g *game) stateFor(who role, here [2]bool, now time.Time) ([]byte, error) {
	light, dark := g.Light, g.Light.other()
	s := state{
		ID: g.ID, Number: g.Number, Points: sides[float64]{g.Points[light], g.Points[dark]},
		Rules: g.Rules, OptionalCapture: g.OptionalCapture, Control: g.Control, Moves: append([]string{}, g.Moves...),
		Left: sides[int64]{g.Clock.Left[engine.Light], g.Clock.Left[engine.Dark]}, Running: g.Clock.runs(),
		Result: g.Result, Termination: g.Termination,
		Met: sides[bool]{g.Met[light], g.Met[dark]}, Here: sides[bool]{here[light], here[dark]},
	}
	switch left := g.Clock.left(g.position.Side(), now); g.position.Side() {
	case engine.Light:
		s.Left.Light = left
	default:
		s.Left.Dark = left
	}
	if who != watcher {
		s.You = sideName(g.sideOf(who))
	}
	if g.Offer != nil {
		s.Offer = &stateOffer{sideName(g.sideOf(g.Offer.By)), g.Offer.What}
	}
	return json.Marshal(map[string]any{"friend": s})
}

func sideName(side engine.Side) string { return strings.ToLower(side.String()) }
