package check

import "time"

// Verdict is what became of a step.
type Verdict uint8

const (
	Passed Verdict = iota
	Failed
	NotOffered // the engine lacks what the step is about
	NotRun     // the step could not be tried
)

// String returns "passed", "FAILED", "not offered" or "not run".
func (v Verdict) String() string {
	return [...]string{"passed", "FAILED", "not offered", "not run"}[v]
}

// MarshalText writes the verdict as its words, in small letters.
func (v Verdict) MarshalText() ([]byte, error) {
	return []byte([...]string{"passed", "failed", "not offered", "not run"}[v]), nil
}

// Result is what became of a step, and what was said in it.
type Result struct {
	Group   string  `json:"group"`
	Name    string  `json:"name"`
	Verdict Verdict `json:"verdict"`
	Problem string  `json:"problem,omitempty"` // what is wrong, or what is not offered
	// Dialogue has what was sent ("> isready") and what came back ("< readyok"),
	// and remarks ("! started"). Long dialogues lack their middle.
	Dialogue []string      `json:"dialogue"`
	Elapsed  time.Duration `json:"elapsed_ns"`
}

// step is a row of the table.
type step struct {
	group, name string
	// run returns what is wrong with the engine, nil when nothing is. It leaves
	// the engine idle.
	run func(*conversation) error
	// fresh steps have an engine of their own, and may leave it in any state; raw
	// ones among them begin before the handshake. The others share one.
	fresh, raw bool
}

// steps returns the table, in the order in which it is worked off.
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
