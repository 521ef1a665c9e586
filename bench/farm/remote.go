package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Remote is a carrier that takes jobs to the workers of a NATS server.
type Remote struct {
	Connection *nats.Conn // by Connect or Server.Connect
	// Exclude has the server shut out a key that floods it. It is nil if the server cannot.
	Exclude func(key string)
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
	// mostKnown is the number of workers that a run knows. A client without a key can give
	// itself any number of names.
	mostKnown = 10_000
	// mostSentAMinute is the number of bytes that a worker may send in a minute before it is dismissed.
	// A message counts messageCost besides its content, and the result of a job that the worker does
	// not have strayCost in addition.
	mostSentAMinute = 1 << 30
	messageCost     = 4 << 10
	strayCost       = 32 << 10
	// mostReported is the number of false results that are reported, for the same reason.
	mostReported = 1000
	// mostArrived is the number of results that may wait to be accepted. A worker whose result finds
	// no room sends it again.
	mostArrived = 1000
)

// dispatch is a run in progress.
type dispatch struct {
	*Remote
	run     Run
	needs   json.RawMessage
	room    chan struct{} // one for each job that is offered
	arrived assembly      // pieces of results that exchange has received
	mutex   sync.Mutex    // of what follows
	ledger  *ledger
	workers map[string]*workerRecord // by key
	waiting []request
	// refusals is the number of false results, of all workers.
	refusals int
	silence  silence
	begun    time.Time
	rate     rate          // of jobs that are done
	remarks  []string      // to be made
	floods   []string      // keys to be excluded
	looked   chan struct{} // somebody wants to see the state of the run
	arrivals chan arrival  // results
}

// arrival is a result that has arrived.
type arrival struct {
	subject string
	header  nats.Header
	payload []byte
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
	minute    time.Time // since when sent is counted
	sent      int       // bytes
	floods    bool      // the server
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
		arrivals: make(chan arrival, mostArrived),
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
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-offered:
			if all = true; err != nil {
				return err
			}
		case result := <-d.arrivals:
			if err := d.accept(result); err != nil {
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

// accept hands a result to the run and confirms it to the worker, which sends it again otherwise.
func (d *dispatch) accept(result arrival) error {
	parts := strings.Split(result.subject, ".") // cathedral.from.KEY.result.RUN.JOB.TOKEN
	key, job, token := parts[2], parts[5], parts[6]
	if name := CleanName(result.header.Get(workerHeader)); d.mayAnswer(key, name, job) {
		done := false
		payload, isWhole, err := d.arrived.whole(key, job, result)
		if isWhole {
			done, err = d.run.Accept(Result{Job: job, Worker: name, Key: key, Payload: payload})
		}
		var refused *RefusedError
		switch {
		case errors.As(err, &refused):
			d.refuse(key, job, refused)
		case err != nil:
			return err
		case done:
			d.finish(key, job)
		}
	} else {
		d.arrived.forget(func(u *unfinished) bool { return u.key == key && u.job == job })
	}
	_ = d.Connection.Publish(toWorker+key+"."+takenVerb, []byte(token)) // if it is lost, the worker sends the result again
	return nil
}

// mayAnswer reports whether the run looks at a result of a job by a worker.
func (d *dispatch) mayAnswer(key, name, job string) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	w := d.worker(key)
	if w == nil || name == "" || w.dismissed != "" || !d.ledger.mayAnswer(key, job) {
		return false
	}
	w.name = cmp.Or(d.Names[key], name)
	return true
}

// finish notes that a job is done by a key.
func (d *dispatch) finish(key, job string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	now := time.Now()
	if w := d.workers[key]; w != nil {
		d.silence = silence{since: now}
	}
	if !d.ledger.finish(key, job, now) {
		return
	}
	d.arrived.forget(func(u *unfinished) bool { return u.job == job })
	<-d.room
	if w := d.workers[key]; w != nil {
		d.rate.add(now)
		w.rate.add(now)
	}
}

// refuse counts a refused result of a worker and dismisses the worker after the last one
// that it is forgiven. The job goes to another.
func (d *dispatch) refuse(key, job string, refused *RefusedError) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	w := d.worker(key)
	w.refused++
	text := fmt.Sprintf("worker %s sent a false result: %s", w, Shown(refused.Error()))
	d.ledger.release(key, job)
	if w.refused == mostRefused {
		text += fmt.Sprintf(". After %d of them the worker is dismissed", mostRefused)
		d.dismiss(w, refused.Error())
		d.arrived.forget(func(u *unfinished) bool { return u.key == key })
	}
	d.handOut(time.Now())
	d.refusals++
	if d.refusals == mostReported {
		text += ". Further false results are not reported"
	}
	if d.refusals <= mostReported {
		d.remarks = append(d.remarks, text)
	}
}
