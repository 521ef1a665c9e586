package check

import "time"

// Verdict says whether a step passed.
type Verdict uint8

const (
	Passed Verdict = iota
	Failed
	NotOffered // the engine lacks the feature that the step tests
	NotRun     // the first step failed
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
	// step is a fresh one that begins before the handshake. The others share an
	// engine.
	fresh, raw bool
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
		{"clock", clockSteps()},
		{"interruption", interruptionSteps()},
		{"pondering", ponderSteps()},
		{"rules", ruleSteps()},
		{"position", positionSteps()},
		{"bad input", badInputSteps()},
		{"memory", memorySteps()},
		{"ending", endingSteps()},
	} {
		for _, step := range group.steps {
			step.group = group.name
			table = append(table, step)
		}
	}
	return table
}
