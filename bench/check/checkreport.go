package check

import (
	"fmt"
	"strings"
	"time"
)

// Report holds the results of all steps.
type Report struct {
	Engine string   `json:"engine"` // its id name
	Steps  []Result `json:"steps"`
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
	row := fmt.Sprintf("%-11s  %-12s  %-56s %6d ms  %s", r.Verdict, r.Group, r.Name, r.Elapsed.Round(time.Millisecond).Milliseconds(), r.Problem)
	return strings.TrimRight(row, " ")
}

// Summary returns the dialogue of each failed step, and the number of steps with
// each verdict.
func (r *Report) Summary() string {
	var text strings.Builder
	for _, step := range r.Steps {
		if step.Verdict == Failed {
			fmt.Fprintf(&text, "%s: %s: %s\n", step.Group, step.Name, step.Problem)
			for _, line := range step.Dialogue {
				fmt.Fprintf(&text, "    %s\n", line)
			}
			text.WriteString("\n")
		}
	}
	fmt.Fprintf(&text, "%s: %d passed, %d failed, %d not offered", r.name(), r.Count(Passed), r.Count(Failed), r.Count(NotOffered))
	if notRun := r.Count(NotRun); notRun > 0 {
		fmt.Fprintf(&text, ", %d not run", notRun)
	}
	text.WriteString("\n")
	return text.String()
}

// String returns the table of results and the summary.
func (r *Report) String() string {
	var text strings.Builder
	for _, step := range r.Steps {
		fmt.Fprintln(&text, step)
	}
	text.WriteString("\n" + r.Summary())
	return text.String()
}

func (r *Report) name() string {
	if r.Engine == "" {
		return "The engine"
	}
	return shorten(r.Engine)
}
