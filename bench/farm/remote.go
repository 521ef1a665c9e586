package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Remote is a carrier that takes jobs to the workers of a NATS server.
type Remote struct {
	Connection *nats.Conn // by Connect or Server.Connect
	// Notice is called with remarks about workers and the server, possibly several at a time.
	Notice func(text string)
	// Patience is the time after which a worker that says nothing is gone, and its job is
	// given to another. Workers say three times as often that they are working.
	Patience time.Duration
	// Names are those that the operator has given to keys. A key without one has the name
	// that its worker gives itself.
	Names map[string]string
}

const (
	// mostOffered is the number of jobs that a run offers before they are done. It bounds
	// the number of workers that can be busy.
	mostOffered = 10_000
	// mostRefused is the number of refused results after which a worker is dismissed.
	mostRefused = 3
	// mostArrived is the number of results that may wait to be accepted. A worker whose result finds
	// no room sends it again.
	mostArrived = 1000
)

// dispatch is a run in progress.
type dispatch struct {
	*Remote
	run     Run
	needs   json.RawMessage
	room    chan struct{}          // one for each job that is offered
	arrived map[string]*unfinished // results that exchange has received in part, by the ID of the whole
	// verifying are the jobs whose results are being verified, and verified the results that were.
	// Only exchange uses verifying.
	verifying map[string]bool
	verified  chan verification
	mutex     sync.Mutex // of what follows
	ledger    *ledger
	workers   map[string]*workerRecord // by key
	waiting   []request
	silence   silence
	begun     time.Time
	rate      rate          // of jobs that are done
	remarks   []string      // to be made
	looked    chan struct{} // somebody wants to see the state of the run
	arrivals  chan arrival  // results
}

// arrival is a result that has arrived.
type arrival struct {
	subject string
	header  nats.Header
	payload []byte
}

// verification is a result that was verified.
type verification struct {
	Result
	token string
	fault error
}

// workerRecord is what a run knows of a worker.
type workerRecord struct {
	key       string
	name      string    // as it says
	seen      time.Time // it last said something
	asking    int       // requests for jobs
	refused   int       // results
	dismissed string    // why; "": it is not
	unfit     string    // why it cannot serve the run
	named     bool      // as one that holds a job for long
	rate      rate      // of jobs that it has done
}

// request is a worker's request for a job.
type request struct {
	worker *workerRecord
	reply  string
	since  time.Time
}

// Carry implements Carrier. When the run ends, its jobs are withdrawn and workers
// stop. After an error workers keep the results that the run has not accepted, so that it can be
// continued.
func (c *Remote) Carry(ctx context.Context, run Run) (err error) {
	d := &dispatch{
		Remote: c, run: run, room: make(chan struct{}, mostOffered),
		ledger: newLedger(c.Patience), workers: map[string]*workerRecord{}, looked: make(chan struct{}, 1),
		arrivals: make(chan arrival, mostArrived), arrived: map[string]*unfinished{}, verifying: map[string]bool{}, verified: make(chan verification),
	}
	if d.needs, err = json.Marshal(run.Needs); err != nil {
		return err
	}
	d.begun = time.Now()
	d.silence.since = d.begun
	unsubscribe, err := d.listen()
	defer unsubscribe()
	if err != nil {
		return err
	}
	if err = d.exchange(ctx); errors.Is(err, ErrEnough) {
		err = nil
	}
	unsubscribe() // so that workers that look find no run
	d.end(err == nil)
	return err
}

// end sends workers the hint to stop, and whether the run is complete.
func (d *dispatch) end(complete bool) {
	word := ""
	if complete {
		word = endedWord
	}
	_ = d.Connection.Publish(stopSubject+d.run.ID, []byte(word))
	flush(d.Connection, 5*time.Second)
}

// exchange offers the jobs and accepts the results until all jobs are done.
func (d *dispatch) exchange(ctx context.Context) error {
	var beside sync.WaitGroup // of the run's Accept, which may take its time
	defer beside.Wait()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	offered := make(chan error, 1)
	go func() { offered <- d.offerAll(ctx) }()
	beside.Go(func() { d.reviewAll(ctx) })
	beside.Go(func() { answer(ctx, d.looked, d.tellStatus) })
	all := false // the jobs are offered
	for !all || !d.isDone() {
		arrivals := d.arrivals
		if len(d.verifying) > 0 && len(d.verifying) >= d.run.AtOnce {
			arrivals = nil // until one of them is verified
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-offered:
			if all = true; err != nil {
				return err
			}
		case result := <-arrivals:
			if err := d.accept(ctx, result, &beside); err != nil {
				return err
			}
		case v := <-d.verified:
			delete(d.verifying, v.Job)
			if err := d.conclude(v); err != nil {
				return err
			}
		}
	}
	return nil
}

