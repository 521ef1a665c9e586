package serve

import (
	"fmt"
	"time"
)

// Limits are what visitors can make the server spend. A visitor is an address; the
// addresses of the machine itself are not limited each, but only all together.
type Limits struct {
	// Connections is how many sockets are open at a time, ConnectionsEach how many
	// of them one visitor may have.
	Connections, ConnectionsEach int
	// MessageBytes is the greatest length of a message of a page.
	MessageBytes int
	// Messages is how many messages a second are read of a connection; more wait.
	Messages int
	// Idle is how long a connection lives without a message.
	Idle time.Duration
	// Seats is how many engines run at a time, SeatsEach how many of them one
	// visitor may have, SeatsPerConnection how many one page may have.
	Seats, SeatsEach, SeatsPerConnection int
	// Searches is how many engines search at a time; the others wait for their turn.
	Searches int
	// Turn is how long an endless search goes on when others wait, LongestTurn any
	// other search.
	Turn, LongestTurn time.Duration
	// HashMiB and Threads are what an engine may be given.
	HashMiB, Threads int
	// Patience is how long an engine may take for the handshake, and for its answer
	// after it was told to stop.
	Patience time.Duration
}

// DefaultLimits returns limits that a small machine bears: 32 engines of 32 MiB
// each. All of them may search at a time, since the system shares its processors
// fairly among processes.
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
		Patience:           10 * time.Second,
	}
}

// check returns an error for a limit that nothing could pass.
func (l *Limits) check() error {
	for _, limit := range []struct {
		name  string
		value int
	}{
		{"connections", l.Connections}, {"connections each", l.ConnectionsEach}, {"bytes of a message", l.MessageBytes},
		{"messages a second", l.Messages}, {"seats", l.Seats}, {"seats each", l.SeatsEach},
		{"seats of a connection", l.SeatsPerConnection}, {"searches", l.Searches},
		{"MiB of hash", l.HashMiB}, {"threads", l.Threads},
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
			return fmt.Errorf("%s is %s: want more than nothing", limit.name, limit.value)
		}
	}
	return nil
}
