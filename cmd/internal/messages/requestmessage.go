package messages

// Requests of the page: each message is one JSON object, parsed strictly.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Request is a message of the page. Do decides which fields count.
type Request struct {
	ID int    `json:"id"` // 0: answer only if there is an error
	Do string `json:"do"`
	GameText

	Move string     `json:"move"` // of why
	Text string     `json:"text"` // of open and code
	Of   []GameText `json:"of"`   // of records

	Pieces []piece `json:"pieces"` // of setup: only Move, Side and Spared count
	Side   string  `json:"side"`   // to move

	Seat   string `json:"seat"`
	Engine string `json:"engine"`
	Line   string `json:"line"`

	Light    string `json:"light"` // engines of a match
	Dark     string `json:"dark"`
	MoveTime int    `json:"moveTime"` // milliseconds
	Games    int    `json:"games"`
	Number   int    `json:"number"` // of a finished game

	Token   string `json:"token"`   // of a game of friends
	Control string `json:"control"` // its time control
	Ply     int    `json:"ply"`     // before the move
	Offer   string `json:"offer"`
}

// ParseRequest parses a message. If there is an error, it also returns the
// fields it could parse, so that the answer has the right number.
func ParseRequest(message []byte) (Request, error) {
	var r Request
	decoder := json.NewDecoder(bytes.NewReader(message))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&r)
	badID := r.ID < 0
	r.ID = max(r.ID, 0)
	if err != nil {
		return r, fmt.Errorf("the message: %w", plainJSONError(err))
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return r, errors.New("the message: unexpected data after the object")
	}
	if badID {
		return r, errors.New("the message: id: want a whole number above 0")
	}
	return r, nil
}

// plainJSONError removes the names of Go types from an error.
func plainJSONError(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return errors.New("want one JSON object")
	case errors.As(err, &wrong):
		return fmt.Errorf("%s: a %s is not allowed here", wrong.Field, wrong.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON is incomplete")
	}
	return err
}
