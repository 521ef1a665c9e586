package serve

import (
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/search"
)

// Limits bound the resources that visitors can use. All must be positive. A visitor is a network
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
	// Match is how long a match is played at least, even if another visitor wants to start
	// one.
	Match time.Duration
	// Proofs is the number of proofs that are made at a time, ProofTime how long each
	// may take. A proof counts as an engine as long as a page walks through it.
	Proofs    int
	ProofTime time.Duration
	// HashMiB and Threads are the maximum values of these options of an engine. EnginesMiB
	// returns the memory for them.
	HashMiB, Threads int
	// Games is the number of games of friends that are kept, GamesEach the number
	// that a visitor may begin within a day.
	Games, GamesEach int
	// Patience is how long an engine may take for the handshake, and for its
	// answer to stop.
	Patience time.Duration
}

// DefaultLimits returns limits for a small machine: 32 engines with tables of 32 MiB and one
// thread each. All of them may search at a time, because the operating system shares the
// processors fairly among processes.
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
		Match:              10 * time.Minute,
		Proofs:             2,
		ProofTime:          10 * time.Second,
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

// EnginesMiB returns the memory in MiB that the tables and threads of all engines of this
// program take together at most.
func (l *Limits) EnginesMiB() int { return l.Seats * (l.HashMiB + l.Threads*search.ThreadMiB) }

// MemoryMiB returns the memory in MiB that the server and all engines of this program take
// together at most, when the pages are open to visitors who do their worst.
func (l *Limits) MemoryMiB() int {
	const (
		serverMiB, visitorMiB = 32, 3 * visitorBacklog >> 20 // measured; with requests and garbage
		gameBytes             = 14_000                       // of a game of friends
	)
	visitors := (l.Connections + l.ConnectionsEach - 1) / l.ConnectionsEach
	return l.EnginesMiB() + serverMiB + visitors*visitorMiB + l.Games*gameBytes>>20
}
