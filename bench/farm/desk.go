package farm

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// mostRefused is the number of refused results after which a worker gets no more jobs of the run.
const mostRefused = 3

// desk is where the workers of a run ask for jobs and hand in results. It knows who holds which job.
// Its methods may be called at the same time, from its own goroutines and those of NATS.
type desk struct {
	connection *nats.Conn
	run        announcement
	names      map[string]string // see Remote
	looked     chan struct{}     // somebody wants to see the state of the run

	mutex   sync.Mutex // of what follows
	ledger  *ledger
	inbox   inbox
	workers map[string]*workerRecord // by key
	waiting []request
	remarks []string // to be made
	begun   time.Time
	rate    rate // of jobs that are done
	silence silence
	shut    bool // it answers nobody
}

// silence is the time without results.
type silence struct {
	since time.Time     // of the last result
	told  time.Duration // after which the reason was last given
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

func newDesk(connection *nats.Conn, run announcement, names map[string]string) *desk {
	now := time.Now()
	return &desk{
		connection: connection, run: run, names: names, looked: make(chan struct{}, 1),
		ledger: newLedger(run.Patience), inbox: newInbox(), workers: map[string]*workerRecord{}, begun: now, silence: silence{since: now},
	}
}

// open begins to answer the workers. shut ends this, and may be called repeatedly. After it no
// announcement follows the word that the run is over, which would keep workers waiting for the run.
func (d *desk) open() (shut func(), err error) {
	var subscriptions []*nats.Subscription
	shut = sync.OnceFunc(func() {
		for _, s := range subscriptions {
			_ = s.Unsubscribe() // the connection may be closed already
		}
		d.mutex.Lock()
		defer d.mutex.Unlock()
		d.shut = true
	})
	for _, subject := range []string{fromWorker + "*.*", fromWorker + "*.*." + d.run.Run, resultSubjects(d.run.Run)} {
		subscription, err := d.connection.Subscribe(subject, d.hear)
		if err != nil {
			return shut, err
		}
		subscriptions = append(subscriptions, subscription)
	}
	return shut, d.connection.Publish(beginSubject, nil)
}

// worker returns the record of a worker.
func (d *desk) worker(key string) *workerRecord {
	w := d.workers[key]
	if w == nil {
		w = &workerRecord{key: key, name: cmp.Or(d.names[key], key)}
		d.workers[key] = w
	}
	return w
}

// call notes the name that a worker gives itself, unless the operator has given it one.
func (d *desk) call(w *workerRecord, name string) { w.name = cmp.Or(d.names[w.key], CleanName(name)) }

// String returns the name of the worker for texts, and its key if that differs.
func (w *workerRecord) String() string {
	if w.name == w.key {
		return Shown(w.name)
	}
	return Shown(w.name + " (" + w.key + ")")
}

// hear answers a worker's message. The server lets nobody else use the key in the subject.
func (d *desk) hear(message *nats.Msg) {
	parts := strings.Split(message.Subject, ".") // cathedral.from.KEY.VERB, with RUN and more if it is about one
	key, verb, now := parts[2], parts[3], time.Now()
	// An answer goes to the worker's own inbox and nowhere else, whatever it asks for.
	isRequest := strings.HasPrefix(message.Reply, toWorker+key+".")
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.shut {
		return
	}
	w := d.worker(key)
	w.seen = now
	switch {
	case verb == resultVerb && len(parts) == 7:
		d.receive(w, message, now)
	case verb == lookVerb:
		trySend(d.looked, struct{}{})
	case verb == askVerb:
		var status WorkerState
		if json.Unmarshal(message.Data, &status) == nil && status.Name != "" {
			d.call(w, status.Name)
		}
		d.announce(w)
	case w.dismissed != "":
	case verb == nextVerb && isRequest && w.asking < mostHeld:
		w.unfit = ""
		w.asking++
		d.waiting = append(d.waiting, request{w, message.Reply, now})
		if !d.ledger.isIdle() {
			d.handOut(now)
		}
	case verb == unfitVerb:
		d.hearUnfit(w, Shown(string(message.Data)))
	case verb == workingVerb, verb == releaseVerb:
		var ids []string
		if json.Unmarshal(message.Data, &ids) != nil {
			return
		}
		if verb == workingVerb {
			d.ledger.working(key, ids, now)
			return
		}
		for _, id := range ids {
			d.ledger.release(key, id)
		}
		d.handOut(now)
	}
}

// receive takes a result or a part of one, and asks for the next part.
func (d *desk) receive(w *workerRecord, message *nats.Msg, now time.Time) {
	part, offset, err := newArrival(message)
	switch {
	case part.Host == "" || d.isVain(part):
		d.confirm(part)
		return
	case err != nil:
		d.refuse(part, err, now)
		return
	}
	d.call(w, part.Host)
	d.ledger.arrive(w.key, part.Job, now)
	if missing := d.inbox.add(part, offset, message.Data, now); missing > 0 {
		publish(d.connection, toWorker+w.key+"."+partVerb, partRequest{part.token, missing})
	}
}

// isVain reports whether a result will never count.
func (d *desk) isVain(a *arrival) bool {
	return d.worker(a.Key).dismissed != "" || d.ledger.finished[a.Job]
}

// wants reports whether the run is to look at a result, which else is confirmed.
func (d *desk) wants(a *arrival) bool {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.isVain(a) {
		d.confirm(a)
		return false
	}
	return true
}

// confirm lets a worker forget its result.
func (d *desk) confirm(a *arrival) {
	d.inbox.remove(a)
	_ = d.connection.Publish(toWorker+a.Key+"."+takenVerb, []byte(a.token)) // if it is lost, the result comes again
}

// refuse notes a false result of a worker, whose job another is to do. After the last one that it is
// forgiven the worker gets no more jobs.
func (d *desk) refuse(a *arrival, reason error, now time.Time) {
	w := d.worker(a.Key)
	w.refused++
	text := fmt.Sprintf("worker %s sent a false result: %s", w, Shown(reason.Error()))
	d.ledger.release(a.Key, a.Job)
	if w.refused == mostRefused {
		text += fmt.Sprintf(". After %d of them it gets no more jobs", mostRefused)
		w.dismissed = Shown(reason.Error())
		d.ledger.releaseAll(w.key)
		d.announce(w)
	}
	d.confirm(a)
	d.handOut(now)
	d.remarks = append(d.remarks, text)
}

// conclude notes what the run makes of a result: its job is done, it is not done yet, or the result is
// refused.
func (d *desk) conclude(a *arrival, done bool, refused error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	now := time.Now()
	switch {
	case refused != nil && !d.isVain(a):
		d.refuse(a, refused, now)
		return
	case done:
		d.silence = silence{since: now}
		if d.ledger.finish(a.Key, a.Job, now) {
			d.rate.add(now)
			d.worker(a.Key).rate.add(now)
		}
	}
	d.confirm(a)
}

// hearUnfit notes why a worker takes no jobs. That of one which has done some is remarkable.
func (d *desk) hearUnfit(w *workerRecord, reason string) {
	if w.unfit != reason && !w.rate.begun.IsZero() {
		d.remarks = append(d.remarks, fmt.Sprintf("worker %s takes no more jobs: %s", w, reason))
	}
	w.unfit = reason
}

// announce describes the run to a worker.
func (d *desk) announce(w *workerRecord) {
	run := d.run
	run.Dismissed = w.dismissed
	publish(d.connection, toWorker+w.key+"."+runVerb, run)
}

// offer adds a job for the workers.
func (d *desk) offer(id string, payload []byte) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.ledger.add(id, payload)
	d.handOut(time.Now())
}

