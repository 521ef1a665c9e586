package messages

// The greeting: facts that a page needs before its first request.

import (
	"cathedral/cmd/internal/identity"
	"cathedral/engine"
	"cathedral/engine/record"
)

// Hello is the greeting.
type Hello struct {
	Version   string   `json:"version"`
	Buildings []kind   `json:"buildings"`
	Rules     []string `json:"rules"`
	Engines   []string `json:"engines"`
	Friends   bool     `json:"friends"` // whether games of friends are kept
	Push      string   `json:"push"`    // the key for notices of turns, "" if there are none
	Limits    Limits   `json:"limits"`
}

// Limits are the limits that a page needs to know. All are maximum values.
type Limits struct {
	Hash    int `json:"hash"`    // of an engine, in MiB
	Threads int `json:"threads"` // of an engine
	Seats   int `json:"seats"`   // of a page
	Message int `json:"message"` // length in bytes
	Matches int `json:"matches"` // of engines, at a time
}

// NewHello returns the greeting of a program with a version, which runs the
// engines with these names. The first is the default.
func NewHello(version string, engines []string, limits Limits) *Hello {
	h := &Hello{Version: version, Buildings: catalogue(), Engines: engines, Limits: limits}
	for _, set := range engine.RuleSets() {
		h.Rules = append(h.Rules, set.String())
	}
	return h
}

// WorkerHello returns the greeting of the page's own workers, which answer if it has no
// server. An engine has a worker of its own, with one thread and with memory of about 1.2
// times its table and 15 MiB.
func WorkerHello() *Hello {
	engines := []string{"cathedral", "greedy", "random"}
	return NewHello(identity.Version, engines, Limits{Hash: 32, Threads: 1, Seats: 4, Message: 1 << 20})
}

// FirstAnswers returns the first two answers that a page without a server wants: the greeting
// and the view of the usual start.
func FirstAnswers() Fields {
	return Fields{"hello": WorkerHello(), "view": lastView(record.New(engine.Start(engine.Rules{})))}
}
