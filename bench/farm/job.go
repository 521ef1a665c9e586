// Package farm hands out pieces of a long run, such as the games of a match, to workers
// and brings their results back. A [Run] is the list of jobs and a function that accepts
// results; a [Carrier] takes the jobs to workers. [Local] has its workers in this process;
// [Remote] takes jobs to other machines. A [Kind] is a worker's knowledge of
// jobs: a new kind is one file in the package that plays, proves or measures. Mostly it is
// a [Task], whose payloads and results have Go types, and its runs are [Series].
//
// Remote takes jobs to other machines by NATS. The run's own process, the runner, hands out the jobs. Every worker has a key, and the
// server lets it publish and receive only what has this key in its subject. It asks which
// runs there are, asks for a job, says now and then which jobs it is doing, and sends
// results. The runner notes who holds which job since when ([ledger]): one whose worker is
// silent, or takes far longer than others, goes to another. A worker keeps a result, and sends it
// again, until the runner says that it has been accepted. So nothing is lost when the server or the
// runner is killed, and a job in progress when a worker is. A result may come twice, and the run
// accepts it once.
//
// The runner answers a worker on subjects of its key alone, so nobody can have it publish for them
// elsewhere.
//
// [StartServer] starts a server in this process, [Remote] is the runner's side, [Hosted] both
// in one, and [Worker] that of the workers. A [Checked] run has results checked by doing their
// jobs again, and dismisses keys that lie. MACHINES.md of package match describes all this for
// users.
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
	Job    string // its ID
	Worker string // the name of the worker, as it says; "": this process
	// Key is the public key that delivered the result, as the server has authenticated it. A
	// server without keys knows a worker by its name alone. "" is this process.
	Key     string
	Payload json.RawMessage
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
	// Checks returns what is known of the results that were checked. It must not wait for a result.
	// nil: none are.
	Checks func() Checks
}

// Checks counts the results of other machines that are checked by doing their jobs again.
type Checks struct {
	Passed  int `json:"checks_passed"`
	Failed  int `json:"checks_failed"` // by keys that were dismissed for it
	Pending int `json:"checks_pending"`
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
