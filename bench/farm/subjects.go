package farm

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// The subjects. KEY is the public key that a worker connects with, or its name on a server
// without keys.
const (
	fromWorker = "cathedral.from." // KEY.VERB, KEY.VERB.RUN or KEY.result.RUN.JOB.TOKEN
	toWorker   = "cathedral.to."   // KEY.VERB, and the inboxes of the key

	beginSubject = "cathedral.begin" // a hint to workers: there is a new run
	stopSubject  = "cathedral.stop." // RUN; a hint to workers: it is over
	runsSubject  = "cathedral.run."  // RUN: the runner's answer to a look
)

// What workers say, in front of the RUN that it is about.
const (
	askVerb     = "ask"     // which runs are there? With a Status, without a RUN
	lookVerb    = "look"    // asks workers and runners what they know of workers; without a RUN
	statusVerb  = "status"  // a Status, for all who look; without a RUN
	nextVerb    = "next"    // a request for a job, answered by a handout
	workingVerb = "working" // the jobs that the worker is doing
	releaseVerb = "release" // the jobs that it gives back
	unfitVerb   = "unfit"   // why it cannot serve the run
	resultVerb  = "result"
)

const (
	// askPause is the time between two questions for runs of a worker that has none. One that
	// has a run hears of others, unless a message is lost, and asks rarely, because a
	// thousand that ask often are more work for the server than their results.
	askPause     = 2 * time.Second
	rareAskPause = time.Minute
	// jobWait is how long a worker waits for a job before it asks again. It is short because a server
	// that was restarted has forgotten the question.
	jobWait = 2 * time.Second
	// takenWait is how long a result waits for the runner's word that it has it. It is sent
	// again then, and after ever longer times, up to longestTakenWait.
	takenWait        = 5 * time.Second
	longestTakenWait = 30 * time.Second
)

// What the runner says.
const (
	runVerb   = "run"   // an announcement, which answers an ask
	partVerb  = "part"  // a partRequest
	takenVerb = "taken" // the TOKEN of a result that the run has accepted, or never will
)

// endedWord is the content of a stop by a run that needs no more results.
const endedWord = "ended"

// announcement describes a run to a worker.
type announcement struct {
	Run       string          `json:"run"`
	Kind      string          `json:"kind"`
	Needs     json.RawMessage `json:"needs"`
	Patience  time.Duration   `json:"patience"`
	Dismissed string          `json:"dismissed,omitempty"` // why the worker gets no more jobs
}

// handout gives a job to a worker.
type handout struct {
	Job     string          `json:"job"`
	Payload json.RawMessage `json:"payload"`
}

// hostHeader has the name that the worker of a result gives itself. Results without it are
// not counted.
const hostHeader = "Cathedral-Host"

// partHeader has where the part of a large result begins that a message has, and the size of the
// whole.
const partHeader = "Cathedral-Part"

// partRequest asks a worker for a part of a result.
type partRequest struct {
	Token  string `json:"token"`
	Offset int    `json:"offset"`
}

// resultSubjects returns the subjects of the results of a run; "*" is any run.
func resultSubjects(run string) string { return fromWorker + "*." + resultVerb + "." + run + ".*.*" }

// pause waits for some time, or until ctx ends, with ctx's error.
func pause(ctx context.Context, duration time.Duration) error {
	select {
	case <-time.After(duration):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// trySend sends v unless nobody receives and there is no room for it.
func trySend[value any](channel chan<- value, v value) {
	select {
	case channel <- v:
	default:
	}
}

// answerPause is the least time between two answers to the same question.
const answerPause = 250 * time.Millisecond

// answer calls do when something is asked, until ctx ends.
func answer(ctx context.Context, asked <-chan struct{}, do func()) {
	for {
		select {
		case <-asked:
			do()
			_ = pause(ctx, answerPause)
		case <-ctx.Done():
			return
		}
	}
}

// publish publishes what encoding/json can write. If it is lost, it is said or asked for again.
func publish(connection *nats.Conn, subject string, value any) {
	if text, err := json.Marshal(value); err == nil {
		_ = connection.Publish(subject, text)
	}
}

// flush waits until the server has what was published, for some time at most. FlushTimeout would
// share its timers with other connections, which tests in virtual time do not allow.
func flush(connection *nats.Conn, patience time.Duration) {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	_ = connection.FlushWithContext(ctx)
}

// identity returns the KEY of a connection that Connect made.
func identity(connection *nats.Conn) string {
	return strings.TrimPrefix(connection.Opts.InboxPrefix, toWorker)
}

// longestName is the number of characters of a worker's name.
const longestName = 100

// CleanName returns a name that can be part of a subject and of a line: it has a hyphen for
// every character but English letters and digits, and at most 100 of them.
func CleanName(name string) string {
	name = name[:min(len(name), longestName)]
	return strings.Map(func(r rune) rune {
		if r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, name)
}

const (
	// largestMessage is the size of a message in bytes; the results of a pair of games have
	// 5,000.
	largestMessage = 128 << 10
	// largestPayload is the size of a job, or of a part of a result, without what is around it.
	largestPayload = largestMessage - 1<<10
	// largestResult is the size of a result, which comes in parts.
	largestResult = 192 << 20
)
