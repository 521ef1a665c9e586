package messages

// The requests about matches between engines.

// MatchRequest asks for a match between two engines.
type MatchRequest struct {
	Head
	RulesText
	Light    string `json:"light"` // in the first game
	Dark     string `json:"dark"`
	LightElo int    `json:"lightElo"` // the strength of the engine that plays light; 0: full
	DarkElo  int    `json:"darkElo"`
	MoveTime int    `json:"moveTime"` // milliseconds
	Games    int    `json:"games"`
}

// PlayedRequest asks for a finished game of the match.
type PlayedRequest struct {
	Head
	Number int `json:"number"` // from 1
}
