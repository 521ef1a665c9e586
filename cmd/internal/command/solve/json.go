package solve

import (
	"cathedral/bench/endings"
	"cathedral/engine"
)

// The objects of `cathedral solve --json`. Margins are in squares, times in milliseconds;
// what is not known is null.
type (
	solvedObject struct {
		Positions []endingObject   `json:"positions"`
		Games     []gameObject     `json:"games"`
		Players   []accuracyObject `json:"players"`
		New       int              `json:"new"`
		Open      int              `json:"open"`
	}
	// endingObject is a position with what is known of it, for the side to move.
	endingObject struct {
		Position string   `json:"position"`
		Verdict  *string  `json:"verdict"`
		Margin   *int     `json:"margin"`
		Line     []string `json:"line"`
		Nodes    uint64   `json:"nodes"`
		Time     int64    `json:"time_ms"`
	}
	gameObject struct {
		Number     int            `json:"number"`
		Light      string         `json:"light"`
		Dark       string         `json:"dark"`
		Result     string         `json:"result"`
		ProvenFrom *int           `json:"proven_from"` // moves played before
		Positions  []endingObject `json:"positions"`
		Moves      []moveObject   `json:"moves"`
	}
	// moveObject is what a move did, for the side that moved.
	moveObject struct {
		Number  int     `json:"number"` // in the game, from 1
		Ply     int     `json:"ply"`
		Side    string  `json:"side"`
		Player  string  `json:"player"`
		Move    string  `json:"move"`
		Better  *string `json:"better"`
		Before  string  `json:"before"`
		After   string  `json:"after"`
		Squares *int    `json:"squares_lost"`
	}
	// accuracyObject is an Accuracy whose ply is null for all plies.
	accuracyObject struct {
		Player string `json:"player"`
		Ply    *int   `json:"ply"`
		endings.Accuracy
	}
)

func newSolvedObject(report *endings.Report) solvedObject {
	object := solvedObject{
		Positions: newEndingObjects(report.Positions), Games: []gameObject{}, Players: []accuracyObject{}, New: report.New, Open: report.Open,
	}
	for _, game := range report.Games {
		object.Games = append(object.Games, newGameObject(game))
	}
	for _, row := range endings.Accuracies(report.Games) {
		object.Players = append(object.Players, accuracyObject{row.Player, ifKnown(row.Ply, row.Ply >= 0), row})
	}
	return object
}

func newGameObject(game *endings.Game) gameObject {
	from := game.ProvenFrom()
	object := gameObject{
		Number: game.Number, Light: game.Player(engine.Light), Dark: game.Player(engine.Dark), Result: game.Record.Result,
		ProvenFrom: ifKnown(from, from < len(game.Endings)), Positions: newEndingObjects(game.Endings), Moves: []moveObject{},
	}
	for _, j := range game.Judgements() {
		object.Moves = append(object.Moves, moveObject{
			Number: j.Index + 1, Ply: j.Ply, Side: j.Side.String(), Player: game.Player(j.Side), Move: j.Move.String(),
			Better: ifKnown(j.Better.String(), j.Better.IsPlacement()), Before: j.Before.String(), After: j.After.String(),
			Squares: ifKnown(j.Lost(), j.MarginsKnown),
		})
	}
	return object
}

func newEndingObjects(list []endings.Ending) []endingObject {
	objects := []endingObject{}
	for i := range list {
		e := &list[i]
		verdict, decided := e.Verdict()
		margin, known := e.Margin()
		object := endingObject{
			Position: e.Position.String(), Verdict: ifKnown(verdict.String(), decided), Margin: ifKnown(margin, known),
			Line: []string{}, Nodes: e.Nodes, Time: e.Time.Milliseconds(),
		}
		for _, m := range e.Line {
			object.Line = append(object.Line, m.String())
		}
		objects = append(objects, object)
	}
	return objects
}

// ifKnown returns a pointer to the value if it is known, and otherwise nil.
func ifKnown[T any](value T, known bool) *T {
	if !known {
		return nil
	}
	return &value
}
