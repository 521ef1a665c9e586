// Package farm does the jobs of a long run, such as the games of a match, on several machines. For
// the run each job is done once, even if runner and workers are killed at any time. A job whose worker
// is silent goes to another. A worker keeps its result until the run has accepted the whole, and what
// comes twice counts once.
//
// An operator who gives out keys trusts those machines. The farm sees only to it that worker and run agree
// about what is to be done (Kind.Check), and the run that a result can be one of its job (Accept,
// Verify). A job has at most 127 KiB, a result 192 MiB. A worker keeps results for a day if the run does
// not come back, and loses them when it is killed itself: then their jobs are done again.
//
// A [Run] lists its jobs and accepts their results. A [Carrier] has the jobs done: [Local] in this
// process, [Remote] by other machines, over NATS. A [Worker] knows [Kind]s of jobs, of which a [Task]
// is the usual one. On the side of the run, a [desk] has a [ledger] of who holds which job, and an
// [inbox] of results that wait; a worker has an [outbox]. MACHINES.md of package match is for users.
package farm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"time"

	"cathedral/engine/wording"
)

// Job is a piece of work that any worker of its kind can do.
type Job struct {
	ID      string // unique in the run; letters, digits and hyphens
	Payload any    // what encoding/json can write
}

// Result is one of the results of a job.
type Result struct {
	Job  string // its ID
	Host string // the name of the worker, as it says; "": this process
	// Key is the public key that delivered the result, as the server has authenticated it. A
	// server without keys knows a worker by its name alone. "" is this process.
	Key     string
	Payload json.RawMessage
	// Verified is what Run.Verify has returned.
	Verified any
}

// Work does the job with the given payload. It calls deliver with each result, which
// encoding/json can write, as soon as it is known. When ctx ends before the job is done,
// Work returns an error. Several goroutines may call it at the same time.
type Work func(ctx context.Context, payload json.RawMessage, deliver func(result any) error) error

// Kind is a kind of jobs that a worker can do.
type Kind struct {
	Name string // that of a Run
	// Check returns an error that says why this worker cannot do the jobs of a run with
	// the given Needs, or nil.
	Check func(needs json.RawMessage) error
	Work  Work
	// IsTimed says that time counts in the jobs: nothing else is to be done beside them.
	IsTimed bool
}

// CheckBuild returns an error if a worker's own build is not the one needed for a run.
func CheckBuild(needed, own string) error {
	if needed != own {
		return fmt.Errorf("the builds differ: this worker is %s, the run %.200q", own, needed)
	}
	return nil
}

// BuildNeeds are the Needs of a run whose workers must be of one build.
type BuildNeeds struct {
	Build string `json:"build"`
}

// CheckBuildNeeds returns the Check of a Kind whose runs have BuildNeeds, for a worker of
// the build own.
func CheckBuildNeeds(own string) func(needs json.RawMessage) error {
	return func(text json.RawMessage) error {
		var needs BuildNeeds
		if err := json.Unmarshal(text, &needs); err != nil {
			return err
		}
		return CheckBuild(needs.Build, own)
	}
}

// Run is a list of jobs to be done, with a function that takes their results.
type Run struct {
	Kind string // the name of a Kind
	// ID distinguishes the run from all others that a server may know; letters and digits.
	// A run that is continued by another process keeps it.
	ID    string
	Needs any // what its workers need, for Kind.Check; what encoding/json can write
	Jobs  iter.Seq[Job]
	// Accept takes one result at a time, in any order, and reports whether its job is now
	// done. A result can come twice. A RefusedError means that the job is not done;
	// ErrEnough and any other error end the run.
	Accept func(Result) (done bool, err error)
	// OnDemand says that a job is best chosen as late as possible: Jobs is asked for one when
	// a worker has the last.
	OnDemand bool
	// Verify, if not nil, verifies a result by the evidence that it carries, and returns what
	// Accept finds in Result.Verified. It may take long: up to AtOnce are verified at a time. A
	// RefusedError means that the job is not done; any other error ends the run.
	Verify func(context.Context, Result) (verified any, err error)
	AtOnce int // 1 if it is less
}

// RunID returns an ID of a run: the same for the same prefix, file and recipe, which is
// all that determines the run's jobs. path is "" if the run has no file.
func RunID(prefix, path string, recipe ...any) string {
	if absolute, err := filepath.Abs(path); path != "" && err == nil {
		path = absolute
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %#v", path, recipe))
	return prefix + hex.EncodeToString(sum[:8])
}

// FreshRunID returns an ID with a prefix that no other run has: that of a run whose jobs
// another process, which begins again, would not have.
func FreshRunID(prefix string) string { return fmt.Sprintf("%s%x", prefix, time.Now().UnixNano()) }

// ErrEnough ends a run that needs no more results.
var ErrEnough = errors.New("enough results")

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
	// Carry hands out the jobs of a run in their order. It returns nil when all of them are
	// done or Accept has had enough, the error of Accept, or ctx's error when ctx has ended.
	Carry(ctx context.Context, run Run) error
}

// Shown returns text, which comes from a worker, for a terminal.
func Shown(text string) string { return wording.Line(text, 500) }
