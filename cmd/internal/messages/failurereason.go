package messages

// Why something failed, in a form that a page can put into any language.

import (
	"errors"

	"cathedral/engine"
)

// reason is the code of an error, with the details for the page's sentence about it.
type reason struct {
	Code     string `json:"code"`
	Side     string `json:"side,omitempty"`     // to move
	Building string `json:"building,omitempty"` // its code
	Square   string `json:"square,omitempty"`
}

// coded is an error with a code, for which the page has a sentence of its own.
type coded interface {
	error
	Code() string
}

// NewCoded returns an error with a code and with an English sentence for those who do not
// know it.
func NewCoded(code, sentence string) error { return &codedError{errors.New(sentence), code} }

type codedError struct {
	error
	code string
}

func (e *codedError) Code() string { return e.code }

// reasonOf returns the reason of an error that has a code, otherwise nil. An error that
// wraps one has none: it says more than the code.
func reasonOf(err error) *reason {
	known, ok := err.(coded)
	if !ok {
		return nil
	}
	r := &reason{Code: known.Code()}
	if illegal := (*engine.IllegalMove)(nil); errors.As(err, &illegal) {
		r.Side = SideName(illegal.Side)
		if illegal.Move.IsPlacement() {
			r.Building = illegal.Move.Building().Code()
			r.Square = illegal.Square.String()
		}
	}
	return r
}
