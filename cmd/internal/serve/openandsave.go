package serve

// Texts of games and positions that people open and save.

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// mostGames is the maximum number of games or positions that are read from one
// text.
const mostGames = 1000

// opened holds the games or positions of a text.
type opened struct {
	Kind  string     `json:"kind"` // games, positions
	Games []gameText `json:"games"`
}

// openText reads game records, lists of moves and positions. rules apply to what does
// not state its own. The kind is that of the first of them.
func openText(text string, rules engine.Rules) (*opened, error) {
	result := &opened{Kind: "games", Games: []gameText{}}
	reader := record.NewReader(strings.NewReader(text))
	reader.Rules = rules
	for len(result.Games) < mostGames {
		item, err := reader.NextItem()
		switch {
		case errors.Is(err, io.EOF) && len(result.Games) == 0:
			return nil, errors.New("there are no games and no positions in this text")
		case errors.Is(err, io.EOF):
			return result, nil
		case err != nil:
			return nil, err
		case item.Entry != nil && len(result.Games) == 0:
			result.Kind = "positions"
		}
		game := item.Game
		if game == nil {
			game = gameOf(item.Entry)
		}
		result.Games = append(result.Games, newGameText(game))
	}
	return result, nil
}

// gameOf returns a position as a game without moves.
func gameOf(entry *record.Entry) *record.Game {
	game := record.New(entry.Position)
	game.Result = record.Result(entry.Position.Outcome())
	if id, found := entry.Operation("id"); found {
		game.Comment = strings.Join(id.Operands, " ")
	}
	return game
}

// saved is a game in all forms that people may keep.
type saved struct {
	Record   string `json:"record"`
	Position string `json:"position"` // the last one
	List     string `json:"list"`
}

// saveText writes a game.
func saveText(g *gameText) (*saved, error) {
	game, err := g.record()
	if err != nil {
		return nil, err
	}
	positions := game.Positions()
	final := &positions[len(game.Moves)]
	for _, t := range g.Tags {
		game.SetTag(t.Name, t.Value)
	}
	game.Result = g.Result
	if game.Result == "" {
		game.Result = record.Result(final.Outcome())
	}
	var text bytes.Buffer
	if err := game.Write(&text); err != nil {
		return nil, err
	}
	return &saved{Record: text.String(), Position: final.String(), List: moveList(game)}, nil
}

// moveList returns the moves with numbers, in the form that play-by-mail
// servers use.
func moveList(game *record.Game) string {
	var list strings.Builder
	for i, move := range game.Moves {
		if i > 0 {
			list.WriteByte(' ')
		}
		switch ply := game.Start.Ply() + i; {
		case ply%2 == 0:
			fmt.Fprintf(&list, "%d. ", ply/2+1)
		case i == 0:
			fmt.Fprintf(&list, "%d... ", ply/2+1)
		}
		list.WriteString(move.Move.String())
	}
	return list.String()
}
