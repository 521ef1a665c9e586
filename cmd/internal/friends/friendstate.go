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
	You    string                  `json:"you"`  // the side that the guest plays, or ""
	Seat   string                  `json:"seat"` // the side of the guest's link, "" for a watcher
	Number int                     `json:"number"`
	Points messages.Sides[float64] `json:"points"`
	messages.RulesText
	Fair        string                 `json:"fair"`
	Pair        *statePair             `json:"pair"`
	Control     string                 `json:"control"`
	Moves       []string               `json:"moves"`
	Left        messages.Sides[int64]  `json:"left"` // milliseconds
	Running     bool                   `json:"running"`
	TurnAt      int64                  `json:"turnAt"` // milliseconds since 1970, or 0
	Result      string                 `json:"result"`
	Termination string                 `json:"termination"`
	Offer       *stateOffer            `json:"offer"`
	Names       messages.Sides[string] `json:"names"`
	Asked       messages.Sides[string] `json:"asked"`   // the marks of the devices that ask
	AskedAt     messages.Sides[int64]  `json:"askedAt"` // milliseconds since 1970; of no meaning where nobody asks
	Handed      int                    `json:"handed"`
	Met         messages.Sides[bool]   `json:"met"`
	Here        messages.Sides[bool]   `json:"here"`
}

// statePair is the pair of games to which the game belongs.
type statePair struct {
	Games   int                 `json:"games"`   // before this one: 0 or 1
	Squares messages.Sides[int] `json:"squares"` // that the players could not place in it
}

type stateOffer struct {
	Side string `json:"side"`
	What string `json:"what"`
}

// Turn is whose turn it is in a game.
type Turn struct {
	Yours  bool   `json:"yours"`  // of the holder of a token
	Friend string `json:"friend"` // the name of the player to move
	At     int64  `json:"at"`     // milliseconds since 1970, or 0
}

// Turns returns the turns in the games of tokens; nil where a token opens none, or the game has ended.
func (h *House) Turns(tokens []string) []*Turn {
	turns := make([]*Turn, len(tokens))
	for i, token := range tokens {
		r, who, _, _ := h.open(Ticket{Token: token}) // without a key, of which nothing depends here
		if r == nil {
			continue
		}
		r.mutex.Lock()
		if player := r.game.turn().player; r.game.Result == playing {
			turns[i] = &Turn{who == player, r.game.Names[player], r.game.TurnAt}
		}
		r.mutex.Unlock()
	}
	return turns
}

// view is the way in which a guest sees a game: the role of its link, and whether it holds
// the seat of that role.
type view struct {
	who   role
	plays bool
}

// stateFor returns the message about the game for a view. here lists which players are
// connected.
func (g *game) stateFor(v view, here [2]bool, now time.Time) []byte {
	s := state{
		ID: g.ID, Number: g.Number, RulesText: g.RulesText, Fair: g.Fair, Control: g.Control, Moves: append([]string{}, g.Moves...),
		Running: g.Clock.runs(), Result: g.Result, Termination: g.Termination,
		Handed: g.Handed, TurnAt: g.TurnAt,
		Names:   messages.BySide(func(side engine.Side) string { return g.Names[g.playerOf(side)] }),
		Asked:   messages.BySide(func(side engine.Side) string { return g.Asking[g.playerOf(side)].mark() }),
		AskedAt: messages.BySide(func(side engine.Side) int64 { return g.AskedAt[g.playerOf(side)] }),
		Points:  messages.BySide(func(side engine.Side) float64 { return g.Points[g.playerOf(side)] }),
		Met:     messages.BySide(func(side engine.Side) bool { return g.Met[g.playerOf(side)] }),
		Here:    messages.BySide(func(side engine.Side) bool { return here[g.playerOf(side)] }),
		Left: messages.BySide(func(side engine.Side) int64 {
			if side == g.position.Side() {
				return g.Clock.left(side, now)
			}
			return g.Clock.Left[side]
		}),
	}
	if g.TwoGames {
		s.Pair = &statePair{Squares: messages.BySide(func(side engine.Side) int { return g.FirstLeft[g.playerOf(side)] })}
		if g.Second {
			s.Pair.Games = 1
		}
	}
	if v.who != watcher {
		s.Seat = messages.SideName(g.sideOf(v.who))
	}
	if v.plays {
		s.You = s.Seat
	}
	if g.Offer != nil {
		s.Offer = &stateOffer{messages.SideName(g.sideOf(g.Offer.By)), g.Offer.What}
	}
	text, _ := json.Marshal(map[string]any{"friend": s}) // never fails
	return text
}
