// Package remote takes jobs to workers on other machines by NATS JetStream, which keeps
// them until they are done and gives them to another worker if one disappears.
//
// Jobs and results are messages of two work-queue streams. A run is a durable consumer of
// the stream of jobs, whose metadata has the run's needs. A job stays in the stream until a
// worker has acknowledged it, which the worker does after the server has stored all results;
// until then it reports regularly that it is working. A result stays until the run has
// accepted it. So nothing is lost when a worker, the server or the run is killed. A result
// may come twice, and the run accepts it once.
//
// [StartServer] starts a server in this process, [Carrier] is the side of the run, and
// [Worker] that of the workers. MACHINES.md of package match describes it for users.
package remote

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	jobsStream    = "CATHEDRAL_JOBS"
	resultsStream = "CATHEDRAL_RESULTS"

	jobsSubject    = "cathedral.jobs."    // RUN.JOB
	resultsSubject = "cathedral.results." // RUN.JOB.IDENTITY, see identity
	beginSubject   = "cathedral.begin"    // there is a new run
	stopSubject    = "cathedral.stop."    // RUN: its jobs are withdrawn
	statusSubject  = "cathedral.workers"  // a request that every worker answers with its Status
	dismissSubject = "cathedral.dismiss." // IDENTITY: the worker gets no more jobs

	// The keys of the metadata of a run's consumer.
	kindKey  = "cathedral.kind"
	needsKey = "cathedral.needs"

	// workerHeader has the name of the worker of a result, as the worker says it.
	workerHeader = "Cathedral-Worker"

	// publishWait is how long a job or a result waits for the server's word that it is
	// stored. If a restart of the server has swallowed it, it is sent again then.
	publishWait = 5 * time.Second
)

// identity returns the name by which a run knows a worker: the public key that it connects
// with, which the server lets nobody else use, or else the name that it gives itself.
func identity(worker *Worker) string { return cmp.Or(worker.Connection.Opts.Nkey, worker.Name) }

// CleanName returns a name that can be part of a subject and of a line: it has a hyphen for
// every character but English letters and digits.
func CleanName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '-'
	}, name)
}

const (
	// mostOffered is the number of jobs that a run offers before they are done. It bounds
	// the number of workers that can be busy.
	mostOffered = 10_000
	// mostWaiting is the number of workers that can wait for a job of one run.
	mostWaiting = 20_000
	// largestMessage is the size of a job or result in bytes; a pair of games has 5,000.
	largestMessage = 128 << 10
	// largestStream is the size of a stream in bytes.
	largestStream = 2 << 30
	// longestStay is how long a message of a run that is never continued stays.
	longestStay = 7 * 24 * time.Hour
)

// createStreams creates the streams, unless the server has them.
func createStreams(ctx context.Context, js jetstream.JetStream) error {
	for _, config := range []jetstream.StreamConfig{
		// The subject is the identity of a job: the stream refuses a job that it has.
		{Name: jobsStream, Subjects: []string{jobsSubject + "*.*"}, MaxMsgsPerSubject: 1, DiscardNewPerSubject: true},
		{Name: resultsStream, Subjects: []string{resultsSubject + "*.*.*"}},
	} {
		config.Retention, config.Discard = jetstream.WorkQueuePolicy, jetstream.DiscardNew
		config.MaxMsgSize, config.MaxBytes, config.MaxAge = largestMessage, largestStream, longestStay
		if _, err := js.CreateOrUpdateStream(ctx, config); err != nil {
			return err
		}
	}
	return nil
}

// streamFault is the error code of JetStream for a message that a stream does not take.
const streamFault = 10077

// isOffered reports whether the stream of jobs has refused a job because it has it.
func isOffered(err error) bool {
	var fault *jetstream.APIError
	return errors.As(err, &fault) && fault.ErrorCode == streamFault && fault.Description == "maximum messages per subject exceeded"
}
