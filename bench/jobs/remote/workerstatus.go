package remote

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

// Status is a worker's report on itself.
type Status struct {
	Name           string `json:"name"`
	Build          string `json:"build"` // of its program
	Cores          int    `json:"cores"`
	NodesPerSecond uint64 `json:"nps"` // of one of as many searches as there are slots, when the worker started
	Slots          int    `json:"slots"`
	Busy           int    `json:"busy"`   // slots
	Done           int    `json:"done"`   // jobs since it started
	Failed         int    `json:"failed"` // jobs that it gave back with an error
}

// status returns the state of the worker.
func (s *service) status() Status {
	return Status{
		Name: s.Name, Build: s.Build, Cores: runtime.NumCPU(), NodesPerSecond: s.NodesPerSecond,
		Slots: s.Slots, Busy: int(s.busy.Load()), Done: int(s.done.Load()), Failed: int(s.failed.Load()),
	}
}

// Workers asks the workers of a server who they are. It waits for a second after each
// answer, until ctx ends, and returns them in the order of their names.
func Workers(ctx context.Context, connection *nats.Conn) ([]Status, error) {
	inbox := connection.NewInbox()
	answers, err := connection.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer answers.Unsubscribe()
	if err := connection.PublishRequest(statusSubject, inbox, nil); err != nil {
		return nil, err
	}
	var workers []Status
	for {
		waiting, stop := context.WithTimeout(ctx, time.Second)
		answer, err := answers.NextMsgWithContext(waiting)
		stop()
		if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, nats.ErrNoResponders) {
			break
		}
		if err != nil {
			return nil, err
		}
		var worker Status
		if json.Unmarshal(answer.Data, &worker) == nil && worker.Name != "" {
			workers = append(workers, worker)
		}
	}
	slices.SortFunc(workers, func(a, b Status) int { return strings.Compare(a.Name, b.Name) })
	return workers, ctx.Err()
}
