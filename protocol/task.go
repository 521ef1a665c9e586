package protocol

// Tasks: a search, a count or a command of the config, which runs while
// commands are handled. There is one at a time.

import (
	"context"
)

// task is work in its own goroutine.
type task struct {
	search     bool               // its answer is a bestmove
	configured bool               // it is a command of the config
	cancel     context.CancelFunc // makes it end soon
	done       chan struct{}      // closed after its last line
	ponderHit  func()             // starts the time of a pondering search; nil: none
}

// start runs work as the session's task after the previous task has ended.
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

// interrupt stops the running task and waits for its answer.
func (s *session) interrupt() {
	if s.task != nil {
		s.task.cancel()
		<-s.task.done
	}
	s.settle()
}

// busy reports whether a task is still running.
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

// taskDone returns a channel that is closed when the task is done. Without a
// task it returns nil, which is never ready.
func (s *session) taskDone() <-chan struct{} {
	if s.task == nil {
		return nil
	}
	return s.task.done
}
