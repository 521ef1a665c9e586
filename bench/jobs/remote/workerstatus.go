package remote

import (
	"cmp"
	"context"
	"encoding/json"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Status is what a worker says of itself, and what runs know of it.
type Status struct {
	Name           string `json:"name"`
	Build          string `json:"build"` // of its program
	Cores          int    `json:"cores"`
	NodesPerSecond uint64 `json:"nps"` // of one of as many searches as there are slots, when the worker started
	Slots          int    `json:"slots"`
	Busy           int    `json:"busy"`   // slots
	Done           int    `json:"done"`   // jobs since it started
	Failed         int    `json:"failed"` // jobs that it gave back with an error

	Key     string        `json:"-"` // the public key that it connects with, or else its name
	Held    int           `json:"-"` // jobs that runs have given to the key
	Longest time.Duration `json:"-"` // for which the key has held one of them
}

// status returns the state of the worker.
func (s *service) status() Status {
	return Status{
		Name: s.Name, Build: s.Build, Cores: runtime.NumCPU(), NodesPerSecond: s.NodesPerSecond,
		Slots: s.Slots, Busy: int(s.busy.Load()), Done: int(s.done.Load()), Failed: int(s.failed.Load()),
	}
}

// Workers asks the workers of a server who they are, and the runs what they hold. It waits
// for a second after each answer, until ctx ends, and returns them in the order of their
// names. A key that holds jobs and does not answer is there too, with nothing but that.
func Workers(ctx context.Context, connection *nats.Conn) ([]Status, error) {
	answers := make(chan *nats.Msg, 10_000)
	for _, subject := range []string{fromWorker + "*." + statusVerb, holdersSubject + "*"} {
		subscription, err := connection.ChanSubscribe(subject, answers)
		if err != nil {
			return nil, err
		}
		defer subscription.Unsubscribe()
	}
	if err := connection.Publish(workersSubject, nil); err != nil {
		return nil, err
	}
	var workers []Status
	held := map[string]holding{}
	for waiting := true; waiting; {
		select {
		case answer := <-answers:
			var worker Status
			var holders map[string]holding
			parts := strings.Split(answer.Subject, ".")
			if parts[1] == "run" && json.Unmarshal(answer.Data, &holders) == nil {
				for key, h := range holders {
					held[key] = holding{held[key].Jobs + h.Jobs, max(held[key].For, h.For), ""}
				}
			} else if parts[1] == "from" && json.Unmarshal(answer.Data, &worker) == nil && worker.Name != "" {
				worker.Key = parts[2]
				workers = append(workers, worker)
			}
		case <-time.After(time.Second):
			waiting = false
		case <-ctx.Done():
			waiting = false
		}
	}
	for i, worker := range workers {
		workers[i].Held, workers[i].Longest = held[worker.Key].Jobs, held[worker.Key].For
	}
	for key, h := range held {
		if !slices.ContainsFunc(workers, func(w Status) bool { return w.Key == key }) {
			workers = append(workers, Status{Key: key, Held: h.Jobs, Longest: h.For})
		}
	}
	slices.SortFunc(workers, func(a, b Status) int { return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Key, b.Key)) })
	return workers, ctx.Err()
}
