package serve

// A match in messages.

import (
	"encoding/json"
	"slices"
)

// matchState is a match, and how it stands.
type matchState struct {
	Players  [2]string   `json:"players"`
	Scores   [2]float64  `json:"scores"`
	MoveTime int         `json:"moveTime"` // milliseconds
	Games    int         `json:"games"`
	State    string      `json:"state"`  // playing, over
	Reason   string      `json:"reason"` // why it was over before its last game
	Finished []gameLine  `json:"finished"`
	Game     matchGame   `json:"game"` // that is played, or was played last
	games    []matchGame // finished
}

// gameLine is what the list of the finished games has of each.
type gameLine struct {
	Number int        `json:"number"` // from 1
	Light  string     `json:"light"`
	Dark   string     `json:"dark"`
	Result string     `json:"result"`
	Score  sides[int] `json:"score"` // squares not placed
}

// matchGame is a game of a match.
type matchGame struct {
	Number int        `json:"number"`
	Light  string     `json:"light"`
	Dark   string     `json:"dark"`
	Score  sides[int] `json:"score"`
	gameText
}

// isPlayed reports whether there is a match, and it goes on.
func (m *matchState) isPlayed() bool { return m != nil && m.State == "playing" }

// text returns the match as JSON: null where there is none.
func (m *matchState) text() json.RawMessage {
	if m == nil {
		return json.RawMessage("null")
	}
	text, err := json.Marshal(m)
	if err != nil { // no state can be such
		return json.RawMessage("null")
	}
	return text
}

// finish adds the game that is over to the finished ones.
func (m *matchState) finish() {
	g := &m.Game
	m.Finished = append(m.Finished, gameLine{g.Number, g.Light, g.Dark, g.Result, g.Score})
	m.games = append(m.games, *g)
}

// moved returns the game with a move more. It shares no memory with the old one.
func (g matchGame) moved(move, comment string) matchGame {
	g.Moves = append(slices.Clone(g.Moves), move)
	g.Comments = append(slices.Clone(g.Comments), comment)
	return g
}
