package serve

import (
	"fmt"
	"time"

	"cathedral/cmd/internal/messages"
)

// Limits bound what visitors can make the server spend. A visitor is a network
// address. Limits per visitor do not apply to addresses of the machine itself.
type Limits struct {
	// Connections is the number of sockets that may be open at a time,
	// ConnectionsEach the number per visitor.
	Connections, ConnectionsEach int
	// MessageBytes is the maximum length of a page's message.
	MessageBytes int
	// Messages is the number of messages per second that are read from a
	// connection; more messages wait.
	Messages int
	// Idle is how long a connection may stay open without a message.
	Idle time.Duration
	// Seats is the number of engines that may run at a time, SeatsEach the
	// number per visitor, SeatsPerConnection the number per page.
	Seats, SeatsEach, SeatsPerConnection int
	// Searches is the number of engines that may search at a time; others wait
	// for their turn.
	Searches int
	// Turn is how long an endless search may run while others wait, LongestTurn
	// how long any other search may run.
	Turn, LongestTurn time.Duration
	// HashMiB and Threads are the maximum values of these options of an engine.
	HashMiB, Threads int
	// Games is the number of games of friends that are kept, GamesEach the number
	// that a visitor may begin within a day.
	Games, GamesEach int
	// Patience is how long an engine may take for the handshake, and for its
	// answer to stop.
	Patience time.Duration
}

// DefaultLimits returns limits for a small machine: 32 engines with 32 MiB
// each. All of them may search at a time, because the operating system shares
// the processors fairly among processes.
func DefaultLimits() Limits {
	return Limits{
		Connections:        512,
		ConnectionsEach:    16,
		MessageBytes:       256 << 10,
		Messages:           60,
		Idle:               time.Hour,
		Seats:              32,
		SeatsEach:          8,
		SeatsPerConnection: 4,
		Searches:           32,
		Turn:               3 * time.Second,
		LongestTurn:        time.Minute,
		HashMiB:            32,
		Threads:            1,
		Games:              10_000,
		GamesEach:          50,
		Patience:           10 * time.Second,
	}
}

// told returns the limits that the page needs to know.
func (l *Limits) told() messages.Limits {
	return messages.Limits{Hash: l.HashMiB, Threads: l.Threads, Seats: l.SeatsPerConnection, Message: l.MessageBytes, Matches: 1}
}

// check returns an error for a limit that is not positive.
func (l *Limits) check() error {
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"connections", l.Connections}, {"connections each", l.ConnectionsEach}, {"bytes of a message", l.MessageBytes},
		{"messages a second", l.Messages}, {"seats", l.Seats}, {"seats each", l.SeatsEach},
		{"seats of a connection", l.SeatsPerConnection}, {"searches", l.Searches},
		{"MiB of hash", l.HashMiB}, {"threads", l.Threads}, {"games", l.Games}, {"games each", l.GamesEach},
	} {
		if limit.value < 1 {
			return fmt.Errorf("%d %s: want 1 or more", limit.value, limit.name)
		}
	}
	for _, limit := range []struct {
		name  string
		value time.Duration
	}{
		{"the life of an idle connection", l.Idle}, {"a turn", l.Turn}, {"the longest turn", l.LongestTurn}, {"the patience", l.Patience},
	} {
		if limit.value <= 0 {
			return fmt.Errorf("%s is %s: want more than 0s", limit.name, limit.value)
		}
	}
	return nil
}
