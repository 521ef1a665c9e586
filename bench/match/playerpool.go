package match

import (
	"sync"

	"cathedral/bench/match/player"
)

// pool keeps idle players between games, so that an engine is started once and not
// for every game. It is safe for concurrent use.
type pool struct {
	mutex sync.Mutex
	idle  []idlePlayer // the longest unused first
	most  int          // the number of idle players to keep
}

type idlePlayer struct {
	key string // see seat
	*player.Player
}

// take removes an idle player from the pool and returns it, or nil if there is none.
func (p *pool) take(key string) *player.Player {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for i := len(p.idle) - 1; i >= 0; i-- {
		if idle := p.idle[i]; idle.key == key {
			p.idle = append(p.idle[:i], p.idle[i+1:]...)
			return idle.Player
		}
	}
	return nil
}

// give puts a player into the pool.
func (p *pool) give(key string, idle *player.Player) {
	p.mutex.Lock()
	p.idle = append(p.idle, idlePlayer{key, idle})
	var closing []idlePlayer
	if surplus := len(p.idle) - p.most; surplus > 0 {
		closing = append(closing, p.idle[:surplus]...)
		p.idle = append(p.idle[:0], p.idle[surplus:]...)
	}
	p.mutex.Unlock()
	closeAll(closing)
}

// close ends all players.
func (p *pool) close() {
	p.mutex.Lock()
	closing := p.idle
	p.idle = nil
	p.mutex.Unlock()
	closeAll(closing)
}

// closeAll closes players concurrently, because an engine may be slow to quit.
func closeAll(players []idlePlayer) {
	var closing sync.WaitGroup
	for _, idle := range players {
		closing.Go(idle.Close)
	}
	closing.Wait()
}
