package serve

import (
	"context"
	"sync"

	"cathedral/cmd/internal/serve/visitor"
)

// share is what all connections of a visitor have together.
type share struct {
	heavy       *waitingLine // of heavy requests, of which one is carried out at a time
	proofs      *waitingLine // of proofs, likewise
	waiting     *backlog     // what the visitor has not read, and requests and lines that wait for their turn
	connections int
}

// shares holds the share of each visitor that is connected.
type shares struct {
	mutex sync.Mutex
	each  map[string]*share
}

// join returns the share of a visitor. Each connection of this machine has its own, since
// there may be many visitors behind a proxy.
func (s *shares) join(who string) *share {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	joined := s.each[who]
	if joined == nil || who == visitor.Oneself {
		joined = &share{heavy: newWaitingLine(1), proofs: newWaitingLine(1), waiting: newBacklog(visitorBacklog)}
		s.each[who] = joined
	}
	joined.connections++
	return joined
}

func (s *shares) leave(who string, left *share) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if left.connections--; left.connections == 0 && s.each[who] == left {
		delete(s.each, who)
	}
}

// backlog counts the bytes of messages that wait.
type backlog struct {
	most int

	mutex sync.Mutex
	bytes int
	fewer chan struct{} // closed when there are fewer
}

func newBacklog(most int) *backlog { return &backlog{most: most, fewer: make(chan struct{})} }

// add waits until there are fewer bytes than the maximum, and adds some, however many: a
// single large message may exceed the maximum. It returns false if ctx ends first.
func (b *backlog) add(ctx context.Context, bytes int) bool { return b.addBelow(ctx, b.most, bytes) }

// addBelow is like add with another maximum. Requests have a lower one than answers, and lines a
// lower one than requests, so that what waits for the page or for a search leaves room for the
// answers on which it depends.
func (b *backlog) addBelow(ctx context.Context, most, bytes int) bool {
	for {
		added, fewer := b.tryBelow(most, bytes)
		if added {
			return true
		}
		select {
		case <-fewer:
		case <-ctx.Done():
			return false
		}
	}
}

// tryBelow adds some bytes if there are fewer than most. Otherwise fewer is closed when some go.
func (b *backlog) tryBelow(most, bytes int) (added bool, fewer <-chan struct{}) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.bytes < most {
		b.bytes += bytes
		return true, nil
	}
	return false, b.fewer
}

func (b *backlog) remove(bytes int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.bytes -= bytes
	close(b.fewer)
	b.fewer = make(chan struct{})
}
