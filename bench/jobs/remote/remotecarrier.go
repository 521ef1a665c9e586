package remote

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"cathedral/bench/jobs"
)

// Carrier takes jobs to the workers of a NATS server. It implements jobs.Carrier.
type Carrier struct {
	Connection *nats.Conn
	// Alone says that the server has no other runs, so that their remains, as of
	// a run that was killed and given up, can be removed.
	Alone bool
	// Notice is called with remarks about workers and the server, possibly several at a time.
	Notice func(text string)
	// Patience is the time after which a worker that says nothing is gone, and its job is
	// given to another. Workers say three times as often that they are working.
	Patience time.Duration
}

const (
	// mostRefused is the number of refused results after which a worker is dismissed.
	mostRefused = 3
	// mostNamed is the number of workers that are named for refused results. A client
	// without a key can give itself any number of names.
	mostNamed = 1_000
)

// dispatch is a run in progress.
type dispatch struct {
	*Carrier
	run     jobs.Run
	js      jetstream.JetStream
	room    chan struct{}  // one for each job that is offered
	refused map[string]int // results by the identities of their workers
	mutex   sync.Mutex     // of what follows
	offers  map[string]*offer
	order   []string // the IDs of the offers, oldest first, and of some that are done
}

// offer is a job that is not done.
type offer struct {
	payload []byte
	since   time.Time // it was given to the server
}

// Carry implements jobs.Carrier. When the run ends, its jobs are withdrawn and workers
// stop. After an error the results that the run has not accepted stay, so that it can be
// continued.
func (c *Carrier) Carry(ctx context.Context, run jobs.Run) (err error) {
	d := &dispatch{
		Carrier: c, run: run, room: make(chan struct{}, mostOffered),
		refused: map[string]int{}, offers: map[string]*offer{},
	}
	if d.js, err = jetstream.New(c.Connection); err != nil {
		return err
	}
	results, err := d.begin(ctx)
	if err != nil {
		return err
	}
	defer results.Stop()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if err = d.exchange(ctx, results); errors.Is(err, jobs.ErrEnough) {
		err = nil
	}
	d.end(err == nil)
	return err
}

// begin creates the streams and the consumers of the run, or finds those of an earlier
// process. It returns the results that come in.
func (d *dispatch) begin(ctx context.Context) (jetstream.MessagesContext, error) {
	if err := createStreams(ctx, d.js); err != nil {
		return nil, err
	}
	if d.Alone {
		if err := d.removeOthers(ctx); err != nil {
			return nil, err
		}
	}
	results, err := d.js.CreateOrUpdateConsumer(ctx, resultsStream, jetstream.ConsumerConfig{
		Durable: d.run.ID, FilterSubject: resultsSubject + d.run.ID + ".>", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: d.Patience, // for results that were on their way when the connection was lost
	})
	if err != nil {
		return nil, err
	}
	needs, err := json.Marshal(d.run.Needs)
	if err != nil {
		return nil, err
	}
	_, err = d.js.CreateOrUpdateConsumer(ctx, jobsStream, jetstream.ConsumerConfig{
		Durable: d.run.ID, FilterSubject: jobsSubject + d.run.ID + ".*", AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: d.Patience, MaxAckPending: mostOffered, MaxWaiting: mostWaiting,
		Metadata: map[string]string{kindKey: d.run.Kind, needsKey: string(needs)},
	})
	if err != nil {
		return nil, err
	}
	if err := d.Connection.Publish(beginSubject, nil); err != nil {
		return nil, err
	}
	// A server that was restarted has forgotten the request for results. Two missing
	// heartbeats reveal that.
	return results.Messages(jetstream.PullMaxMessages(256), jetstream.PullExpiry(10*time.Second), jetstream.PullHeartbeat(2*time.Second))
}

// removeOthers removes the remains of other runs.
func (d *dispatch) removeOthers(ctx context.Context) error {
	for _, name := range []string{jobsStream, resultsStream} {
		stream, err := d.js.Stream(ctx, name)
		if err != nil {
			return err
		}
		names := stream.ConsumerNames(ctx)
		for other := range names.Name() {
			if other != d.run.ID {
				err = errors.Join(err, d.remove(ctx, name, other))
			}
		}
		if err := errors.Join(err, names.Err()); err != nil {
			return err
		}
	}
	return nil
}

// remove removes the consumer of a run and its messages from a stream.
func (d *dispatch) remove(ctx context.Context, name, run string) error {
	subject := map[string]string{jobsStream: jobsSubject, resultsStream: resultsSubject}[name] + run + ".>"
	stream, err := d.js.Stream(ctx, name)
	if err == nil {
		err = d.js.DeleteConsumer(ctx, name, run)
	}
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(subject))
	}
	return err
}

// end withdraws the jobs and sends workers the message to stop. whole says that more results
// are of no use.
func (d *dispatch) end(whole bool) {
	ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
	defer stop()
	// A server that does not answer forgets the run by itself: see longestStay.
	_ = d.remove(ctx, jobsStream, d.run.ID)
	if whole {
		_ = d.remove(ctx, resultsStream, d.run.ID)
	}
	_ = d.Connection.Publish(stopSubject+d.run.ID, nil)
	_ = d.Connection.FlushWithContext(ctx)
}

