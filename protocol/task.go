package protocol

// What runs beside the conversation: a search, a count of moves, or a command
// that was handed in. There is one at a time.

import (
	"context"
	"time"
)

// task is something that runs in its own goroutine.
type task struct {
	search    bool               // it answers with a bestmove
	handedIn  bool               // it is a command of the config's
	cancel    context.CancelFunc // makes it end soon
	done      chan struct{}      // closed when it has written its last line
	ponderHit func()             // releases a pondering search, nil for any other
}

// start runs work as the session's task, after the one before has ended.
func (s *session) start(search bool, ponderHit func(), work func(ctx context.Context)) {
	s.interrupt()
	ctx, cancel := context.WithCancel(s.ctx)
	task := &task{search: search, cancel: cancel, done: make(chan struct{}), ponderHit: ponderHit}
	s.task = task
	go func() {
		defer close(task.done)
		defer cancel()
		work(ctx)
	}()
}

// interrupt stops what runs and waits until it has given its answer.
func (s *session) interrupt() {
	if s.task != nil {
		s.task.cancel()
		<-s.task.done
	}
	s.settle()
}

// busy reports whether a task still runs.
func (s *session) busy() bool {
	if s.task == nil {
		return false
	}
	select {
	case <-s.task.done:
		return false
	default:
		return true
	}
}

// taskDone returns a channel that is closed when the task is done; nil, which is
// never ready, when there is none.
func (s *session) taskDone() <-chan struct{} {
	if s.task == nil {
		return nil
	}
	return s.task.done
}

// await waits for the task's end, but no longer than the patience.
func (t *task) await(patience time.Duration) {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-t.done:
	case <-timer.C:
	}
}
