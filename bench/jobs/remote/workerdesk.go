package remote

import (
	"cathedral/bench/jobs"
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
	for subject, answer := range map[string]nats.MsgHandler{
		fromWorker + "*." + askVerb:    d.hear,
		fromWorker + "*.*." + d.run.ID: d.hear,
		workersSubject:                 func(*nats.Msg) { d.tellStatus() },
	} {
		subscription, err := d.Connection.Subscribe(subject, answer)
		if err != nil {
			return unsubscribe, err
		}
		subscriptions = append(subscriptions, subscription)
	}
	return unsubscribe, d.Connection.Publish(beginSubject, nil)
}

// worker returns the record of a worker, or nil if there are too many.
func (d *dispatch) worker(key string) *workerRecord {
	w := d.workers[key]
	if w == nil && len(d.workers) < mostKnown {
		w = &workerRecord{name: key}
		d.workers[key] = w
	}
	return w
}

// hear answers a worker's message. The server lets nobody else use the key in the subject.
func (d *dispatch) hear(message *nats.Msg) {
	parts := strings.Split(message.Subject, ".") // cathedral.from.KEY.VERB or cathedral.from.KEY.VERB.RUN
	key, verb, now := parts[2], parts[3], time.Now()
	d.mutex.Lock()
	defer d.mutex.Unlock()
	w := d.worker(key)
	if w == nil {
		return
	}
	w.seen = now
	if verb == askVerb {
		var status Status
		if json.Unmarshal(message.Data, &status) == nil && status.Name != "" {
			w.name = CleanName(status.Name)
		}
		d.announce(key, w)
		return
	}
	if w.dismissed != "" {
		return
	}
	switch verb {
	case nextVerb:
		// An answer goes to the worker's own inbox and nowhere else, whatever it asks for.
		if strings.HasPrefix(message.Reply, toWorker+key+".") && w.asking < mostHeld {
			w.unfit = ""
			w.asking++
			d.waiting = append(d.waiting, request{key, message.Reply, now})
			if !d.ledger.isIdle() {
				d.handOut(now)
			}
		}
	case pieceVerb:
		if strings.HasPrefix(message.Reply, toWorker+key+".") {
			_ = d.Connection.Publish(message.Reply, d.ledger.piece(key, message.Data)) // if it is lost, the worker asks again
		}
	case workingVerb:
		d.ledger.working(key, jobIDs(message.Data), now)
	case releaseVerb:
		for _, id := range jobIDs(message.Data) {
			d.ledger.release(key, id)
		}
		d.handOut(now)
	case unfitVerb:
		w.unfit = jobs.Shown(string(message.Data))
	}
}

// jobIDs returns the IDs that a worker names, or nil if it does not.
func jobIDs(text []byte) (ids []string) {
	if json.Unmarshal(text, &ids) != nil {
		return nil
	}
	return ids
}

// announce describes the run to a worker.
func (d *dispatch) announce(key string, w *workerRecord) {
	d.send(toWorker+key+"."+runVerb, announcement{d.run.ID, d.run.Kind, d.needs, d.Patience, jobs.Shown(w.dismissed)})
}

// send sends value, which encoding/json can write. If it is lost, it is asked for again.
func (d *dispatch) send(subject string, value any) {
	if text, err := json.Marshal(value); err == nil {
		_ = d.Connection.Publish(subject, text)
	}
}

// handOut gives jobs to the workers that wait for one.
func (d *dispatch) handOut(now time.Time) {
	if !d.Connection.IsConnected() {
		return
	}
	left := d.waiting[:0]
	for _, r := range d.waiting {
		if now.Sub(r.since) > jobWait {
			d.workers[r.key].asking-- // it asks again
			continue
		}
		id, earlier, ok := d.ledger.take(r.key, now)
		if !ok {
			left = append(left, r)
			continue
		}
		d.workers[r.key].asking--
		d.send(r.reply, newHandout(id, d.ledger.jobs[id].payload))
		for _, key := range earlier {
			d.name(key, id, r.key, now)
		}
	}
	clear(d.waiting[len(left):])
	d.waiting = left
}

// name notes, once, that a worker has held a job for a long time, and that another one now does
// it too.
func (d *dispatch) name(key, id, other string, now time.Time) {
	w := d.worker(key)
	if w == nil || w.named {
		return
	}
	w.named = true
	held := now.Sub(d.ledger.jobs[id].holders[key].since).Round(time.Second)
	text := fmt.Sprintf("worker %s has held job %s for %s, and %d jobs in all: worker %s does it too", called(w.name, key), jobs.Shown(id), held, d.ledger.held[key], called(d.workers[other].name, other))
	d.remarks = append(d.remarks, text)
}

// reviewAll looks regularly for silent workers, until ctx ends.
func (d *dispatch) reviewAll(ctx context.Context) {
	looks := time.NewTicker(max(d.Patience/4, 20*time.Millisecond))
	defer looks.Stop()
	for {
		select {
		case now := <-looks.C:
			d.mutex.Lock()
			d.ledger.review(now)
			d.handOut(now)
			d.mutex.Unlock()
			d.remark()
			d.explainSilence(ctx, now)
		case <-ctx.Done():
			d.remark()
			return
		}
	}
}

