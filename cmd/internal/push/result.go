package push

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"cathedral/engine/wording"
)

// Outcome is what has become of a message.
type Outcome string

// The outcomes of messages.
const (
	Accepted Outcome = "accepted" // the push service passes it on
	Gone     Outcome = "gone"     // the browser takes no messages at this address any more
	Refused  Outcome = "refused"  // the push service does not take it from this server
	Later    Outcome = "later"    // it may be accepted another time
)

// Result is the outcome of a message, and the pause that the push service wants before the next try.
type Result struct {
	Outcome
	Pause time.Duration
}

// resultOf returns the result of an answer, or of an error in its place.
func resultOf(answer *http.Response, err error) Result {
	if err != nil {
		return Result{Outcome: Later}
	}
	switch answer.StatusCode {
	case http.StatusNotFound, http.StatusGone:
		return Result{Outcome: Gone}
	case http.StatusBadRequest, http.StatusUnauthorized, http.StatusForbidden:
		return Result{Outcome: Refused}
	}
	if answer.StatusCode/100 == 2 {
		return Result{Outcome: Accepted}
	}
	seconds, _ := strconv.ParseUint(answer.Header.Get("Retry-After"), 10, 16) // at most 18 hours
	return Result{Later, time.Duration(seconds) * time.Second}
}

// reason returns why a message has failed.
func reason(answer *http.Response, err error) string {
	if err == nil {
		return fmt.Sprintf("%d %s", answer.StatusCode, http.StatusText(answer.StatusCode))
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("no answer within %v", deadline)
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner
	}
	return err.Error()
}

// failures are the numbers of messages by the kinds of their failures, "" for none.
type failures map[string]int

// add adds a message. Visitors name hosts, so that few kinds are told apart.
func (f failures) add(kind string) {
	const mostKinds, mostLetters = 100, 100
	kind = wording.Line(kind, mostLetters)
	if _, known := f[kind]; !known && len(f) > mostKinds {
		kind = "other reasons"
	}
	f[kind]++
}

// report returns a sentence about the failures, or "" if there are none.
func (f failures) report() string {
	const mostTold = 3
	all, failed, told := 0, 0, []string{}
	for _, kind := range slices.SortedFunc(maps.Keys(f), func(a, b string) int { return f[b] - f[a] }) {
		all += f[kind]
		if kind != "" {
			failed += f[kind]
			told = append(told, fmt.Sprintf("%s (%d)", kind, f[kind]))
		}
	}
	if failed == 0 {
		return ""
	}
	return fmt.Sprintf("%d of the last %s of turns failed: %s.", failed, wording.Count(all, "notice"), strings.Join(told[:min(mostTold, len(told))], ", "))
}
