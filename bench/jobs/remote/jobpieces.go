package remote

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
)

// A payload that is too large for a message comes in pieces. The worker that has the job
// asks for one at a time, so that the slowest link sets the pace, and compares the sum of the
// whole. Large results need no such requests: they are sent as several results of a job.

// newHandout returns the handout of a job.
func newHandout(id string, payload []byte) handout {
	if len(payload) <= largestPayload {
		return handout{Job: id, Payload: payload}
	}
	sum := sha256.Sum256(payload)
	return handout{Job: id, Size: len(payload), Sum: sum[:]}
}

// pieceRequest asks for the bytes of a job's payload from an offset on.
type pieceRequest struct {
	Job    string `json:"job"`
	Offset int    `json:"offset"`
}

// piece returns the piece that a key asks for, or nil if it does not have the job.
func (l *ledger) piece(key string, text []byte) []byte {
	var asked pieceRequest
	if json.Unmarshal(text, &asked) != nil {
		return nil
	}
	o := l.jobs[asked.Job]
	if o == nil || o.holders[key] == nil || asked.Offset < 0 || asked.Offset >= len(o.payload) {
		return nil
	}
	return o.payload[asked.Offset:min(len(o.payload), asked.Offset+largestPayload)]
}

// fetch asks for the payload of a job that comes in pieces.
func (s *service) fetch(run *servedRun, job *handout) error {
	if job.Size > largestJob {
		return fmt.Errorf("its payload has %d bytes; the maximum is %d", job.Size, largestJob)
	}
	var payload []byte
	for len(payload) < job.Size {
		text, err := json.Marshal(pieceRequest{job.Job, len(payload)})
		if err != nil {
			return err
		}
		asking, stop := context.WithTimeout(run.ctx, takenWait)
		answer, err := s.Connection.RequestWithContext(asking, fromWorker+s.key+"."+pieceVerb+"."+run.Run, text)
		stop()
		switch {
		case run.ctx.Err() != nil:
			return run.ctx.Err()
		case err != nil: // the runner or the server is unreachable
			if err := pause(run.ctx, connectPause); err != nil {
				return err
			}
		case len(answer.Data) == 0:
			return errors.New("the run has given it to others")
		default:
			payload = append(payload, answer.Data...)
		}
	}
	if sum := sha256.Sum256(payload); job.Size > 0 && !bytes.Equal(sum[:], job.Sum) {
		return errors.New("its payload does not have the announced sum")
	}
	if job.Size > 0 {
		job.Payload = payload
	}
	return nil
}
