package serve

// A match as messages describe it.

import (
	"encoding/json"

	"cathedral/cmd/internal/messages"
)

// matchState is a match and its score.
type matchState struct {
	Players  [2]string   `json:"players"`
	Scores   [2]float64  `json:"scores"`
	MoveTime int         `json:"moveTime"` // milliseconds
	Games    int         `json:"games"`
	State    string      `json:"state"`   // playing, over, ended before its last game, failed
	Reason   string      `json:"reason"`  // why it failed
	Command  string      `json:"command"` // of the engine that failed, if its operator watches
	Finished []gameLine  `json:"finished"`
	Game     matchGame   `json:"game"` // the current or last game
	games    []matchGame // finished
}

// gameLine is a game in the list of finished games.
type gameLine struct {
	Number int                 `json:"number"` // from 1
	Light  string              `json:"light"`
	Dark   string              `json:"dark"`
	Result string              `json:"result"`
	Score  messages.Sides[int] `json:"score"` // squares not placed
}

// matchGame is a game of a match.
type matchGame struct {
	Number int                 `json:"number"`
	Light  string              `json:"light"`
	Dark   string              `json:"dark"`
	Score  messages.Sides[int] `json:"score"`
	messages.GameText
}

// isPlayed reports whether there is a match and it is not over.
func (m *matchState) isPlayed() bool { return m != nil && m.State == "playing" }

// text returns the match as JSON, null if there is none.
func (m *matchState) text() json.RawMessage {
	text, _ := json.Marshal(m) // never fails
	return text
}

// finish adds a game that is over to the finished games.
func (m *matchState) finish(g *matchGame) {
	m.Finished = append(m.Finished, gameLine{g.Number, g.Light, g.Dark, g.Result, g.Score})
	m.games = append(m.games, *g)
}
