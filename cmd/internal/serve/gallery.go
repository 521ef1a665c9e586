package serve

// The match that the server plays, and its watchers.

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"cathedral/cmd/internal/messages"
)

// gallery holds the server's match, if there is one, and its watchers. The
// match ends when its last watcher leaves.
type gallery struct {
	mutex    sync.Mutex
	watchers map[*connection]bool
	match    *matchState     // nil: none
	owner    context.Context // of the connection that started the match, which may have ended
	visitor  string          // that started it
	begun    time.Time
	end      context.CancelFunc
}

func newGallery() *gallery { return &gallery{watchers: map[*connection]bool{}} }

// watch makes a connection a watcher and returns the match as JSON, null if
// there is none.
func (g *gallery) watch(c *connection) json.RawMessage {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	g.watchers[c] = true
	return g.match.text()
}

// leave removes a watcher. If it was the last one, the match ends and is
// removed.
func (g *gallery) leave(c *connection) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	delete(g.watchers, c)
	if len(g.watchers) == 0 && g.match != nil {
		g.end()
		g.match = nil
	}
}

// finish ends the match that a connection started, and returns its state.
func (g *gallery) finish(c *connection) (json.RawMessage, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	switch {
	case !g.match.isPlayed():
		return nil, messages.NewCoded("noMatch", "no match is being played")
	case g.owner != c.ctx:
		return nil, messages.NewCoded("notYourMatch", "another page started the match")
	}
	g.end()
	g.match.State = "ended"
	g.tell()
	return g.match.text(), nil
}

// begin sets the match and makes the connection its owner and a watcher. It
// returns an error while another match is being played, unless another visitor has
// started it a long time ago. end must end the match.
func (g *gallery) begin(c *connection, state *matchState, end context.CancelFunc) (json.RawMessage, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.match.isPlayed() {
		if g.visitor == c.visitor || time.Since(g.begun) < c.server.config.Limits.Match {
			return nil, messages.NewCoded("matchRuns", "a match is already being played")
		}
		g.end()
	}
	g.match, g.owner, g.visitor, g.begun, g.end = state, c.ctx, c.visitor, time.Now(), end
	g.watchers[c] = true
	g.tell()
	return state.text(), nil
}

// change changes the match and informs all watchers. A match that has ended does
// not change any more.
func (g *gallery) change(state *matchState, by func(*matchState)) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.match == state && state.isPlayed() {
		by(state)
		g.tell()
	}
}

// played returns a finished game of the match, by its number from 1.
func (g *gallery) played(number int) (*matchGame, error) {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	if g.match == nil || number < 1 || number > len(g.match.games) {
		return nil, fmt.Errorf("there is no finished game %d", number)
	}
	return &g.match.games[number-1], nil
}

// tell sends the state of the match to all watchers. The caller must hold the
// mutex.
func (g *gallery) tell() {
	message, err := json.Marshal(messages.Fields{"match": g.match.text()})
	if err != nil {
		return // cannot happen
	}
	for c := range g.watchers {
		c.sendNews(message)
	}
}
