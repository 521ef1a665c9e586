package messages

// Tables of the requests that a page may send. Each message of a page is one JSON object,
// parsed strictly.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cathedral/engine/wording"
)

// Head is the common part of all requests. Their structs embed it.
type Head struct {
	ID int    `json:"id"` // 0: answer only if there is an error
	Do string `json:"do"` // the name of the request
}

// Repetition says whether a page may send a request again if the answer was lost.
type Repetition bool

// A request that is Repeatable changes nothing, or nothing more when it comes twice.
const (
	Once       Repetition = false
	Repeatable Repetition = true
)

// Request is a row of a table: a request that is answered from the state S.
type Request[S any] struct {
	Name       string
	Repetition Repetition
	// New returns a pointer to an empty struct with the fields of the request.
	New func() any
	// Answer carries out the request with state. fields are those that Table.Parse has returned.
	Answer func(state S, fields any) (Fields, error)
}

// On returns the row of a request with the fields of the struct F, which embeds Head. The
// function answer carries it out, and returns ErrLater if it will be answered in another way.
// Its result A is the field of the answer that is called like the request; Fields are all
// fields of the answer, and nil is none.
func On[S, F, A any](name string, repetition Repetition, answer func(S, *F) (A, error)) Request[S] {
	return Request[S]{name, repetition, func() any { return new(F) }, func(state S, fields any) (Fields, error) {
		result, err := answer(state, fields.(*F))
		switch result := any(result).(type) {
		case nil:
			return nil, err
		case Fields:
			return result, err
		}
		return Fields{name: result}, err
	}}
}

// Table holds the requests that are answered from the state S, each name once.
type Table[S any] []Request[S]

// Within returns table for a larger state T, from which part returns the state S.
func Within[T, S any](table Table[S], part func(T) S) Table[T] {
	larger := make(Table[T], len(table))
	for i, row := range table {
		larger[i] = Request[T]{row.Name, row.Repetition, row.New, func(state T, fields any) (Fields, error) {
			return row.Answer(part(state), fields)
		}}
	}
	return larger
}

// Answer parses message, which a page sent, and carries out its request with state. It
// returns what Reply needs.
func (t Table[S]) Answer(state S, message []byte) (id int, answer Fields, err error) {
	id, row, fields, err := t.Parse(message)
	if err == nil {
		answer, err = row.Answer(state, fields)
	}
	return id, answer, err
}

// Parse parses message and returns the number, the row and the fields of its request. After
// an error it still returns the number if it could be parsed, for the answer.
func (t Table[S]) Parse(message []byte) (id int, row *Request[S], fields any, err error) {
	var head Head
	err = decode(message, &head, false)
	id = max(head.ID, 0)
	i := slices.IndexFunc(t, func(row Request[S]) bool { return row.Name == head.Do })
	switch {
	case err != nil:
		return id, nil, nil, err
	case head.ID < 0:
		return id, nil, nil, errors.New("the message: id: want a whole number above 0")
	case i < 0:
		return id, nil, nil, fmt.Errorf("do: unknown request %s", wording.Quoted(head.Do))
	}
	fields = t[i].New()
	return id, &t[i], fields, decode(message, fields, true)
}

// decode parses a message that is one JSON object. If all fields have to be known, any other
// is an error.
func decode(message []byte, fields any, allKnown bool) error {
	decoder := json.NewDecoder(bytes.NewReader(message))
	if allKnown {
		decoder.DisallowUnknownFields()
	}
	if err := decoder.Decode(fields); err != nil {
		return fmt.Errorf("the message: %w", plainJSONError(err))
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("the message: unexpected data after the object")
	}
	return nil
}

// plainJSONError removes the names of Go types from an error.
func plainJSONError(err error) error {
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong) && wrong.Field == "":
		return errors.New("want one JSON object")
	case errors.As(err, &wrong):
		// The path has the names of embedded Go types, and the value may be long.
		field := wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:]
		kind, _, _ := strings.Cut(wrong.Value, " ")
		return fmt.Errorf("%s: a %s is not allowed here", field, kind)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the JSON is incomplete")
	}
	if quoted, isUnknown := strings.CutPrefix(err.Error(), "json: unknown field "); isUnknown {
		field, _ := strconv.Unquote(quoted)
		return fmt.Errorf("unknown field %s", wording.Quoted(field))
	}
	return err
}

// Fields are the fields of an answer without its number.
type Fields map[string]any

// failure answers a request that failed.
type failure struct {
	ID     int     `json:"id,omitempty"`
	Error  string  `json:"error"`
	Reason *reason `json:"reason,omitempty"`
}

// ErrLater is returned for a request that is answered later.
var ErrLater = errors.New("the answer comes later")

// Reply returns the message that answers the request with the number id, or nil if none is
// due now: a request whose number is 0 is answered only if err is not nil.
func Reply(id int, answer Fields, err error) any {
	switch {
	case errors.Is(err, ErrLater):
		return nil
	case err != nil:
		const most = 1000 // bytes; the error may quote what the page has sent
		text := err.Error()
		if len(text) > most {
			text = text[:most/2] + "..." + text[len(text)-most/2:]
		}
		return failure{id, text, reasonOf(err)}
	case id > 0:
		all := Fields{"id": id}
		for name, value := range answer {
			all[name] = value
		}
		return all
	}
	return nil
}
