package friends

import (
	"slices"
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/cmd/internal/push"
)

const (
	// mostAddresses is how many browsers of a seat are notified.
	mostAddresses = 3
	// noticePause is the least time between two notices to a seat.
	noticePause = time.Minute
	// noticePatience is the pause before a notice to a player whose page is open, perhaps out of sight.
	noticePatience = 30 * time.Second
)

var errNoPush = messages.NewCoded("noPush", "this server sends no notices")

// Post posts the id of a game to the address of a browser, without waiting. gone is called if the
// browser is not there any more.
type Post func(to push.Address, game string, gone func())

// TellTurns has players notified of their turns by post. It must be called before anybody enters.
func (h *House) TellTurns(post Post) { h.post = post }

// Notify adds an address at which the holder of ticket is notified of turns. A seat has few addresses:
// the oldest makes room.
func (h *House) Notify(ticket Ticket, at push.Address) error {
	if h.post == nil {
		return errNoPush
	}
	if err := at.Check(); err != nil {
		return err
	}
	return h.change(ticket, func(g *game, by role, _ time.Time) error {
		if slices.Contains(g.Notices[by], at) {
			return errUnchanged
		}
		others := g.noticesBut(by, at.Endpoint)
		g.Notices[by] = append(others[max(0, len(others)+1-mostAddresses):], at)
		return nil
	})
}

// noticesBut returns a copy of the addresses of a seat without one.
func (g *game) noticesBut(player role, endpoint string) []push.Address {
	return slices.DeleteFunc(slices.Clone(g.Notices[player]), func(a push.Address) bool { return a.Endpoint == endpoint })
}

// turn is a turn of a player in a series of games.
type turn struct {
	number, ply int
	player      role
}

func (g *game) turn() turn {
	return turn{g.Number, len(g.Moves), g.playerOf(g.position.Side())}
}

// announce has the player to move notified, if the game has begun. The caller must hold the mutex.
func (r *room) announce() {
	r.house.times.cancel(&r.notice)
	g, now := r.game, r.house.now()
	turn := g.turn()
	if r.house.post == nil || g.Result != playing || turn.ply == 0 && turn.number == 1 {
		return
	}
	wait := r.noticed[turn.player].Add(noticePause).Sub(now)
	if r.here()[turn.player] {
		wait = max(wait, noticePatience)
	}
	r.told = turn
	r.house.times.after(wait, &r.notice)
}

// post notifies a player of a turn that is not over.
func (r *room) post() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	turn := r.told
	if g := r.game; g.turn() != turn || g.Result != playing || len(g.Notices[turn.player]) == 0 {
		return
	}
	r.noticed[turn.player] = r.house.now()
	for _, at := range r.game.Notices[turn.player] {
		r.house.post(at, r.game.ID, func() { r.forget(turn.player, at.Endpoint) })
	}
}

// forget removes an address of a seat.
func (r *room) forget(player role, endpoint string) {
	r.change(func(g *game, _ time.Time) error {
		g.Notices[player] = g.noticesBut(player, endpoint)
		return nil
	})
}
