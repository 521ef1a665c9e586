package serve

import (
	"context"
	"sync"
)

// backlog counts the bytes of what waits: the answers that a page has not read, its heavy
// requests, or the lines of a seat. Each is a part of the backlogs of a visitor.
type backlog struct {
	all             *backlogs
	most, mostOfAll int
	bytes           int // the mutex of all guards them
}

// backlogs counts the bytes of all that waits of a visitor.
type backlogs struct {
	mutex sync.Mutex
	bytes int
	fewer chan struct{} // closed when there are fewer
}

const (
	// pageBacklog and visitorBacklog are the most bytes of answers to a page, and of all that waits
	// of a visitor.
	pageBacklog, visitorBacklog = 1 << 20, 32 << 20
	// requestBacklog and lineBacklog are the most bytes of all at which requests and lines are taken.
	// So what waits for the page or for a search leaves room for the answers on which it depends.
	requestBacklog, lineBacklog = visitorBacklog / 2, visitorBacklog / 4
)

func newBacklogs() *backlogs { return &backlogs{fewer: make(chan struct{})} }

// part returns an empty backlog that takes bytes while it has fewer than most, and all of the
// visitor have fewer than mostOfAll.
func (b *backlogs) part(most, mostOfAll int) *backlog {
	return &backlog{all: b, most: most, mostOfAll: mostOfAll}
}

// take waits until there are fewer bytes than the maximum, and adds some, however many: a
// single large message may exceed the maximum. It returns false if ctx ends first.
func (b *backlog) take(ctx context.Context, bytes int) bool {
	for {
		taken, fewer := b.tryTake(bytes)
		if taken {
			return true
		}
		select {
		case <-fewer:
		case <-ctx.Done():
			return false
		}
	}
}

// tryTake adds some bytes if there are fewer than the maximum. Otherwise fewer is closed when some
// go.
func (b *backlog) tryTake(bytes int) (taken bool, fewer <-chan struct{}) {
	b.all.mutex.Lock()
	defer b.all.mutex.Unlock()
	if b.bytes >= b.most || b.all.bytes >= b.mostOfAll {
		return false, b.all.fewer
	}
	b.bytes, b.all.bytes = b.bytes+bytes, b.all.bytes+bytes
	return true, nil
}

// add adds bytes, whatever the maximum.
func (b *backlog) add(bytes int) { b.giveBack(-bytes) }

// giveBack removes bytes.
func (b *backlog) giveBack(bytes int) {
	b.all.mutex.Lock()
	defer b.all.mutex.Unlock()
	b.bytes, b.all.bytes = b.bytes-bytes, b.all.bytes-bytes
	close(b.all.fewer)
	b.all.fewer = make(chan struct{})
}

// end gives back what still waits. Nobody else may use the backlog any more.
func (b *backlog) end() { b.giveBack(b.bytes) }
