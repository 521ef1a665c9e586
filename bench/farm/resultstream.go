package farm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

const (
	resultsStream = "CATHEDRAL_RESULTS"
	// largestStream is the size of the stream in bytes.
	largestStream = 512 << 20
	// longestStay is how long a result of a run that is never continued stays.
	longestStay = 7 * 24 * time.Hour
	// mostFailures is how often the server may fail to make the stream for a reason that passes.
	mostFailures = 5
)

// createStream creates the stream for results on some subjects, with replicas, and reports
// whether it did. One that exists keeps its settings, but for those without which results would be
// lost or acknowledged: the server publishes acknowledgements wherever a worker wants them. If the
// server is for one run alone, the stream of another one, which was given up, goes.
func createStream(ctx context.Context, js jetstream.JetStream, subjects string, alone bool, replicas int) (created bool, err error) {
	stream, err := js.Stream(ctx, resultsStream)
	if err == nil {
		present := stream.CachedInfo().Config
		if present.NoAck && slices.Equal(present.Subjects, []string{subjects}) {
			return false, nil
		}
		if !alone {
			present.NoAck, present.Subjects = true, []string{subjects}
			if _, err = js.UpdateStream(ctx, present); err != nil {
				err = fmt.Errorf("the stream %s needs the subjects %s and no acknowledgements: %w", resultsStream, subjects, err)
			}
			return false, err
		}
		err = js.DeleteStream(ctx, resultsStream)
	}
	if err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		return false, err
	}
	for failures := 0; ; {
		// A stream that somebody fills loses its oldest results, which workers send again. One that is
		// sent again takes the place of the first: the subject of each has its own token.
		stream, err = js.CreateStream(ctx, jetstream.StreamConfig{
			Name: resultsStream, Subjects: []string{subjects}, NoAck: true, Retention: jetstream.WorkQueuePolicy,
			Discard: jetstream.DiscardOld, MaxMsgsPerSubject: 1,
			MaxMsgSize: largestMessage, MaxBytes: largestStream, MaxAge: longestStay,
			Replicas: replicas,
		})
		// JSStorageResourcesExceededErr, JSStreamStoreFailedErr and JSClusterNoPeersErr of nats-server. The second
		// comes, among other reasons, while the server deletes the files of a stream of the same name, and the
		// third while a cluster does not know yet that its servers are there.
		const storeTooSmall, storeFailed, noPeers = 10047, 10049, 10005
		refused := new(jetstream.APIError)
		errors.As(err, &refused)
		switch {
		case err == nil && !isHeir(stream.CachedInfo()):
			return true, nil
		case err == nil:
			err = cmp.Or(js.DeleteStream(ctx, resultsStream), pause(ctx, recoveryPause))
		case (refused.ErrorCode == storeFailed || refused.ErrorCode == noPeers) && failures < mostFailures:
			failures++
			err = pause(ctx, recoveryPause)
		case refused.ErrorCode == storeTooSmall:
			return false, fmt.Errorf("the stream %s needs %d MiB, more than the server's JetStream has left: raise its max_file_store", resultsStream, largestStream>>20)
		}
		if err != nil {
			return false, fmt.Errorf("the stream %s is missing, and cannot be made: %w", resultsStream, err)
		}
	}
}

// isHeir reports whether a new stream has messages that are older than it: those of one that the
// server is deleting. It then deletes the files of both, and the new stream can keep nothing.
func isHeir(made *jetstream.StreamInfo) bool {
	return made.State.LastSeq > 0 && made.State.LastTime.Before(made.Created)
}

// removeRun removes the consumer of a run and its results from the stream.
func removeRun(ctx context.Context, js jetstream.JetStream, run string) error {
	stream, err := js.Stream(ctx, resultsStream)
	if err == nil {
		err = js.DeleteConsumer(ctx, resultsStream, run)
	}
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(resultSubjects(run)))
	}
	return err
}