// exchange offers the jobs and accepts the results until all jobs are done.
func (d *dispatch) exchange(ctx context.Context, results jetstream.MessagesContext) error {
	offered := make(chan error, 1)
	go func() { offered <- d.offerAll(ctx) }()
	arrived := make(chan jetstream.Msg)
	go func() {
		for {
			message, err := results.Next(jetstream.NextContext(ctx))
			switch {
			case err == nil:
				select {
				case arrived <- message:
				case <-ctx.Done():
					return
				}
			case ctx.Err() != nil || errors.Is(err, jetstream.ErrMsgIteratorClosed):
				return
			}
		}
	}()
	again := time.NewTicker(d.Patience)
	defer again.Stop()
	all := false // the jobs are offered
	for !all || !d.isDone() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-offered:
			if all = true; err != nil {
				return err
			}
		case message := <-arrived:
			if err := d.accept(message); err != nil {
				return err
			}
		case <-again.C:
			d.offerAgain(ctx)
		}
	}
	return nil
}

func (d *dispatch) isDone() bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return len(d.offers) == 0
}

// offerAll offers all jobs in their order, as far as there is room for them.
func (d *dispatch) offerAll(ctx context.Context) error {
	for job := range d.run.Jobs {
		payload, err := json.Marshal(job.Payload)
		if err != nil {
			return err
		}
		if len(payload) > largestMessage {
			return fmt.Errorf("job %s has %d bytes; the maximum is %d", job.ID, len(payload), largestMessage)
		}
		select {
		case d.room <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		d.mutex.Lock()
		d.offers[job.ID] = &offer{payload, time.Now()}
		d.order = append(d.order, job.ID)
		d.mutex.Unlock()
		reported := false
		for err := d.offer(ctx, job.ID, payload); err != nil; err = d.offer(ctx, job.ID, payload) {
			if !reported && ctx.Err() == nil && d.Connection.IsConnected() {
				d.Notice(fmt.Sprintf("the server does not take job %s: %v", job.ID, err))
				reported = true
			}
			if err := pause(ctx, time.Second); err != nil {
				return err
			}
		}
	}
	return nil
}

// offer gives the server a job, which it may have already.
func (d *dispatch) offer(ctx context.Context, id string, payload []byte) error {
	ctx, stop := context.WithTimeout(ctx, publishWait)
	defer stop()
	_, err := d.js.Publish(ctx, jobsSubject+d.run.ID+"."+id, payload)
	if isOffered(err) {
		return nil
	}
	return err
}

// offerAgain offers the oldest jobs again, in case a worker has acknowledged one of them
// without a result that was accepted.
func (d *dispatch) offerAgain(ctx context.Context) {
	const oldest = 100
	again := map[string][]byte{}
	d.mutex.Lock()
	for len(d.order) > 0 && d.offers[d.order[0]] == nil {
		d.order = d.order[1:]
	}
	for _, id := range d.order[:min(oldest, len(d.order))] {
		if o := d.offers[id]; o != nil && time.Since(o.since) > d.Patience {
			again[id] = o.payload
		}
	}
	d.mutex.Unlock()
	for id, payload := range again {
		if d.offer(ctx, id, payload) != nil {
			return // the server is unreachable
		}
	}
}

// accept hands a result to the run and acknowledges it. A result whose acknowledgement is
// lost comes again.
func (d *dispatch) accept(message jetstream.Msg) error {
	name := CleanName(message.Headers().Get(workerHeader))
	job, identity, _ := strings.Cut(strings.TrimPrefix(message.Subject(), resultsSubject+d.run.ID+"."), ".")
	if d.refused[identity] < mostRefused {
		done, err := d.run.Accept(jobs.Result{Job: job, Worker: name, Key: identity, Payload: message.Data()})
		var refused *jobs.RefusedError
		switch {
		case errors.As(err, &refused):
			d.refuse(name, identity, refused)
		case err != nil:
			return err
		case done:
			d.finish(job)
		}
	}
	_ = message.Ack()
	return nil
}

// finish notes that a job is done.
func (d *dispatch) finish(job string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.offers[job] != nil {
		delete(d.offers, job)
		<-d.room
	}
}

// refuse counts a refused result of a worker and dismisses the worker after the last one
// that it is forgiven. The jobs are offered again.
func (d *dispatch) refuse(name, identity string, refused *jobs.RefusedError) {
	if d.refused[identity] == 0 && len(d.refused) >= mostNamed {
		return
	}
	d.refused[identity]++
	if identity != name {
		name += " (" + identity + ")"
	}
	text := fmt.Sprintf("worker %s sent a false result: %v", name, refused)
	if d.refused[identity] == mostRefused {
		text += fmt.Sprintf(". After %d of them the worker is dismissed", mostRefused)
		_ = d.Connection.Publish(dismissSubject+identity, []byte(refused.Error()))
	}
	d.Notice(text)
}
