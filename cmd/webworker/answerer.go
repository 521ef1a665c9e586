package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/engine/wording"
	"cathedral/search/book"
)

// answerer answers the messages of the page.
type answerer struct {
	say     func(message any) // sends a message to the page
	yield   func()            // is called by searches
	mayHost bool              // it may host an engine
	seat    *seat             // the engine that it hosts; nil: none
	opening atomic.Pointer[book.Book]
	proof   *messages.Proof // that the page asked for last; nil: none

	requests messages.Table[*answerer]
}

func newAnswerer(say func(any), yield func(), mayHost bool) *answerer {
	return &answerer{say: say, yield: yield, mayHost: mayHost, requests: requests()}
}

// greet sends the greeting, which also means that the worker is ready.
func (a *answerer) greet() {
	a.say(messages.Fields{"hello": messages.WorkerHello()})
}

// requests returns the requests that a worker answers. It has no leave: the page ends the
// worker of a seat.
func requests() messages.Table[*answerer] {
	return append(
		messages.Within(messages.RulebookRequests(), (*answerer).rulebook),
		messages.On("seat", messages.Once, (*answerer).takeSeat),
		messages.On("send", messages.Once, (*answerer).sendLine),
		messages.On("prove", messages.Once, (*answerer).prove),
		messages.On("walk", messages.Once, (*answerer).walk),
		messages.On("certificate", messages.Once, (*answerer).certificate),
		messages.On("endproof", messages.Once, (*answerer).endProof),
		messages.On("addresses", messages.Repeatable, (*answerer).addresses),
		messages.On("watch", messages.Once, (*answerer).watch),
		messages.On("unwatch", messages.Once, (*answerer).watch),
		messages.On("match", messages.Once, refuse[messages.MatchRequest]),
		messages.On("endmatch", messages.Once, refuse[messages.Head]),
		messages.On("played", messages.Repeatable, refuse[messages.PlayedRequest]),
	)
}

// hear answers a message.
func (a *answerer) hear(message []byte) {
	if answer := messages.Reply(a.requests.Answer(a, message)); answer != nil {
		a.say(answer)
	}
}

func (a *answerer) rulebook() messages.Rulebook { return messages.Rulebook{Opening: a.openingBook} }

// addresses answers with none: the page knows its own.
func (*answerer) addresses(*messages.Head) ([]string, error) { return []string{}, nil }

// watch answers that there is no match.
func (*answerer) watch(*messages.Head) (messages.Fields, error) {
	return messages.Fields{"match": nil}, nil
}

// refuse refuses requests about matches.
func refuse[F any](*answerer, *F) (any, error) {
	return nil, errors.New("matches between engines need cathedral serve")
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
func (a *answerer) takeSeat(r *messages.SeatRequest) (any, error) {
	if err := messages.CheckSeatName(r.Seat); err != nil {
		return nil, err
	}
	switch {
	case !a.mayHost:
		return nil, fmt.Errorf("all %d seats are taken", messages.WorkerHello().Limits.Seats)
	case a.seat != nil:
		return nil, fmt.Errorf("seat %s is taken", a.seat.name)
	}
	server, err := newServer(r.Engine, a.yield, a.openingBook)
	if err != nil {
		return nil, err
	}
	a.seat = newSeat(r.Seat, a.say)
	go a.seat.run(server, r.ID)
	return nil, messages.ErrLater
}

// sendLine passes a line to the engine, which answers.
func (a *answerer) sendLine(r *messages.LineRequest) (any, error) {
	if a.seat == nil || a.seat.name != r.Seat {
		return nil, fmt.Errorf("there is no seat %s", wording.Quoted(r.Seat))
	}
	return nil, a.seat.lines.Add(r)
}

// proofLimits returns the limits of a proof, which are lower than those of a server because
// the memory of a worker never shrinks.
func proofLimits() messages.ProofLimits {
	return messages.ProofLimits{HashMiB: 16, Time: 20 * time.Second}
}

// prove proves who wins. The worker does nothing else until then: the page has one for this
// alone.
func (a *answerer) prove(r *messages.ProveRequest) (*messages.Proof, error) {
	var err error
	a.proof, err = r.Prove(context.Background(), proofLimits())
	return a.proof, err
}

func (a *answerer) walk(r *messages.WalkRequest) (*messages.Walked, error) { return a.proof.Walk(r) }

func (a *answerer) certificate(*messages.Head) ([]byte, error) { return a.proof.Certificate() }

func (a *answerer) endProof(*messages.Head) (any, error) {
	a.proof = nil
	return nil, nil
}
