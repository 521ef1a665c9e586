package serve

// The requests about seats: seat, send and leave.

import (
	"context"
	"fmt"
	"slices"

	"cathedral/cmd/internal/messages"
)

// errEnginesTaken is the error if no engine is free.
var errEnginesTaken = messages.NewCoded("enginesBusy", "all engines are in use: try again later")

// takeSeat starts an engine for the page. The answer is sent when the engine is
// ready.
func (c *connection) takeSeat(r *messages.Request) error {
	if err := messages.CheckSeatName(r.Seat); err != nil {
		return err
	}
	chosen, err := c.server.engine(r.Engine)
	if err != nil {
		return err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	limits := &c.server.config.Limits
	switch {
	case c.seats[r.Seat] != nil:
		return fmt.Errorf("seat %s is taken", r.Seat)
	case len(c.seats) >= limits.SeatsPerConnection:
		return fmt.Errorf("all %d seats are taken", len(c.seats))
	case !c.server.seats.take(c.visitor):
		return errEnginesTaken
	}
	ctx, leave := context.WithCancel(c.ctx)
	taken := &occupied{newSeat(r.Seat, chosen, limits, c.server.searches, c.send), leave}
	c.seats[r.Seat] = taken
	c.work.Go(func() { c.occupy(ctx, r.ID, taken) })
	return errLater
}

// occupy runs a seat until it ends.
func (c *connection) occupy(ctx context.Context, id int, taken *occupied) {
	defer taken.leave()
	name, ready := taken.seat.name, false
	err := taken.seat.run(ctx, func(seated *messages.Seated) {
		ready = true
		c.reply(id, messages.Fields{"seat": seated}, nil)
	})
	c.server.seats.giveBack(c.visitor)
	c.mutex.Lock()
	if c.seats[name] == taken { // it may have been left, and taken again
		delete(c.seats, name)
	}
	c.mutex.Unlock()
	for _, line := range taken.seat.unread() {
		c.reply(line.id, nil, fmt.Errorf("seat %s: its engine has ended", name))
	}
	switch {
	case !ready && err == nil:
		c.reply(id, nil, fmt.Errorf("seat %s was left before its engine was ready", name))
	case !ready:
		c.reply(id, nil, err)
	case err != nil:
		c.send(messages.EndedPush{Seat: name, Ended: err.Error()})
	}
}

// sendLine passes a line to the engine of a seat.
func (c *connection) sendLine(r *messages.Request) error {
	c.mutex.Lock() // so that the seat cannot end before it has the line
	defer c.mutex.Unlock()
	taken, err := c.seatOf(r.Seat)
	if err != nil {
		return err
	}
	if err := messages.CheckLine(r.Line); err != nil {
		return err
	}
	if err := taken.seat.accept(seatLine{r.ID, r.Line}); err != nil {
		return fmt.Errorf("seat %s: %w", r.Seat, err)
	}
	return errLater // the seat answers
}

// leaveSeat ends an engine. The name of its seat is free at once.
func (c *connection) leaveSeat(name string) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	taken, err := c.seatOf(name)
	if err != nil {
		return err
	}
	taken.leave()
	delete(c.seats, name)
	return nil
}

// seatOf returns the seat with a name. The caller must hold the mutex.
func (c *connection) seatOf(name string) (*occupied, error) {
	if taken := c.seats[name]; taken != nil {
		return taken, nil
	}
	return nil, fmt.Errorf("there is no seat %s", messages.Shortened(name))
}

// engine returns the engine with a name.
func (s *Server) engine(name string) (*Engine, error) {
	engines := s.config.Engines
	i := slices.IndexFunc(engines, func(e Engine) bool { return e.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no engine %s here", messages.Shortened(name))
	}
	return &engines[i], nil
}
