package serve

// The server's answers to requests.

import (
	"errors"
	"fmt"

	"cathedral/engine/record"
	"cathedral/protocol"
)

type (
	// fields are the fields of an answer without its number.
	fields map[string]any
	// failure answers a request that failed.
	failure struct {
		ID    int    `json:"id,omitempty"`
		Error string `json:"error"`
	}
	// success answers a request that has no result.
	success struct {
		ID int `json:"id"`
	}
)

// errLater is returned for a request that is answered later.
var errLater = errors.New("the answer comes later")

// handle parses a message and answers it.
func (c *connection) handle(message []byte) {
	r, err := parseRequest(message)
	var answer fields
	if err == nil {
		answer, err = c.answer(&r)
	}
	c.reply(r.ID, answer, err)
}

// reply sends an answer if one is due.
func (c *connection) reply(id int, answer fields, err error) {
	switch {
	case errors.Is(err, errLater):
	case err != nil:
		c.send(failure{id, err.Error()})
	case id > 0:
		all := fields{"id": id}
		for name, value := range answer {
			all[name] = value
		}
		c.send(all)
	}
}

// answer carries out a request and returns its answer.
func (c *connection) answer(r *request) (fields, error) {
	switch r.Do {
	case "view":
		return withRecord(r, "view", func(gameRecord *record.Game) (any, error) { return lastView(gameRecord), nil })
	case "game":
		return withRecord(r, "game", func(gameRecord *record.Game) (any, error) { return fields{"views": views(gameRecord)}, nil })
	case "why":
		return withRecord(r, "why", func(gameRecord *record.Game) (any, error) { return why(gameRecord, r.Move) })
	case "open":
		rules, err := r.rules()
		if err != nil {
			return nil, err
		}
		games, err := openText(r.Text, rules)
		return fields{"open": games}, err
	case "opening":
		rules, err := r.rules()
		if err != nil {
			return nil, err
		}
		moves, err := evenOpening(rules)
		return fields{"opening": moves}, err
	case "save":
		texts, err := saveText(&r.gameText)
		return fields{"save": texts}, err
	case "records":
		return fields{"records": saveRecords(r.Of)}, nil
	case "seat":
		return nil, c.takeSeat(r)
	case "send":
		return nil, c.sendLine(r)
	case "leave":
		return nil, c.leaveSeat(r.Seat)
	case "watch":
		return fields{"match": c.server.gallery.watch(c)}, nil
	case "unwatch":
		c.server.gallery.leave(c)
		return nil, nil
	case "match":
		return c.startMatch(r)
	case "played":
		game, err := c.server.gallery.played(r.Number)
		return fields{"played": game}, err
	case "endmatch":
		state, err := c.server.gallery.finish(c)
		return fields{"match": state}, err
	}
	return nil, fmt.Errorf("do: unknown request %s", shortened(r.Do))
}

// withRecord answers a request about a game with the result of a function.
func withRecord(r *request, name string, of func(*record.Game) (any, error)) (fields, error) {
	game, err := r.record()
	if err != nil {
		return nil, err
	}
	value, err := of(game)
	return fields{name: value}, err
}

// why returns why a move is illegal after a game, "" if it is legal.
func why(game *record.Game, text string) (string, error) {
	positions := game.Positions()
	if _, err := protocol.ParseLegalMove(text, &positions[len(game.Moves)]); err != nil {
		return err.Error(), nil
	}
	return "", nil
}
