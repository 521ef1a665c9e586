package check

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Verdict says whether a step passed.
type Verdict uint8

const (
	Passed Verdict = iota
	Failed
	NotOffered // the engine lacks the feature that the step tests
	NotRun     // the first step, on which all others depend, failed
)

// String returns "passed", "FAILED", "not offered" or "not run".
func (v Verdict) String() string {
	return [...]string{"passed", "FAILED", "not offered", "not run"}[v]
}

// MarshalText returns the verdict's words in lower case.
func (v Verdict) MarshalText() ([]byte, error) {
	return []byte([...]string{"passed", "failed", "not offered", "not run"}[v]), nil
}

// Result is the verdict on a step, with its dialogue.
type Result struct {
	Group   string  `json:"group"`
	Name    string  `json:"name"`
	Verdict Verdict `json:"verdict"`
	Problem string  `json:"problem,omitempty"` // the fault, or the missing feature
	Remark  string  `json:"remark,omitempty"`  // a figure that a passed step measured
	// Dialogue holds the lines sent ("> isready"), the lines received ("< readyok")
	// and remarks ("! started"). Long dialogues lack their middle.
	Dialogue []string      `json:"dialogue"`
	Elapsed  time.Duration `json:"elapsed_ns"`
}

// step is a row of the table.
type step struct {
	group, name string
	// run returns an error if the engine misbehaves. It leaves the engine idle.
	run func(*conversation) error
	// A fresh step has an engine of its own and may leave it in any state. A raw
	// step is a fresh one that begins before the handshake, and one that starts
	// begins without an engine and starts it itself. The others share an engine.
	fresh, raw, starts bool
}

// String returns the group and the name.
func (s step) String() string { return s.group + ": " + s.name }

// Steps returns the groups and names of all steps, as "group: name", in the order in
// which they are run.
func Steps() []string {
	var names []string
	for _, step := range steps() {
		names = append(names, step.String())
	}
	return names
}

// CheckSelection returns an error that names a word of Options.Only or Options.Skip
// that is neither a group nor a part of a step's name.
func CheckSelection(only, skip []string) error {
	_, err := choose(steps(), only, skip)
	return err
}

// alwaysRun is the number of steps that every selection has: the handshake, and the
// discovery of what the engine offers.
const alwaysRun = 2

// choose returns the steps of a table that a word of only names, or all if it has no
// words, except those that a word of skip names. A word is the name of a group or a
// part of "group: name", in any case. An error names a word that no step has.
func choose(table []step, only, skip []string) ([]step, error) {
	chosen, err := named(table, only)
	if err != nil {
		return nil, err
	}
	skipped, err := named(table, skip)
	if err != nil {
		return nil, err
	}
	var left []step
	for i, step := range table {
		if i < alwaysRun || (len(only) == 0 || chosen[i]) && !skipped[i] {
			left = append(left, step)
		}
	}
	return left, nil
}

// named reports which steps of a table are named by words.
func named(table []step, words []string) ([]bool, error) {
	found := make([]bool, len(table))
	for _, word := range words {
		isGroup := slices.ContainsFunc(table, func(s step) bool { return strings.EqualFold(s.group, word) })
		known := false
		for i, step := range table {
			if isGroup && strings.EqualFold(step.group, word) || !isGroup && strings.Contains(strings.ToLower(step.String()), strings.ToLower(word)) {
				found[i], known = true, true
			}
		}
		if !known {
			return nil, fmt.Errorf("no step or group %q", word)
		}
	}
	return found, nil
}

// steps returns the table, in the order in which the steps are run.
func steps() []step {
	var table []step
	for _, group := range []struct {
		name  string
		steps []step
	}{
		{"handshake", handshakeSteps()},
		{"states", stateSteps()},
		{"search", searchSteps()},
		{"proof", proofSteps()},
		{"clock", clockSteps()},
		{"interruption", interruptionSteps()},
		{"pondering", ponderSteps()},
		{"rules", ruleSteps()},
		{"position", positionSteps()},
		{"bad input", badInputSteps()},
		{"memory", memorySteps()},
		{"ending", endingSteps()},
		{matchGroup, matchSteps()},
	} {
		for _, step := range group.steps {
			step.group = group.name
			table = append(table, step)
		}
	}
	return table
}
