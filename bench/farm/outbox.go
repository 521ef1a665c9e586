package farm

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	// mostSent is the number of results of a run that a worker may have on their way, and
	// mostSentBytes their size, unless there is only one.
	mostSent      = 32
	mostSentBytes = 64 << 20
)

// outbox has the results of a worker that the runner has not accepted yet. It sends each of them
// again and again. The runner asks for the rest of a large one part by part, so that the slowest link
// sets the pace.
type outbox struct {
	connection *nats.Conn
	subject    string // of the results, before JOB and TOKEN
	worker     string // its name
	mutex      sync.Mutex
	parcels    map[string]*parcel // by TOKEN
	bytes      int                // of all parcels
}

// parcel is a result that is on its way to the runner.
type parcel struct {
	job, subject string
	payload      []byte
	first, last  time.Time // its beginning was sent
	isLast       bool      // the job has no other result
}

// put sends a result. It waits while too many are on their way, or until ctx ends.
func (o *outbox) put(ctx context.Context, job string, result any) error {
	payload, err := json.Marshal(result)
	if err != nil {
		return err
	}
	if len(payload) > largestResult {
		return fmt.Errorf("a result of %d bytes; the maximum is %d", len(payload), largestResult)
	}
	token := rand.Text()
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for len(o.parcels) > 0 && (len(o.parcels) >= mostSent || o.bytes+len(payload) > mostSentBytes) {
		o.mutex.Unlock()
		err := pause(ctx, 10*time.Millisecond)
		if o.mutex.Lock(); err != nil {
			return err
		}
	}
	now := time.Now()
	p := &parcel{job: job, subject: o.subject + job + "." + token, payload: payload, first: now, last: now}
	o.parcels[token] = p
	o.bytes += len(payload)
	o.send(p, 0)
	return ctx.Err()
}

// send sends the part of a result that begins at an offset.
func (o *outbox) send(p *parcel, offset int) {
	header := nats.Header{hostHeader: {o.worker}}
	if len(p.payload) > largestPayload {
		header.Set(partHeader, fmt.Sprint(offset, " ", len(p.payload)))
	}
	part := p.payload[offset:min(offset+largestPayload, len(p.payload))]
	_ = o.connection.PublishMsg(&nats.Msg{Subject: p.subject, Data: part, Header: header}) // if it is lost, it is sent again
}

// answer sends the part that the runner asks for.
func (o *outbox) answer(asked partRequest) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if p := o.parcels[asked.Token]; p != nil && asked.Offset >= 0 && asked.Offset < len(p.payload) {
		o.send(p, asked.Offset)
	}
}

// taken forgets a result that the runner has accepted.
func (o *outbox) taken(token string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if p := o.parcels[token]; p != nil {
		o.bytes -= len(p.payload)
		delete(o.parcels, token)
	}
}

// finish notes that a job is done.
func (o *outbox) finish(job string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for _, p := range o.parcels {
		p.isLast = p.isLast || p.job == job
	}
}

// has reports whether the results of a job that is done are on their way.
func (o *outbox) has(job string) bool {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for _, p := range o.parcels {
		if p.job == job && p.isLast {
			return true
		}
	}
	return false
}

// repeat sends the results that may be lost again, at intervals that grow, or all of them.
func (o *outbox) repeat(now time.Time, all bool) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for _, p := range o.parcels {
		wait := min(max(takenWait, p.last.Sub(p.first)), longestTakenWait)
		if (all || now.Sub(p.last) > wait) && o.connection.IsConnected() {
			p.last = now
			o.send(p, 0)
		}
	}
}

// jobs returns the jobs of the results that are on their way, some of them repeatedly.
func (o *outbox) jobs() (jobs []string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	for _, p := range o.parcels {
		jobs = append(jobs, p.job)
	}
	return jobs
}
