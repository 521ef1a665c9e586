package match

import (
	"sync"
)

// pool keeps players that are between games, so that an engine is started once
// and not for every game. It is safe for several goroutines.
type pool struct {
	mutex sync.Mutex
	idle  []idlePlayer // the longest unused first
	most  int          // idle players; more are closed
}

type idlePlayer struct {
	index int // in the plan
	player
}

// take returns an idle player, nil where there is none.
func (p *pool) take(index int) player {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for i := len(p.idle) - 1; i >= 0; i-- {
		if idle := p.idle[i]; idle.index == index {
			p.idle = append(p.idle[:i], p.idle[i+1:]...)
			return idle.player
		}
	}
	return nil
}

// give puts a player back that can play on.
func (p *pool) give(index int, player player) {
	p.mutex.Lock()
	p.idle = append(p.idle, idlePlayer{index, player})
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

// closeAll ends players side by side, since each may take its time.
func closeAll(players []idlePlayer) {
	var closing sync.WaitGroup
	for _, idle := range players {
		closing.Go(idle.close)
	}
	closing.Wait()
}
