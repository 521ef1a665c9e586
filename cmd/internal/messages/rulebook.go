package messages

// The requests that need nothing but the rules and the opening book.

import (
	"encoding/json"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search/book"
)

// Rulebook answers requests by the rules and the opening book.
type Rulebook struct {
	// Opening, if not nil, returns the opening book, or nil while there is none. It is called
	// only for a request that needs the book.
	Opening func() (*book.Book, error)
	// Ended, if not nil, returns an error when nobody waits for the answer any more. It is
	// called during requests that may take long.
	Ended func() error
}

// ended returns an error when nobody waits for the answer any more.
func (b Rulebook) ended() error {
	if b.Ended == nil {
		return nil
	}
	return b.Ended()
}

// openBook returns the opening book, or nil if there is none.
func (b Rulebook) openBook() (*book.Book, error) {
	if b.Opening == nil {
		return nil, nil
	}
	return b.Opening()
}

// RulebookRequests returns the requests that a Rulebook answers.
func RulebookRequests() Table[Rulebook] {
	return Table[Rulebook]{
		On("view", Repeatable, Rulebook.view),
		On("game", Repeatable, Rulebook.game),
		On("why", Repeatable, Rulebook.why),
		On("compare", Repeatable, Rulebook.compare),
		On("open", Repeatable, Rulebook.open),
		On("save", Repeatable, Rulebook.save),
		On("records", Repeatable, Rulebook.records),
		On("setup", Repeatable, Rulebook.setup),
		On("opening", Repeatable, Rulebook.opening),
		On("book", Repeatable, Rulebook.book),
		On("code", Repeatable, Rulebook.code),
	}
}

// gameRequest is a request about a game.
type gameRequest struct {
	Head
	GameText
}

func (Rulebook) view(r *gameRequest) (any, error) {
	game, err := r.record()
	if err != nil {
		return nil, err
	}
	return lastView(game), nil
}

func (Rulebook) game(r *gameRequest) (any, error) {
	game, err := r.record()
	if err != nil {
		return nil, err
	}
	return Fields{"game": Fields{"views": views(game)}}, nil
}

func (Rulebook) save(r *gameRequest) (*saved, error) { return saveText(&r.GameText) }

// whyRequest asks why a move after a game is illegal.
type whyRequest struct {
	gameRequest
	Move string `json:"move"`
}

func (Rulebook) why(r *whyRequest) (Fields, error) {
	game, err := r.record()
	if err != nil {
		return nil, err
	}
	positions := game.Positions()
	last := &positions[len(game.Moves)]
	move, err := engine.ParseLegalMove(r.Move, last)
	if err == nil {
		err = CheckFair(fairOf(game), last, move)
	}
	if err != nil {
		return Fields{"why": err.Error(), "reason": reasonOf(err)}, nil
	}
	return Fields{"why": "", "reason": nil}, nil
}

// openRequest brings a text of games or positions.
type openRequest struct {
	Head
	RulesText
	Text  string       `json:"text"`
	Names record.Names `json:"names"`
}

func (b Rulebook) open(r *openRequest) (*opened, error) {
	rules, err := r.RulesOfPlay()
	if err != nil {
		return nil, err
	}
	return b.openText(r.Text, rules, r.Names)
}

// recordsRequest brings many games, each a GameText. They are parsed one by one, since an empty
// one takes far more memory than its text.
type recordsRequest struct {
	Head
	Of []json.RawMessage `json:"of"`
}

// setupRequest brings the pieces of a position.
type setupRequest struct {
	Head
	RulesText
	Pieces []piece `json:"pieces"` // only Move, Side and Spared count
	Side   string  `json:"side"`   // to move
}

// openingRequest asks for an even opening.
type openingRequest struct {
	Head
	RulesText
}

// codeRequest asks for the QR code of a text.
type codeRequest struct {
	Head
	Text string `json:"text"`
}

func (Rulebook) code(r *codeRequest) ([]string, error) { return QRCode(r.Text) }
