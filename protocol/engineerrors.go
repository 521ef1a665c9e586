package protocol

// The ways in which an engine can fail its client. Each is a type of error, so
// that a match can tell what happened and need not guess.

import (
	"fmt"
	"strings"
	"time"
)

// SlowError reports an answer that came, but late.
type SlowError struct {
	Due     time.Duration // when it was due
	Elapsed time.Duration // when it came
}

// Overrun returns by how much the answer was late.
func (e *SlowError) Overrun() time.Duration { return e.Elapsed - e.Due }

func (e *SlowError) Error() string {
	return fmt.Sprintf("slow: answered after %s, %s too late", e.Elapsed.Round(time.Microsecond), e.Overrun().Round(time.Microsecond))
}

// SilentError reports an answer that did not come while it was waited for.
type SilentError struct {
	Awaited    string        // "bestmove", "readyok", ...
	Waited     time.Duration // for how long
	Unfinished string        // the beginning of a line that was never ended, if there is one
}

func (e *SilentError) Error() string {
	text := fmt.Sprintf("silent: no %s within %s", e.Awaited, e.Waited.Round(time.Millisecond))
	return text + unfinishedNote(e.Unfinished)
}

// CrashError reports that the process ended, or closed its input or output, when
// that was not asked for.
type CrashError struct {
	Awaited    string   // what was being waited for
	Status     string   // how it ended: "exit status 2", "signal: segmentation fault", ...
	LastWords  []string // the last lines of its standard error
	Unfinished string   // the beginning of a line that was never ended, if there is one
}

func (e *CrashError) Error() string {
	text := fmt.Sprintf("crashed: %s while %s was awaited", e.Status, e.Awaited) + unfinishedNote(e.Unfinished)
	if len(e.LastWords) > 0 {
		text += "; last words: " + strings.Join(e.LastWords, " / ")
	}
	return text
}

// NonsenseError reports a line that no engine may write.
type NonsenseError struct {
	Line   string // shortened
	Reason string
}

func (e *NonsenseError) Error() string {
	return fmt.Sprintf("nonsense: %s: %s", e.Reason, quoted(e.Line))
}

func unfinishedNote(line string) string {
	if line == "" {
		return ""
	}
	return " (in the middle of the line " + quoted(line) + ")"
}
