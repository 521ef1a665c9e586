package certificate

import (
	"fmt"
	"strings"

	"cathedral/engine"
)

// Turn is a side's turn in a proof: a move, which may be a pass, or
// Wait.
type Turn engine.Move

// Wait is the turn of a side that passes although it may not.
const Wait = Turn(engine.NoMove)

// String returns the notation of the move, or "wait".
func (t Turn) String() string {
	if t == Wait {
		return "wait"
	}
	return engine.Move(t).String()
}

// StepError is the error of a certificate with a step that does not follow, or with
// something that is not a step.
type StepError struct {
	Claim  int    // its number, counted from 1; 0 outside of claims
	Offset int64  // the place in the file, counted in bytes from 0
	Line   []Turn // from the position of the claim to that of the node
	Reason string
}

// Error returns the place of the step and the reason why it does not follow.
func (e *StepError) Error() string {
	var text strings.Builder
	if e.Claim > 0 {
		fmt.Fprintf(&text, "claim %d, ", e.Claim)
	}
	fmt.Fprintf(&text, "byte %d", e.Offset)
	for i, turn := range e.Line {
		if i == 0 {
			text.WriteString(", after")
		}
		fmt.Fprintf(&text, " %s", turn)
	}
	fmt.Fprintf(&text, ": %s", e.Reason)
	return text.String()
}
