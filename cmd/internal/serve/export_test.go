package serve

import "context"

// HoldHeavy takes the turn of a visitor's heavy requests until release is called.
func (s *Server) HoldHeavy(who string) (release func()) {
	share := s.shares.join(who)
	leave := share.heavy.enter(context.Background())
	return func() {
		leave()
		s.shares.leave(who, share)
	}
}

// Waiting returns the bytes that wait of a visitor.
func (s *Server) Waiting(who string) int {
	share := s.shares.join(who)
	defer s.shares.leave(who, share)
	share.backlogs.mutex.Lock()
	defer share.backlogs.mutex.Unlock()
	return share.backlogs.bytes
}
