package farm

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// explainSilence returns why there are no results, after four times the patience and then at doubling
// intervals, or "".
func (d *desk) explainSilence(now time.Time) string {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	long := now.Sub(d.silence.since)
	if len(d.ledger.jobs) == 0 || long < max(4*d.run.Patience, 2*d.silence.told) {
		return ""
	}
	d.silence.told = long
	reason := "the server is unreachable"
	if d.connection.IsConnected() {
		reason = d.whoWorks(now)
	}
	return fmt.Sprintf("no result for %s: %s", long.Round(time.Second), reason)
}

// longestFirst returns the keys, beginning with the one that has held a job for the longest
// time.
func longestFirst(holdings map[string]Holding) []string {
	return slices.SortedFunc(maps.Keys(holdings), func(a, b string) int { return cmp.Compare(holdings[b].Seconds, holdings[a].Seconds) })
}

// whoWorks returns the job that has been in progress for the longest time, or a reason why nobody
// works.
func (d *desk) whoWorks(now time.Time) string {
	holdings := d.ledger.holdings(now)
	for _, key := range longestFirst(holdings) {
		h := holdings[key]
		return fmt.Sprintf("worker %s has worked on job %s for %s; %d keys have jobs", d.workers[key], Shown(h.Job), WholeSeconds(h.Seconds), len(holdings))
	}
	reason := "there is no worker"
	for _, key := range slices.Sorted(maps.Keys(d.workers)) {
		switch w := d.workers[key]; {
		case w.unfit != "":
			return fmt.Sprintf("no worker does a job; %s takes no jobs: %s", w, w.unfit)
		case w.dismissed != "":
			reason = fmt.Sprintf("no worker does a job; %s gets none after %d false results", w, w.refused)
		case now.Sub(w.seen) < max(4*d.run.Patience, 2*rareAskPause):
			reason = fmt.Sprintf("no worker does a job; %s said something %s ago", w, now.Sub(w.seen).Round(time.Second))
		}
	}
	return reason
}

// tellState answers those who look, in several messages if there are many keys.
func (d *desk) tellState() {
	state := RunState{Run: d.run.Run, Kind: d.run.Kind}
	d.mutex.Lock()
	defer d.mutex.Unlock()
	now := time.Now()
	state.Seconds, state.PerMinute = now.Sub(d.begun).Seconds(), d.rate.perMinute(now)
	holdings := d.ledger.holdings(now)
	for key, w := range d.workers {
		if h := holdings[key]; h.Jobs > 0 || w.dismissed != "" || !w.rate.begun.IsZero() {
			h.PerMinute, h.Dismissed = w.rate.perMinute(now), w.dismissed
			holdings[key] = h
		}
	}
	const most = 100 // keys in a message
	for keys := longestFirst(holdings); ; keys = keys[most:] {
		state.Keys = map[string]Holding{}
		for _, key := range keys[:min(most, len(keys))] {
			state.Keys[key] = holdings[key]
		}
		if publish(d.connection, runsSubject+d.run.Run, state); len(keys) <= most {
			return
		}
	}
}
