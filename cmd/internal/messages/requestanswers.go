package messages

// The answers to requests that need nothing but the rules and the opening book.

import (
	"fmt"

	"cathedral/engine/record"
	"cathedral/protocol/wire"
	"cathedral/search/book"
)

// Fields are the fields of an answer without its number.
type Fields map[string]any

// failure answers a request that failed.
type failure struct {
	ID     int     `json:"id,omitempty"`
	Error  string  `json:"error"`
	Reason *reason `json:"reason,omitempty"`
}

// Reply returns the message that answers the request with a number, or nil if
// none is due: a request without a number, 0, is answered only if it failed.
func Reply(id int, answer Fields, err error) any {
	switch {
	case err != nil:
		return failure{id, err.Error(), reasonOf(err)}
	case id > 0:
		all := Fields{"id": id}
		for name, value := range answer {
			all[name] = value
		}
		return all
	}
	return nil
}

// Answer carries out a request that needs nothing but the rules and the opening book, and
// returns its answer. The function opening, if not nil, returns the book, or nil while there
// is none; it is called only for a request that needs the book. Any other request is an error.
func Answer(r *Request, opening func() (*book.Book, error)) (Fields, error) {
	switch r.Do {
	case "view":
		return withRecord(r, "view", func(gameRecord *record.Game) (any, error) { return lastView(gameRecord), nil })
	case "game":
		return withRecord(r, "game", func(gameRecord *record.Game) (any, error) { return Fields{"views": views(gameRecord)}, nil })
	case "why":
		game, err := r.record()
		if err != nil {
			return nil, err
		}
		return why(game, r.Move), nil
	case "open":
		rules, err := r.RulesOfPlay()
		if err != nil {
			return nil, err
		}
		games, err := openText(r.Text, rules)
		return Fields{"open": games}, err
	case "setup":
		setup, err := setUp(r)
		return Fields{"setup": setup}, err
	case "opening":
		rules, err := r.RulesOfPlay()
		if err != nil {
			return nil, err
		}
		moves, err := evenOpening(rules, opening)
		return Fields{"opening": moves}, err
	case "book":
		moves, err := bookMoves(r, opening)
		return Fields{"book": moves}, err
	case "save":
		texts, err := saveText(&r.GameText)
		return Fields{"save": texts}, err
	case "records":
		return Fields{"records": saveRecords(r.Of)}, nil
	case "code":
		rows, err := QRCode(r.Text)
		return Fields{"code": rows}, err
	}
	return nil, fmt.Errorf("do: unknown request %s", Shortened(r.Do))
}

// withRecord answers a request about a game with the result of a function.
func withRecord(r *Request, name string, of func(*record.Game) (any, error)) (Fields, error) {
	game, err := r.record()
	if err != nil {
		return nil, err
	}
	value, err := of(game)
	return Fields{name: value}, err
}

// why returns why a move is illegal after a game, with the reason if that has a code.
func why(game *record.Game, text string) Fields {
	positions := game.Positions()
	if _, err := wire.ParseLegalMove(text, &positions[len(game.Moves)]); err != nil {
		return Fields{"why": err.Error(), "reason": reasonOf(err)}
	}
	return Fields{"why": "", "reason": nil}
}
