package check

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"cathedral/engine/wording"
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
	Dialogue []string `json:"dialogue"`
	Time     int64    `json:"time_ms"`
}

// Report holds the results of all steps.
type Report struct {
	Engine string   `json:"engine"` // its id name
	Steps  []Result `json:"steps"`
	// Ready reports whether the engine can play matches without forfeiting games: it
	// shakes hands and has passed the steps of the group match. Otherwise Missing has the
	// reasons.
	Ready   bool     `json:"ready_for_matches"`
	Missing []string `json:"missing"`
}

// judgeReadiness sets Ready and Missing.
func (r *Report) judgeReadiness() {
	r.Missing = []string{} // [] in JSON, not null
	played := false
	for i, step := range r.Steps {
		if step.Verdict == Failed && (i == 0 || step.Group == matchGroup) {
			r.Missing = append(r.Missing, step.Name+": "+step.Problem)
		}
		played = played || step.Group == matchGroup && step.Verdict != NotRun
	}
	if !played && len(r.Missing) == 0 {
		r.Missing = append(r.Missing, "the steps of the group "+matchGroup+" were not run")
	}
	r.Ready = len(r.Missing) == 0
}

// Count returns the number of steps with the given verdict.
func (r *Report) Count(verdict Verdict) int {
	count := 0
	for _, step := range r.Steps {
		if step.Verdict == verdict {
			count++
		}
	}
	return count
}

// Conforms reports whether all steps were run and none failed.
func (r *Report) Conforms() bool { return r.Count(Failed) == 0 && r.Count(NotRun) == 0 }

// String returns the result as a row of the report's table.
func (r Result) String() string {
	row := fmt.Sprintf("%-11s  %-12s  %-56s %6d ms  %s", r.Verdict, r.Group, r.Name, r.Time, r.Problem+r.Remark)
	return strings.TrimRight(row, " ")
}

// Summary returns each problem with the dialogue of the first step that has it and
// the names of the others, the number of steps with each verdict, and the Conclusion if the
// engine conforms.
func (r *Report) Summary() string {
	var text strings.Builder
	for i, step := range r.Steps {
		hasProblem := func(s Result) bool { return s.Verdict == Failed && cause(s.Problem) == cause(step.Problem) }
		if step.Verdict != Failed || slices.ContainsFunc(r.Steps[:i], hasProblem) {
			continue
		}
		fmt.Fprintf(&text, "%s: %s: %s\n", step.Group, step.Name, step.Problem)
		for _, line := range step.Dialogue {
			fmt.Fprintf(&text, "    %s\n", line)
		}
		for _, other := range r.Steps[i+1:] {
			if hasProblem(other) {
				fmt.Fprintf(&text, "  also: %s: %s\n", other.Group, other.Name)
			}
		}
		text.WriteString("\n")
	}
	fmt.Fprintf(&text, "%s: %d passed, %d failed, %d not offered", cmp.Or(shorten(r.Engine), "The engine"), r.Count(Passed), r.Count(Failed), r.Count(NotOffered))
	if notRun := r.Count(NotRun); notRun > 0 {
		fmt.Fprintf(&text, ", %d not run", notRun)
	}
	text.WriteString("\n")
	if conclusion := r.Conclusion(); r.Conforms() {
		fmt.Fprintf(&text, "%s%s.\n", strings.ToUpper(conclusion[:1]), conclusion[1:])
	}
	return text.String()
}

// Conclusion says whether the engine is ready for matches, and how many steps failed besides
// those that decide about that.
func (r *Report) Conclusion() string {
	text := "ready for matches"
	if !r.Ready {
		text = "not ready for matches: " + strings.Join(r.Missing, "; ")
	}
	others := 0
	for i, step := range r.Steps {
		if step.Verdict == Failed && i > 0 && step.Group != matchGroup {
			others++
		}
	}
	if others > 0 {
		text += fmt.Sprintf("; %s failed", wording.Count(others, "other step"))
	}
	return text
}

// cause returns a problem without the position in which it came up.
func cause(problem string) string {
	before, _, _ := strings.Cut(problem, " (position ")
	return before
}
