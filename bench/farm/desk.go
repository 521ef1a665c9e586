package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// listen begins to answer the workers. unsubscribe ends this, and may be called repeatedly.
func (d *dispatch) listen() (unsubscribe func(), err error) {
	var subscriptions []*nats.Subscription
	unsubscribe = sync.OnceFunc(func() {
		for _, s := range subscriptions {
			_ = s.Unsubscribe() // the connection may be closed already
		}
	})
	for _, subject := range []string{fromWorker + "*.*", fromWorker + "*.*." + d.run.ID, resultSubjects(d.run.ID)} {
		subscription, err := d.Connection.Subscribe(subject, d.hear)
		if err != nil {
			return unsubscribe, err
		}
		subscriptions = append(subscriptions, subscription)
	}
	return unsubscribe, d.Connection.Publish(beginSubject, nil)
}

// worker returns the record of a worker.
func (d *dispatch) worker(key string) *workerRecord {
	w := d.workers[key]
	if w == nil {
		w = &workerRecord{key: key, name: cmp.Or(d.Names[key], key)}
		d.workers[key] = w
	}
	return w
}

// String returns the name of the worker for texts, and its key if that differs.
func (w *workerRecord) String() string {
	if w.name == w.key {
		return Shown(w.name)
	}
	return Shown(w.name + " (" + w.key + ")")
}