// remark makes the remarks that were noted.
func (d *dispatch) remark() {
	d.mutex.Lock()
	remarks := d.remarks
	d.remarks = nil
	d.mutex.Unlock()
	for _, text := range remarks {
		d.Notice(text)
	}
}

// silence is the time without results.
type silence struct {
	since time.Time     // of the last result
	told  time.Duration // after which the reason was last given
}

// explainSilence reports why there are no results, after four times the patience and then at
// doubling intervals.
func (d *dispatch) explainSilence(ctx context.Context, now time.Time) {
	d.mutex.Lock()
	long := now.Sub(d.silence.since)
	if len(d.ledger.jobs) == 0 || long < max(4*d.Patience, 2*d.silence.told) {
		d.mutex.Unlock()
		return
	}
	d.silence.told = long
	reason := d.whoWorks(now)
	if reason == "" {
		reason = d.whyNobodyWorks(now)
	}
	d.mutex.Unlock()
	if !d.Connection.IsConnected() {
		reason = "the server is unreachable"
	} else if _, err := d.js.Stream(ctx, resultsStream); err != nil {
		reason = fmt.Sprintf("the stream %s is missing: %s", resultsStream, jobs.Shown(err.Error()))
	}
	d.Notice(fmt.Sprintf("no result for %s: %s", long.Round(time.Second), reason))
}

// longestFirst returns the keys, beginning with the one that has held a job for the longest
// time.
func longestFirst(holdings map[string]Holding) []string {
	return slices.SortedFunc(maps.Keys(holdings), func(a, b string) int { return cmp.Compare(holdings[b].Seconds, holdings[a].Seconds) })
}

// mostShown is the number of workers that a line names.
const mostShown = 5

// whoWorks returns the jobs in progress, with their workers and times, or "" if there are none.
func (d *dispatch) whoWorks(now time.Time) string {
	holdings := d.ledger.holdings(now)
	keys := longestFirst(holdings)
	if len(keys) == 0 {
		return ""
	}
	var lines []string
	for _, key := range keys[:min(mostShown, len(keys))] {
		h := holdings[key]
		lines = append(lines, fmt.Sprintf("%s has worked on job %s for %s", called(d.workers[key].name, key), jobs.Shown(h.Job), h.duration()))
	}
	return "worker " + strings.Join(lines, ", ") + more(len(keys))
}

// whyNobodyWorks returns the workers and the reasons why they do not work.
func (d *dispatch) whyNobodyWorks(now time.Time) string {
	present, count := []string{}, 0
	for _, key := range slices.Sorted(maps.Keys(d.workers)) {
		w := d.workers[key]
		reason := ""
		switch {
		case w.dismissed != "":
			reason = "is dismissed"
		case w.unfit != "":
			reason = "takes no jobs: " + w.unfit
		case now.Sub(w.seen) < max(4*d.Patience, 2*rareAskPause):
			reason = fmt.Sprintf("said something %s ago", now.Sub(w.seen).Round(time.Second))
		default:
			continue
		}
		if count++; count <= mostShown {
			present = append(present, called(w.name, key)+" "+reason)
		}
	}
	if count == 0 {
		return "there is no worker"
	}
	return "no worker does a job; " + strings.Join(present, "; ") + more(count)
}

func more(count int) string {
	if count > mostShown {
		return fmt.Sprintf(", and %d more", count-mostShown)
	}
	return ""
}

// tellStatus answers a request for the runs, in several messages if there are many keys.
func (d *dispatch) tellStatus() {
	status := Run{Run: d.run.ID, Kind: d.run.Kind}
	if d.run.Checks != nil {
		status.Checks = d.run.Checks()
	}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	now := time.Now()
	status.Seconds, status.PerMinute = now.Sub(d.begun).Seconds(), d.rate.perMinute(now)
	holdings := d.ledger.holdings(now)
	for key, w := range d.workers {
		if h := holdings[key]; h.Jobs > 0 || w.dismissed != "" || !w.rate.begun.IsZero() {
			h.PerMinute, h.Dismissed = w.rate.perMinute(now), jobs.Shown(w.dismissed)
			holdings[key] = h
		}
	}
	const most = 100 // keys in a message
	for keys := longestFirst(holdings); ; keys = keys[most:] {
		status.Keys = map[string]Holding{}
		for _, key := range keys[:min(most, len(keys))] {
			status.Keys[key] = holdings[key]
		}
		if d.send(runsSubject+d.run.ID, status); len(keys) <= most {
			return
		}
	}
}

// called returns the name of a worker in texts, and its key if that differs.
func called(name, key string) string {
	if name == key {
		return jobs.Shown(name)
	}
	return jobs.Shown(name + " (" + key + ")")
}
