package serve

import (
	"sync"

	"cathedral/cmd/internal/serve/visitor"
)

// share is what all connections of a visitor have together.
type share struct {
	heavy       *waitingLine // of heavy requests, of which one is carried out at a time
	proofs      *waitingLine // of proofs, likewise
	stores      *waitingLine // of requests about games of friends
	backlogs    *backlogs
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
		joined = &share{heavy: newWaitingLine(1), proofs: newWaitingLine(1), stores: newWaitingLine(storesEach), backlogs: newBacklogs()}
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
