package farm

import (
	"maps"
	"slices"
	"time"
)

// mostHeld is the number of jobs that a key can hold at a time.
const mostHeld = 256

// ledger knows the jobs of a run that are offered and not done, and who holds them. All
// times are those of this process's monotonic clock.
type ledger struct {
	patience time.Duration
	jobs     map[string]*offer // by ID
	fresh    []string          // IDs of jobs that nobody holds, in the order of their turn, and of others
	late     []string          // IDs of jobs whose holders are overdue, and of others
	held     map[string]int    // number of jobs by key
	finished map[string]bool   // jobs that are done, by ID
	done     int               // jobs
	worked   time.Duration     // by those who did these jobs
}

// offer is a job that is not done.
type offer struct {
	payload []byte
	holders map[string]*lease // by key
	arrived time.Time         // a result of it last came, or was waiting to be accepted
}

// lease is the right of a key to do a job.
type lease struct{ since, sign time.Time } // it began; the worker last said that it is working

func newLedger(patience time.Duration) *ledger {
	return &ledger{patience: patience, jobs: map[string]*offer{}, held: map[string]int{}, finished: map[string]bool{}}
}

// add offers a job, unless a result of it has been accepted already.
func (l *ledger) add(id string, payload []byte) {
	if l.finished[id] {
		return
	}
	l.jobs[id] = &offer{payload: payload, holders: map[string]*lease{}}
	l.fresh = append(l.fresh, id)
}

// take leases a job to a key: one that nobody holds, or else one whose holders are overdue.
// ok is false if there is none or the key holds as many as it can. earlier are the keys of
// the overdue holders.
func (l *ledger) take(key string, now time.Time) (id string, earlier []string, ok bool) {
	if l.held[key] >= mostHeld {
		return "", nil, false
	}
	for len(l.fresh) > 0 {
		id := l.fresh[0]
		l.fresh = l.fresh[1:]
		if o := l.jobs[id]; o != nil && len(o.holders) == 0 {
			l.lease(o, key, now)
			return id, nil, true
		}
	}
	i := slices.IndexFunc(l.late, func(id string) bool {
		o := l.jobs[id]
		return o != nil && o.holders[key] == nil
	})
	if i < 0 {
		return "", nil, false
	}
	id = l.late[i]
	earlier = slices.Collect(maps.Keys(l.jobs[id].holders))
	l.late = slices.Delete(l.late, i, i+1)
	l.lease(l.jobs[id], key, now)
	return id, earlier, true
}

func (l *ledger) lease(o *offer, key string, now time.Time) {
	o.holders[key] = &lease{since: now, sign: now}
	l.held[key]++
}

// isIdle reports whether take has nothing for anybody.
func (l *ledger) isIdle() bool { return len(l.fresh) == 0 && len(l.late) == 0 }

// working notes that a key is doing some jobs. A job that nobody holds becomes that of the key,
// as after the runner was started again.
func (l *ledger) working(key string, ids []string, now time.Time) {
	for _, id := range ids {
		o := l.jobs[id]
		if o == nil {
			continue
		}
		if its := o.holders[key]; its != nil {
			its.sign = now
		} else if len(o.holders) == 0 && l.held[key] < mostHeld {
			l.lease(o, key, now)
		}
	}
}

// release takes a job from a key and gives it to the next who asks.
func (l *ledger) release(key, id string) {
	o := l.jobs[id]
	if o == nil || o.holders[key] == nil {
		return
	}
	delete(o.holders, key)
	o.arrived = time.Time{}
	l.free(key)
	if len(o.holders) == 0 {
		l.fresh = slices.Insert(l.fresh, 0, id)
	}
}

// releaseAll takes all jobs from a key.
func (l *ledger) releaseAll(key string) {
	for id := range l.jobs {
		l.release(key, id)
	}
}

func (l *ledger) free(key string) {
	if l.held[key]--; l.held[key] <= 0 {
		delete(l.held, key)
	}
}

// finish notes that a job is done by a key, and reports whether it was not done before.
func (l *ledger) finish(key, id string, now time.Time) bool {
	l.finished[id] = true
	o := l.jobs[id]
	if o == nil {
		return false
	}
	if own := o.holders[key]; own != nil {
		l.done++
		l.worked += now.Sub(own.since)
	}
	for holder := range o.holders {
		l.free(holder)
	}
	delete(l.jobs, id)
	return true
}

// review takes the jobs from workers that have said nothing for the patience, and notes
// those that are overdue. A job is overdue if it is held for longer than the patience and
// four times as long as the jobs that are done took on average. While none is done, the
// limit is four times the patience.
func (l *ledger) review(now time.Time) {
	limit := 4 * l.patience
	if l.done > 0 {
		limit = max(l.patience, 4*l.worked/time.Duration(l.done))
	}
	l.late = l.late[:0]
	for id, o := range l.jobs {
		// A result that has arrived comes again while the run has not accepted it.
		overdue := len(o.holders) > 0 && now.Sub(o.arrived) > l.patience+2*longestTakenWait
		for key, lease := range o.holders {
			if now.Sub(lease.sign) > l.patience {
				l.release(key, id)
				overdue = false
			} else if now.Sub(lease.since) <= limit {
				overdue = false
			}
		}
		if overdue {
			l.late = append(l.late, id)
		}
	}
	slices.SortFunc(l.late, func(a, b string) int { return l.jobs[a].since().Compare(l.jobs[b].since()) })
}

// arrive notes that a key has a result of a job, which the run has yet to accept. No other need do the
// job.
func (l *ledger) arrive(key, id string, now time.Time) {
	if o := l.jobs[id]; o != nil {
		l.working(key, []string{id}, now)
		o.arrived = now
	}
}

// since returns the time since when the job has been held by the first of its holders.
func (o *offer) since() time.Time {
	first := func(a, b *lease) int { return a.since.Compare(b.since) }
	return slices.MinFunc(slices.Collect(maps.Values(o.holders)), first).since
}

// holdings returns what every key that holds jobs holds.
func (l *ledger) holdings(now time.Time) map[string]Holding {
	all := map[string]Holding{}
	for id, o := range l.jobs {
		for key, lease := range o.holders {
			all[key] = all[key].plus(Holding{Jobs: 1, Seconds: now.Sub(lease.since).Seconds(), Job: id})
		}
	}
	return all
}
