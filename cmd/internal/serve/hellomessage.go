package serve

// The greeting: facts that a page needs before its first request.

import "cathedral/engine"

// hello is the greeting.
type hello struct {
	Version   string      `json:"version"`
	Buildings []kind      `json:"buildings"`
	Rules     []string    `json:"rules"`
	Engines   []string    `json:"engines"`
	Limits    helloLimits `json:"limits"`
}

// helloLimits are the limits that a page needs to know.
type helloLimits struct {
	Hash    int `json:"hash"`
	Threads int `json:"threads"`
	Seats   int `json:"seats"`
	Message int `json:"message"`
}

func newHello(config *Config) *hello {
	limits := &config.Limits
	h := &hello{
		Version:   config.Version,
		Buildings: catalogue(),
		Limits:    helloLimits{limits.HashMiB, limits.Threads, limits.SeatsPerConnection, limits.MessageBytes},
	}
	for _, set := range engine.RuleSets() {
		h.Rules = append(h.Rules, set.String())
	}
	for i := range config.Engines {
		h.Engines = append(h.Engines, config.Engines[i].Name)
	}
	return h
}