// hear answers a worker's message. The server lets nobody else use the key in the subject.
func (d *dispatch) hear(message *nats.Msg) {
	parts := strings.Split(message.Subject, ".") // cathedral.from.KEY.VERB, with RUN and more if it is about one
	key, verb, now := parts[2], parts[3], time.Now()
	// An answer goes to the worker's own inbox and nowhere else, whatever it asks for.
	isRequest := strings.HasPrefix(message.Reply, toWorker+key+".")
	d.mutex.Lock()
	defer d.mutex.Unlock()
	w := d.worker(key)
	w.seen = now
	switch {
	case verb == resultVerb && len(parts) == 7:
		trySend(d.arrivals, arrival{message.Subject, message.Header, message.Data})
	case verb == lookVerb:
		trySend(d.looked, struct{}{})
	case verb == askVerb:
		var status WorkerState
		if json.Unmarshal(message.Data, &status) == nil && status.Name != "" {
			w.name = cmp.Or(d.Names[key], CleanName(status.Name))
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
		w.unfit = Shown(string(message.Data))
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

// dismiss refuses all further results of a worker and gives its jobs to others.
func (d *dispatch) dismiss(w *workerRecord, reason string) {
	w.dismissed = reason
	d.ledger.releaseAll(w.key)
	d.announce(w)
}

// announce describes the run to a worker.
func (d *dispatch) announce(w *workerRecord) {
	publish(d.Connection, toWorker+w.key+"."+runVerb, announcement{d.run.ID, d.run.Kind, d.needs, d.Patience, Shown(w.dismissed)})
}

// handOut gives jobs to the workers that wait for one.
func (d *dispatch) handOut(now time.Time) {
	if !d.Connection.IsConnected() {
		return
	}
	d.waiting = slices.DeleteFunc(d.waiting, func(r request) bool {
		id, earlier, answered := "", []string(nil), now.Sub(r.since) > jobWait // it asks again
		if !answered {
			if id, earlier, answered = d.ledger.take(r.worker.key, now); answered {
				publish(d.Connection, r.reply, handout{id, d.ledger.jobs[id].payload})
			}
		}
		for _, key := range earlier {
			d.name(d.worker(key), id, r.worker, now)
		}
		if answered {
			r.worker.asking--
		}
		return answered
	})
}

// name notes, once, that a worker has held a job for a long time, and that another one now does
// it too.
func (d *dispatch) name(w *workerRecord, id string, other *workerRecord, now time.Time) {
	if w.named {
		return
	}
	w.named = true
	held := now.Sub(d.ledger.jobs[id].holders[w.key].since).Round(time.Second)
	d.remarks = append(d.remarks, fmt.Sprintf("worker %s has held job %s for %s, and %d jobs in all: worker %s does it too", w, Shown(id), held, d.ledger.held[w.key], other))
}

// reviewAll looks regularly for silent workers, until ctx ends.
func (d *dispatch) reviewAll(ctx context.Context) {
	looks := time.NewTicker(max(d.Patience/4, 20*time.Millisecond))
	defer looks.Stop()
	for ctx.Err() == nil {
		select {
		case now := <-looks.C:
			d.mutex.Lock()
			d.ledger.review(now)
			d.handOut(now)
			d.mutex.Unlock()
			d.explainSilence(now)
		case <-ctx.Done():
		}
		d.mutex.Lock()
		remarks := d.remarks
		d.remarks = nil
		d.mutex.Unlock()
		for _, text := range remarks {
			d.Notice(text)
		}
	}
}

// silence is the time without results.
type silence struct {
	since time.Time     // of the last result
	told  time.Duration // after which the reason was last given
}

// explainSilence reports why there are no results, after four times the patience and then at
// doubling intervals.
func (d *dispatch) explainSilence(now time.Time) {
	d.mutex.Lock()
	long := now.Sub(d.silence.since)
	if len(d.ledger.jobs) == 0 || long < max(4*d.Patience, 2*d.silence.told) {
		d.mutex.Unlock()
		return
	}
	d.silence.told = long
	reason := d.whoWorks(now)
	d.mutex.Unlock()
	if !d.Connection.IsConnected() {
		reason = "the server is unreachable"
	}
	d.Notice(fmt.Sprintf("no result for %s: %s", long.Round(time.Second), reason))
}

// longestFirst returns the keys, beginning with the one that has held a job for the longest
// time.
func longestFirst(holdings map[string]Holding) []string {
	return slices.SortedFunc(maps.Keys(holdings), func(a, b string) int { return cmp.Compare(holdings[b].Seconds, holdings[a].Seconds) })
}

// whoWorks returns the job that has been in progress for the longest time, or a reason why nobody
// works.
func (d *dispatch) whoWorks(now time.Time) string {
	holdings := d.ledger.holdings(now)
	for _, key := range longestFirst(holdings) {
		h := holdings[key]
		return fmt.Sprintf("worker %s has worked on job %s for %s; %d keys have jobs", d.workers[key], Shown(h.Job), h.duration(), len(holdings))
	}
	reason := "there is no worker"
	for _, key := range slices.Sorted(maps.Keys(d.workers)) {
		switch w := d.workers[key]; {
		case w.unfit != "":
			return fmt.Sprintf("no worker does a job; %s takes no jobs: %s", w, w.unfit)
		case w.dismissed != "":
			reason = fmt.Sprintf("no worker does a job; %s is dismissed", w)
		case now.Sub(w.seen) < max(4*d.Patience, 2*rareAskPause):
			reason = fmt.Sprintf("no worker does a job; %s said something %s ago", w, now.Sub(w.seen).Round(time.Second))
		}
	}
	return reason
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

// tellStatus answers those who look, in several messages if there are many keys.
func (d *dispatch) tellStatus() {
	status := RunState{Run: d.run.ID, Kind: d.run.Kind}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	now := time.Now()
	status.Seconds, status.PerMinute = now.Sub(d.begun).Seconds(), d.rate.perMinute(now)
	holdings := d.ledger.holdings(now)
	for key, w := range d.workers {
		if h := holdings[key]; h.Jobs > 0 || w.dismissed != "" || !w.rate.begun.IsZero() {
			h.PerMinute, h.Dismissed = w.rate.perMinute(now), Shown(w.dismissed)
			holdings[key] = h
		}
	}
	const most = 100 // keys in a message
	for keys := longestFirst(holdings); ; keys = keys[most:] {
		status.Keys = map[string]Holding{}
		for _, key := range keys[:min(most, len(keys))] {
			status.Keys[key] = holdings[key]
		}
		if publish(d.Connection, runsSubject+d.run.ID, status); len(keys) <= most {
			return
		}
	}
}
