// Package jobs hands out pieces of a long run, such as the games of a match, to workers
// and brings their results back. A [Run] is the list of jobs and a function that accepts
// results; a [Carrier] takes the jobs to workers. [Local] has its workers in this process.
package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
)

// Job is a piece of work that any worker of its kind can do.
type Job struct {
	ID      string // unique in the run; letters, digits and hyphens
	Payload any    // what encoding/json can write
}

// Result is one of the results of a job.
type Result struct {
	Job     string // its ID
	Worker  string // the name of the worker; "": this process
	Payload json.RawMessage
}

// Work does the job with the given payload. It calls deliver with each result, which
// encoding/json can write, as soon as it is known. When ctx ends before the job is done,
// Work returns an error. Several goroutines may call it at the same time.
type Work func(ctx context.Context, payload json.RawMessage, deliver func(result any) error) error

// Run is a list of jobs to be done and what becomes of their results.
type Run struct {
	Jobs iter.Seq[Job]
	// Accept takes one result at a time, in any order, and reports whether its job is now
	// done. A result can come twice. A RefusedError means that the job is not done; any
	// other error ends the run.
	Accept func(Result) (done bool, err error)
}

// RefusedError is a result that cannot be what an honest worker makes of its job.
type RefusedError struct{ Reason error }

// Error returns the reason.
func (e *RefusedError) Error() string { return e.Reason.Error() }

// Unwrap returns the reason.
func (e *RefusedError) Unwrap() error { return e.Reason }

// Refuse returns a RefusedError whose reason has the given format.
func Refuse(format string, arguments ...any) error {
	return &RefusedError{fmt.Errorf(format, arguments...)}
}

// Carrier takes jobs to workers and brings back their results.
type Carrier interface {
	// Carry hands out the jobs of a run in their order. It returns when all of them are
	// done, when Accept fails, with that error, or when ctx has ended, with its error.
	Carry(ctx context.Context, run Run) error
}