// count returns the numbers of jobs that are not done, and of those that nobody has.
func (d *desk) count() (open, fresh int) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	return len(d.ledger.jobs), len(d.ledger.fresh)
}

// handOut gives jobs to the workers that wait for one.
func (d *desk) handOut(now time.Time) {
	if !d.connection.IsConnected() {
		return
	}
	d.waiting = slices.DeleteFunc(d.waiting, func(r request) bool {
		id, earlier, answered := "", []string(nil), now.Sub(r.since) > jobWait // it asks again
		if !answered {
			if id, earlier, answered = d.ledger.take(r.worker.key, now); answered {
				publish(d.connection, r.reply, handout{id, d.ledger.jobs[id].payload})
			}
		}
		for _, key := range earlier {
			d.nameSlow(d.worker(key), id, r.worker, now)
		}
		if answered {
			r.worker.asking--
		}
		return answered
	})
}

// nameSlow notes, once, that a worker has held a job for a long time, and that another one now does
// it too.
func (d *desk) nameSlow(w *workerRecord, id string, other *workerRecord, now time.Time) {
	if w.named {
		return
	}
	w.named = true
	held := now.Sub(d.ledger.jobs[id].holders[w.key].since).Round(time.Second)
	d.remarks = append(d.remarks, fmt.Sprintf("worker %s has held job %s for %s, and %d jobs in all: worker %s does it too", w, Shown(id), held, d.ledger.held[w.key], other))
}

// review gives the jobs of silent and slow workers to others.
func (d *desk) review(now time.Time) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.inbox.review(now)
	for _, a := range d.inbox.arrivals {
		if len(a.Payload) == a.size {
			d.ledger.arrive(a.Key, a.Job, now)
		}
	}
	d.ledger.review(now)
	d.handOut(now)
}

// takeRemarks returns the remarks that are to be made.
func (d *desk) takeRemarks() (remarks []string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	remarks, d.remarks = d.remarks, nil
	return remarks
}
