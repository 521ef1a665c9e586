package serve

// The requests about seats: seat, send and leave.

import (
	"context"
	"fmt"
	"slices"

	"cathedral/cmd/internal/messages"
	"cathedral/engine/wording"
)

// errEnginesTaken is the error if no engine is free.
var errEnginesTaken = messages.NewCoded("enginesBusy", "all engines are in use: try again later")

// leaveRequest ends the engine of a seat.
type leaveRequest struct {
	messages.Head
	Seat string `json:"seat"`
}

// takeSeat starts an engine for the page. The answer is sent when the engine is
// ready.
func (c *connection) takeSeat(r *messages.SeatRequest) (any, error) {
	if err := messages.CheckSeatName(r.Seat); err != nil {
		return nil, err
	}
	chosen, err := c.server.engine(r.Engine)
	if err != nil {
		return nil, err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	limits := &c.server.config.Limits
	switch {
	case c.seats[r.Seat] != nil:
		return nil, fmt.Errorf("seat %s is taken", r.Seat)
	case len(c.seats) >= limits.SeatsPerConnection:
		return nil, fmt.Errorf("all %d seats are taken", len(c.seats))
	case !c.server.seats.Take(c.visitor):
		return nil, errEnginesTaken
	}
	ctx, leave := context.WithCancel(c.ctx)
	taken := &occupied{newSeat(r.Seat, chosen, limits, c.server.searches, c.share.backlogs.part(lineBacklog, lineBacklog), c.send), leave}
	c.seats[r.Seat] = taken
	c.work.Go(func() { c.occupy(ctx, r.ID, taken) })
	return nil, messages.ErrLater
}

// occupy runs a seat until it ends.
func (c *connection) occupy(ctx context.Context, id int, taken *occupied) {
	defer taken.leave()
	name, ready := taken.seat.name, false
	err := taken.seat.run(ctx, func(seated *messages.Seated) {
		ready = true
		c.reply(id, messages.Fields{"seat": seated}, nil)
	})
	c.server.seats.GiveBack(c.visitor)
	c.mutex.Lock()
	if c.seats[name] == taken { // it may have been left, and taken again
		delete(c.seats, name)
	}
	c.mutex.Unlock()
	taken.seat.held.end()
	for range len(taken.seat.lines) { // which the seat has not read; no others come
		line := <-taken.seat.lines
		c.reply(line.ID, nil, fmt.Errorf("seat %s: its engine has ended", name))
	}
	switch {
	case !ready && err == nil:
		c.reply(id, nil, fmt.Errorf("seat %s was left before its engine was ready", name))
	case !ready:
		c.reply(id, nil, err)
	case err != nil:
		c.send(messages.EndedPush{Seat: name, Ended: c.server.shown(err).Error()})
	}
}

// sendLine passes a line to the engine of a seat.
func (c *connection) sendLine(r *messages.LineRequest) (any, error) {
	c.mutex.Lock() // so that the seat cannot end before it has the line
	defer c.mutex.Unlock()
	taken, err := c.seatOf(r.Seat)
	if err != nil {
		return nil, err
	}
	if added, _ := taken.seat.held.tryTake(len(r.Line)); !added {
		return nil, fmt.Errorf("seat %s: lines of too many bytes wait", r.Seat)
	}
	if err = taken.seat.lines.Add(r); err != messages.ErrLater {
		taken.seat.held.giveBack(len(r.Line))
	}
	return nil, err
}

// leaveSeat ends an engine. The name of its seat is free at once.
func (c *connection) leaveSeat(r *leaveRequest) (any, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	taken, err := c.seatOf(r.Seat)
	if err != nil {
		return nil, err
	}
	taken.leave()
	delete(c.seats, r.Seat)
	return nil, nil
}

// seatOf returns the seat with a name. The caller must hold the mutex.
func (c *connection) seatOf(name string) (*occupied, error) {
	if taken := c.seats[name]; taken != nil {
		return taken, nil
	}
	return nil, fmt.Errorf("there is no seat %s", wording.Quoted(name))
}

// engine returns the engine with a name.
func (s *Server) engine(name string) (*Engine, error) {
	engines := s.config.Engines
	i := slices.IndexFunc(engines, func(e Engine) bool { return e.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("there is no engine %s here", wording.Quoted(name))
	}
	return &engines[i], nil
}
