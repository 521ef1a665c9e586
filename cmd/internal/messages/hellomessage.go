package messages

// The greeting: facts that a page needs before its first request.

import "cathedral/engine"

// Hello is the greeting.
type Hello struct {
	Version   string   `json:"version"`
	Buildings []kind   `json:"buildings"`
	Rules     []string `json:"rules"`
	Engines   []string `json:"engines"`
	Friends   bool     `json:"friends"` // whether games of friends are kept
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
