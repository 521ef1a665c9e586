package main

import (
	"cathedral/bench/endings"
	"cathedral/engine"
)

// The objects of `cathedral solve --json`. Margins are in squares, times in milliseconds;
// what is not known is null.
type (
	solveObject struct {
		Positions []endingObject     `json:"positions"`
		Games     []solvedGameObject `json:"games"`
		Players   []accuracyObject   `json:"players"`
		New       int                `json:"new"`
		Open      int                `json:"open"`
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
	solvedGameObject struct {
		Number     int               `json:"number"`
		Light      string            `json:"light"`
		Dark       string            `json:"dark"`
		Result     string            `json:"result"`
		ProvenFrom *int              `json:"proven_from"` // moves played before
		Positions  []endingObject    `json:"positions"`
		Moves      []judgementObject `json:"moves"`
	}
	// judgementObject is what a move did, for the side that moved.
	judgementObject struct {
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
	accuracyObject struct {
		Player      string `json:"player"`
		Ply         *int   `json:"ply"` // null: all
		Moves       int    `json:"moves"`
		Wins        int    `json:"wins"`
		ThrownWins  int    `json:"thrown_wins"`
		Draws       int    `json:"draws"`
		ThrownDraws int    `json:"thrown_draws"`
		Margins     int    `json:"margins"`
		Best        int    `json:"best_margins"`
		Squares     int    `json:"squares_lost"`
	}
)

func newSolveObject(report *endings.Report) solveObject {
	object := solveObject{
		Positions: newEndingObjects(report.Positions), Games: []solvedGameObject{}, Players: []accuracyObject{},
		New: report.New, Open: report.Open,
	}
	for _, game := range report.Games {
		object.Games = append(object.Games, newSolvedGameObject(game))
	}
	for _, row := range endings.Accuracies(report.Games) {
		object.Players = append(object.Players, accuracyObject{
			row.Player, ifKnown(row.Ply, row.Ply >= 0), row.Moves, row.Won, row.ThrownWins, row.Drawn, row.ThrownDraws,
			row.Margins, row.BestMargins, row.Squares,
		})
	}
	return object
}

func newSolvedGameObject(game *endings.Game) solvedGameObject {
	from := game.ProvenFrom()
	object := solvedGameObject{
		Number: game.Number, Light: game.Player(engine.Light), Dark: game.Player(engine.Dark), Result: game.Record.Result,
		ProvenFrom: ifKnown(from, from < len(game.Endings)), Positions: newEndingObjects(game.Endings), Moves: []judgementObject{},
	}
	for _, j := range game.Judgements() {
		object.Moves = append(object.Moves, judgementObject{
			j.Index + 1, j.Ply, j.Side.String(), game.Player(j.Side), j.Move.String(), ifKnown(j.Better.String(), j.Better.IsPlacement()),
			j.Before.String(), j.After.String(), ifKnown(j.Lost(), j.MarginsKnown),
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
			e.Position.String(), ifKnown(verdict.String(), decided), ifKnown(margin, known), []string{}, e.Nodes, e.Time.Milliseconds(),
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
