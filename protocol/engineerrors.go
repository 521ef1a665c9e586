package protocol

// The ways in which an engine can fail its client. Each is an error type, so that
// a match can distinguish them.

import (
	"fmt"
	"strings"
	"time"

	"cathedral/engine/wording"
)

// SlowError reports an answer that came too late.
type SlowError struct {
	Due     time.Duration // the time allowed
	Elapsed time.Duration // the time taken
}

// Overrun returns how late the answer was.
func (e *SlowError) Overrun() time.Duration { return e.Elapsed - e.Due }

func (e *SlowError) Error() string {
	return fmt.Sprintf("slow: answered after %s, %s too late", e.Elapsed.Round(time.Microsecond), e.Overrun().Round(time.Microsecond))
}

// SilentError reports an answer that did not come before the client gave up.
type SilentError struct {
	Awaited    string        // "bestmove", "readyok", ...
	Waited     time.Duration // how long the client waited
	Unfinished string        // the beginning of an unterminated line; this and the next: "" if there is none
	Repetition string        // a bestmove since the question that only repeats the answer before
	Remark     string        // on the last line since the question that was not understood
}

func (e *SilentError) Error() string {
	return fmt.Sprintf("did not answer: no %s within %s", e.Awaited, e.Waited.Round(time.Millisecond)) + e.Trace()
}

// Trace returns the part of a message about what the engine has written instead, "" if that is
// nothing.
func (e *SilentError) Trace() string {
	switch {
	case e.Unfinished != "":
		return "; it left the line " + wording.Quoted(e.Unfinished) + " without an end"
	case e.Repetition != "":
		return "; it only repeated " + wording.Quoted(e.Repetition)
	case e.Remark != "":
		return "; " + e.Remark
	}
	return ""
}

// CrashError reports that the process ended, or closed its input or output,
// unasked.
type CrashError struct {
	Awaited    string   // "bestmove", "readyok", ...
	Status     string   // how it ended: "exit status 2", "signal: segmentation fault", ...
	LastWords  []string // the last lines of its standard error
	Unfinished string   // the beginning of an unterminated line, if there is one
}

func (e *CrashError) Error() string {
	text := fmt.Sprintf("crashed: %s while %s was awaited", e.Status, e.Awaited)
	if e.Unfinished != "" {
		text += " (in the middle of the line " + wording.Quoted(e.Unfinished) + ")"
	}
	if len(e.LastWords) > 0 {
		text += "; last words: " + strings.Join(e.LastWords, " / ")
	}
	return text
}

// NonsenseError reports a line that violates the protocol.
type NonsenseError struct {
	Line   string // shortened
	Reason string
}

func (e *NonsenseError) Error() string {
	return fmt.Sprintf("nonsense: %s: %s", e.Reason, wording.Quoted(e.Line))
}