// demandPause is the time between two looks for workers who want a job.
const demandPause = 5 * time.Millisecond

// hasFresh reports whether a job waits for a worker.
func (d *dispatch) hasFresh() bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return len(d.ledger.fresh) > 0
}

func (d *dispatch) isDone() bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return len(d.ledger.jobs) == 0
}

// offerAll offers all jobs in their order, as far as there is room for them.
func (d *dispatch) offerAll(ctx context.Context) error {
	for job := range d.run.Jobs {
		payload, err := json.Marshal(job.Payload)
		if err != nil {
			return err
		}
		if len(payload) > largestPayload {
			return fmt.Errorf("job %s has %d bytes; the maximum is %d", job.ID, len(payload), largestPayload)
		}
		select {
		case d.room <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		d.mutex.Lock()
		d.ledger.add(job.ID, payload)
		d.handOut(time.Now())
		d.mutex.Unlock()
		for d.run.OnDemand && d.hasFresh() {
			if err := pause(ctx, demandPause); err != nil {
				return err
			}
		}
	}
	return nil
}

// accept hands a result to the run, once it is whole and verified.
func (d *dispatch) accept(ctx context.Context, result arrival, beside *sync.WaitGroup) error {
	parts := strings.Split(result.subject, ".") // cathedral.from.KEY.result.RUN.JOB.TOKEN
	v := verification{Result: Result{Job: parts[5], Key: parts[2], Worker: CleanName(result.header.Get(workerHeader))}, token: parts[6]}
	switch {
	case d.verifying[v.Job]: // if it is sent again, it comes too late
		return nil
	case d.counts(&v.Result):
		v.Payload = d.whole(v.Job, result)
	}
	switch {
	case v.Payload == nil:
		d.confirm(&v)
		return nil
	case d.run.Verify == nil:
		return d.conclude(v)
	}
	d.verifying[v.Job] = true
	d.mutex.Lock()
	d.ledger.verify(v.Job, true)
	d.mutex.Unlock()
	beside.Go(func() {
		v.Verified, v.fault = d.run.Verify(ctx, v.Result)
		select {
		case d.verified <- v:
		case <-ctx.Done():
		}
	})
	return nil
}

// conclude has the run accept a result that was verified, and confirms it to the worker.
func (d *dispatch) conclude(v verification) error {
	done, err := false, v.fault
	if err == nil {
		done, err = d.run.Accept(v.Result)
	}
	var refused *RefusedError
	switch {
	case errors.As(err, &refused):
		d.refuse(v.Key, v.Job, refused)
	case err != nil:
		return err
	case done:
		d.finish(v.Key, v.Job)
	}
	d.confirm(&v)
	return nil
}

// confirm tells a worker that its result need not be sent again. If that is lost, it is.
func (d *dispatch) confirm(v *verification) {
	_ = d.Connection.Publish(toWorker+v.Key+"."+takenVerb, []byte(v.token))
}

// counts reports whether the run looks at a result.
func (d *dispatch) counts(r *Result) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	w := d.worker(r.Key)
	if r.Worker == "" || w.dismissed != "" {
		return false
	}
	w.name = cmp.Or(d.Names[r.Key], r.Worker)
	return true
}

// finish notes that a job is done by a key.
func (d *dispatch) finish(key, job string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	now := time.Now()
	d.silence = silence{since: now}
	if !d.ledger.finish(key, job, now) {
		return
	}
	maps.DeleteFunc(d.arrived, func(_ string, u *unfinished) bool { return u.job == job })
	<-d.room
	d.rate.add(now)
	d.worker(key).rate.add(now)
}

// refuse counts a refused result of a worker and dismisses the worker after the last one
// that it is forgiven. The job goes to another.
func (d *dispatch) refuse(key, job string, refused *RefusedError) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	w := d.worker(key)
	w.refused++
	text := fmt.Sprintf("worker %s sent a false result: %s", w, Shown(refused.Error()))
	d.ledger.verify(job, false)
	d.ledger.release(key, job)
	if w.refused == mostRefused {
		text += fmt.Sprintf(". After %d of them the worker is dismissed", mostRefused)
		d.dismiss(w, refused.Error())
	}
	d.handOut(time.Now())
	d.remarks = append(d.remarks, text)
}
