package main

import (
	"bytes"
	"fmt"
	"sync/atomic"

	"cathedral/cmd/internal/messages"
	"cathedral/search/book"
)

// answerer answers the messages of the page.
type answerer struct {
	say     func(message any) // sends a message to the page
	yield   func()            // is called by searches
	mayHost bool              // it may host an engine
	seat    *seat             // the engine that it hosts; nil: none
	opening atomic.Pointer[book.Book]
}

func newAnswerer(say func(any), yield func(), mayHost bool) *answerer {
	return &answerer{say: say, yield: yield, mayHost: mayHost}
}

// greet sends the greeting, which also tells that the worker is ready.
func (a *answerer) greet() {
	a.say(messages.Fields{"hello": messages.WorkerHello()})
}

// hear parses a message and answers it.
func (a *answerer) hear(message []byte) {
	r, err := messages.ParseRequest(message)
	var answer messages.Fields
	if err == nil {
		switch r.Do {
		case "seat":
			if err = a.takeSeat(&r); err == nil {
				return // the seat answers
			}
		case "send":
			if err = a.sendLine(&r); err == nil {
				return // the seat answers
			}
		case "addresses": // the page knows its own
			answer = messages.Fields{"addresses": []string{}}
		case "watch", "unwatch":
			answer = messages.Fields{"match": nil}
		case "match", "endmatch", "played":
			err = fmt.Errorf("matches between engines need cathedral serve")
		default:
			answer, err = messages.Answer(&r, a.openingBook)
		}
	}
	if reply := messages.Reply(r.ID, answer, err); reply != nil {
		a.say(reply)
	}
}

// takeBook takes the file of the opening book. One that cannot be read is left out, and the
// page learns of it when it asks for moves.
func (a *answerer) takeBook(file []byte) {
	if opening, err := book.Read(bytes.NewReader(file)); err == nil {
		a.opening.Store(opening)
	}
}

// openingBook returns the opening book, or nil until the page has sent it.
func (a *answerer) openingBook() (*book.Book, error) { return a.opening.Load(), nil }

// takeSeat starts an engine. The answer is sent when it is ready.
func (a *answerer) takeSeat(r *messages.Request) error {
	if err := messages.CheckSeatName(r.Seat); err != nil {
		return err
	}
	switch {
	case !a.mayHost:
		return fmt.Errorf("all %d seats are taken", messages.WorkerHello().Limits.Seats)
	case a.seat != nil:
		return fmt.Errorf("seat %s is taken", a.seat.name)
	}
	server, err := newServer(r.Engine, a.yield, a.openingBook)
	if err != nil {
		return err
	}
	a.seat = newSeat(r.Seat, a.say)
	go a.seat.run(server, r.ID)
	return nil
}

// sendLine passes a line to the engine, which answers.
func (a *answerer) sendLine(r *messages.Request) error {
	if a.seat == nil || a.seat.name != r.Seat {
		return fmt.Errorf("there is no seat %s", messages.Shortened(r.Seat))
	}
	if err := messages.CheckLine(r.Line); err != nil {
		return err
	}
	return a.seat.accept(seatLine{r.ID, r.Line})
}
