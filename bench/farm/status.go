package farm

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// State is the state that the runs and workers of a server report.
type State struct {
	Runs    []RunState    `json:"runs"`    // in the order of their names; not nil
	Workers []WorkerState `json:"workers"` // in the order of their names; not nil
}

// RunState is the state that a run reports.
type RunState struct {
	Run       string             `json:"run"`
	Kind      string             `json:"kind"`
	Seconds   float64            `json:"seconds"`    // since it began or was continued
	PerMinute float64            `json:"per_minute"` // jobs that are done, in the last minutes
	Keys      map[string]Holding `json:"keys"`       // those that hold or have done jobs
}

// Holding is the state of a key in a run.
type Holding struct {
	Jobs      int     `json:"jobs"`              // that the key holds
	Seconds   float64 `json:"seconds,omitempty"` // for which it has held the first of them
	Job       string  `json:"job,omitempty"`     // its ID
	PerMinute float64 `json:"per_minute"`        // jobs that it has done, in the last minutes
	Dismissed string  `json:"dismissed,omitempty"`
}

// WholeSeconds returns a time of some seconds for people.
func WholeSeconds(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second)).Round(time.Second)
}

// rate counts how often something happens. It forgets events of some minutes ago.
type rate struct {
	recent      float64 // times, of which older ones count less
	begun, last time.Time
}

func (r *rate) add(now time.Time) {
	if r.begun.IsZero() {
		r.begun = now
	}
	r.recent, r.last = r.recent*fading(now.Sub(r.last))+1, now
}

// perMinute returns the number of times a minute.
func (r *rate) perMinute(now time.Time) float64 {
	return r.recent * fading(now.Sub(r.last)) / (1 - fading(max(now.Sub(r.begun), 10*time.Second)))
}

// fading returns the weight of an event of an age.
func fading(age time.Duration) float64 { return math.Exp(-age.Minutes()) }

// WorkerState is the state that a worker reports, and that of its key in the runs.
type WorkerState struct {
	Name           string `json:"name"`
	Build          string `json:"build"` // of its program
	Cores          int    `json:"cores"`
	NodesPerSecond uint64 `json:"nps"` // of one of as many searches as there are slots, when the worker started
	Slots          int    `json:"slots"`
	Busy           int    `json:"busy"`   // slots
	Done           int    `json:"done"`   // jobs since it started
	Failed         int    `json:"failed"` // jobs that it gave back with an error

	// Key is the public key that it connects with, or else its name. If no worker with the
	// key answers, no other field but Held is set.
	Key string `json:"key"`
	// Held is the state of the key in all runs.
	Held Holding `json:"held"`
}

const (
	// lookWait is how long Look waits after each answer, and longestLook how long in all:
	// somebody may never stop answering.
	lookWait    = time.Second
	longestLook = 5 * time.Second
	// mostNames is the number of workers with the same key that Look shows.
	mostNames = 16
)

// Look asks the workers and the runs of a server for their states. It waits for a second after
// each answer, and no longer than five seconds or until ctx ends.
func Look(ctx context.Context, connection *nats.Conn) (State, error) {
	answers := make(chan *nats.Msg, 10_000)
	for _, subject := range []string{fromWorker + "*." + statusVerb, runsSubject + "*"} {
		subscription, err := connection.ChanSubscribe(subject, answers)
		if err != nil {
			return State{}, err
		}
		defer subscription.Unsubscribe()
	}
	if err := connection.Publish(fromWorker+identity(connection)+"."+lookVerb, nil); err != nil {
		return State{}, err
	}
	runs, held, workers := map[string]RunState{}, map[string]Holding{}, map[string]map[string]WorkerState{} // workers by key and name
	end := time.After(longestLook)
	for waiting := true; waiting; {
		select {
		case answer := <-answers:
			var worker WorkerState
			var run RunState
			parts := strings.Split(answer.Subject, ".")
			if parts[1] == "run" && json.Unmarshal(answer.Data, &run) == nil {
				if known, before := runs[parts[2]]; before && run.Keys != nil {
					maps.Copy(run.Keys, known.Keys)
				}
				runs[parts[2]] = run
			} else if parts[1] == "from" && json.Unmarshal(answer.Data, &worker) == nil && worker.Name != "" {
				its := workers[parts[2]]
				if its == nil {
					its = map[string]WorkerState{}
					workers[parts[2]] = its
				}
				if worker.Key = parts[2]; len(its) < mostNames {
					its[worker.Name] = worker
				}
			}
		case <-time.After(lookWait):
			waiting = false
		case <-end:
			waiting = false
		case <-ctx.Done():
			waiting = false
		}
	}
	for _, run := range runs {
		for key, h := range run.Keys {
			held[key] = held[key].plus(h)
		}
	}
	state := State{Runs: slices.AppendSeq([]RunState{}, maps.Values(runs)), Workers: []WorkerState{}}
	for key, h := range held {
		if workers[key] == nil {
			state.Workers = append(state.Workers, WorkerState{Key: key, Held: h})
		}
	}
	for key, its := range workers {
		for _, worker := range its {
			worker.Held = held[key]
			state.Workers = append(state.Workers, worker)
		}
	}
	slices.SortFunc(state.Workers, func(a, b WorkerState) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Key, b.Key))
	})
	slices.SortFunc(state.Runs, func(a, b RunState) int { return strings.Compare(a.Run, b.Run) })
	return state, ctx.Err()
}

// plus returns the state of a key in two runs.
func (h Holding) plus(other Holding) Holding {
	if h.Job == "" || h.Seconds < other.Seconds {
		h.Seconds, h.Job = other.Seconds, other.Job
	}
	h.Jobs += other.Jobs
	h.PerMinute += other.PerMinute
	h.Dismissed = cmp.Or(h.Dismissed, other.Dismissed)
	return h
}
