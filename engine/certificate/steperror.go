package certificate

import (
	"fmt"
	"strings"

	"cathedral/engine"
)

// Turn is what leads from one node of a proof to the next: a move, which may be a pass, Wait or
// LeaveOut.
type Turn engine.Move

// Wait is the turn of a side that passes although it may not. With LeaveOut, buildings are left out, and nobody moves.
const Wait, LeaveOut = Turn(engine.NoMove), Turn(engine.Pass + 1)

// String returns the notation of the move, "wait" or "without".
func (t Turn) String() string {
	switch t {
	case Wait:
		return "wait"
	case LeaveOut:
		return "without"
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
