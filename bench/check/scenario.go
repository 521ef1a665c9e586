package check

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Scenario is a step: a short conversation with an engine, as SCENARIOS.md describes it.
type Scenario struct {
	Group, Name string

	text  string // with its header and the lists of its file
	start start
	body  []action

	patience  time.Duration // 0: that of the check
	attention int           // how many times longer to listen for what must not come; 0: once
}

// String returns the group and the name.
func (s Scenario) String() string { return s.Group + ": " + s.Name }

// Text returns the lines of the scenario, which ParseScenarios can read.
func (s Scenario) Text() string { return s.text }

// start says which engine a scenario talks to.
type start uint8

const (
	shared start = iota // the one that other scenarios talk to as well
	fresh               // one of its own, after the handshake
	unmet               // one of its own, before the handshake
	itself              // the scenario starts engines itself, for a match
)

// action carries out a statement. It returns an error if the engine misbehaves.
type action func(*conversation) error

//go:embed scenarios
var scenarioFiles embed.FS

// Builtin returns the scenarios of `cathedral check`, in the order in which they are run.
func Builtin() []Scenario {
	var all []Scenario
	for _, group := range []string{
		"handshake", "states", "search", "proof", "clock", "interruption", "pondering", "rules", "position", "bad input", "memory", "ending", matchGroup,
	} {
		path := "scenarios/" + strings.ReplaceAll(group, " ", "") + ".txt"
		text, err := scenarioFiles.ReadFile(path)
		if err != nil {
			panic(err)
		}
		scenarios, err := ParseScenarios(group, string(text))
		if err != nil {
			panic(fmt.Errorf("%s: %w", path, err)) // a test reads all of them
		}
		all = append(all, scenarios...)
	}
	return all
}

// introduction is the number of scenarios that are always run: the handshake, and the
// discovery of the features that the engine offers.
const introduction = 2

// Select returns the scenarios that a word of only names, or all if it has no words,
// except those that a word of skip names. A word is the name of a group or a part of
// "group: name", in any case. An error names a word that no scenario has.
func Select(scenarios []Scenario, only, skip []string) ([]Scenario, error) {
	chosen, err := named(scenarios, only)
	if err != nil {
		return nil, err
	}
	skipped, err := named(scenarios, skip)
	if err != nil {
		return nil, err
	}
	var left []Scenario
	for i, scenario := range scenarios {
		if (len(only) == 0 || chosen[i]) && !skipped[i] {
			left = append(left, scenario)
		}
	}
	return left, nil
}

// named reports which scenarios are named by words.
func named(scenarios []Scenario, words []string) ([]bool, error) {
	found := make([]bool, len(scenarios))
	for _, word := range words {
		isNamed := func(s Scenario) bool { return strings.EqualFold(s.Group, word) }
		if !slices.ContainsFunc(scenarios, isNamed) {
			isNamed = func(s Scenario) bool { return strings.Contains(strings.ToLower(s.String()), strings.ToLower(word)) }
		}
		if !slices.ContainsFunc(scenarios, isNamed) {
			return nil, fmt.Errorf("no step or group %q", word)
		}
		for i, scenario := range scenarios {
			found[i] = found[i] || isNamed(scenario)
		}
	}
	return found, nil
}
