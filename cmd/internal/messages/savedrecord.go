package messages

// Texts of games and positions that people open and save.

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
)

// mostGames is the maximum number of games or positions that are read from one
// text, and of games that are saved together.
const mostGames = 1000

// opened holds the games or positions of a text.
type opened struct {
	Kind   string      `json:"kind"` // games, positions
	Games  []GameText  `json:"games"`
	Faults []textFault `json:"faults"`
}

// textFault is the reason why a game or a position was left out.
type textFault struct {
	Line   int       `json:"line"`   // of the text, from 1
	Column int       `json:"column"` // in characters, from 1; 0 if no single place is at fault
	Length int       `json:"length"` // of the move at fault, in characters; 0 if it is none
	Error  string    `json:"error"`
	Reason *reason   `json:"reason"`
	Game   *GameText `json:"game"` // up to the fault; nil if no move precedes it
}

// newTextFault returns the fault at which a reader has ended, after the game cut, which may be nil.
func newTextFault(fault *record.LineError, cut *record.Game) textFault {
	f := textFault{Line: fault.Line, Column: fault.Column, Length: fault.Length, Error: fault.Err.Error(), Reason: reasonOf(fault)}
	if cut != nil {
		game := NewGameText(cut)
		f.Game = &game
	}
	return f
}

// openText reads game records, lists of moves and positions. rules apply to games
// that do not state their own, and names to moves in words. The kind is that of the first of them.
// Faulty games are left out; a text without any game or position is an error.
func (b Rulebook) openText(text string, rules engine.Rules, names record.Names) (*opened, error) {
	result := &opened{Kind: "games", Games: []GameText{}, Faults: []textFault{}}
	reader := record.NewReader(strings.NewReader(text))
	reader.Rules, reader.Names = rules, names
	for {
		if err := b.ended(); err != nil {
			return nil, err
		}
		item, err := reader.NextItem()
		fault := (*record.LineError)(nil)
		if errors.As(reader.Hidden(), &fault) {
			result.Faults = append(result.Faults, newTextFault(fault, nil))
		}
		switch {
		case errors.Is(err, io.EOF) && len(result.Games)+len(result.Faults) == 0:
			return nil, NewCoded("nothingToRead", "there are no games and no positions in this text")
		case errors.Is(err, io.EOF):
			return result, nil
		case err == nil && len(result.Games) == mostGames, len(result.Faults) == mostGames:
			more := NewCoded("moreGames", fmt.Sprintf("there are more games than %d", mostGames))
			result.Faults = append(result.Faults, textFault{Line: 1, Error: more.Error(), Reason: reasonOf(more)})
			return result, nil
		case err == nil:
			result.add(item)
		case errors.As(err, &fault):
			result.Faults = append(result.Faults, newTextFault(fault, reader.Cut()))
		default:
			return nil, err
		}
	}
}

// add adds a game or a position.
func (o *opened) add(item record.Item) {
	game := item.Game
	if game == nil {
		game = gameOf(item.Entry)
		if len(o.Games) == 0 {
			o.Kind = "positions"
		}
	}
	o.Games = append(o.Games, NewGameText(game))
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

// savedRecord is one of many records that are saved together, or the reason why it is
// not.
type savedRecord struct {
	Record string `json:"record,omitempty"`
	Error  string `json:"error,omitempty"`
}

// records writes the records of games. A faulty game costs no other.
func (b Rulebook) records(r *recordsRequest) ([]savedRecord, error) {
	if len(r.Of) > mostGames {
		return nil, fmt.Errorf("of: %d games; the maximum is %d", len(r.Of), mostGames)
	}
	records := make([]savedRecord, len(r.Of))
	for i := range r.Of {
		if err := b.ended(); err != nil {
			return nil, err
		}
		var game GameText
		text, err := new(saved), decode(r.Of[i], &game, true)
		if err == nil {
			text, err = saveText(&game)
		}
		if err != nil {
			records[i].Error = err.Error()
		} else {
			records[i].Record = text.Record
		}
	}
	return records, nil
}

// saveText writes a game.
func saveText(g *GameText) (*saved, error) {
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
		game.Result = game.ResultAt(final)
	}
	text, err := game.Text()
	if err != nil {
		return nil, err
	}
	return &saved{Record: text, Position: final.String(), List: moveList(game)}, nil
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
