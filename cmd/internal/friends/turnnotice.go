package friends

import (
	"math"
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
	// mostTries is how often a notice to a browser is posted until that succeeds. retryPause is the pause
	// after the first failure; after each further one it is retryGrowth times as long.
	mostTries, retryPause, retryGrowth = 5, 30 * time.Second, 5
	// lastHours is the time left in a game over days when the player to move gets another notice.
	lastHours = 2 * time.Hour
	// firstPatience is how long a page waits for the result of a first message.
	firstPatience = 5 * time.Second
	// firstMessage is posted to a browser that gets notices of turns from now on.
	firstMessage = "first"
)

var errNoPush = messages.NewCoded("noPush", "this server sends no notices")

// notice is what the player to move knows of the turn. It is stored with the turn.
type notice struct {
	Told   bool `json:"told"`   // that the turn has come, or this was tried often enough
	Warned bool `json:"warned"` // that its time is soon up
}

// noticeTarget is a browser that is notified.
type noticeTarget struct {
	push.Address
	By []byte `json:"by"` // a hash of the network address that has named it; empty: unknown, or this machine
}

// Post posts a message without waiting.
type Post func(push.Message)

// TellTurns has players notified of their turns by post, of those too that have come before the server
// was started. It must be called before anybody enters.
func (h *House) TellTurns(post Post) {
	h.post = post
	for _, r := range h.all() {
		r.mutex.Lock()
		r.planNotice()
		r.mutex.Unlock()
	}
}

// Notify adds an address at which the holder of ticket is notified of turns. A seat has few addresses:
// the oldest makes room. from is the network address of the player, "" for this machine. With first, a
// first message is posted there, and its outcome returned.
func (h *House) Notify(ticket Ticket, from string, at push.Address, first bool) (push.Outcome, error) {
	if h.post == nil {
		return "", errNoPush
	}
	if err := at.Check(); err != nil {
		return "", err
	}
	added := noticeTarget{at, h.hash(from)}
	err := h.change(ticket, func(g *game, by role, _ time.Time) error {
		if slices.ContainsFunc(g.Notices[by], func(known noticeTarget) bool { return known.Address == at }) {
			return errUnchanged
		}
		others := without(g.Notices[by], at.Endpoint)
		g.Notices[by] = append(others[max(0, len(others)+1-mostAddresses):], added)
		return nil
	})
	if err != nil || !first {
		return "", err
	}
	done := make(chan push.Result, 1)
	h.post(added.message(ticket.Token[:idLength], firstMessage, func(result push.Result) { done <- result }))
	select {
	case result := <-done:
		return result.Outcome, nil
	case <-time.After(firstPatience):
		return push.Later, nil
	}
}

// message returns a message to the address, which a visitor named for the game with an id.
func (a *noticeTarget) message(id, text string, done func(push.Result)) push.Message {
	visitor := string(a.By)
	if visitor == "" { // there may be many behind a proxy
		visitor = id
	}
	return push.Message{Visitor: visitor, To: a.Address, Text: text, Done: done}
}

// without returns a copy of addresses without one.
func without(addresses []noticeTarget, endpoint string) []noticeTarget {
	return slices.DeleteFunc(slices.Clone(addresses), func(a noticeTarget) bool { return a.Endpoint == endpoint })
}

// turn is a turn of a player in a series of games.
type turn struct {
	number, ply int
	player      role
}

func (g *game) turn() turn {
	return turn{g.Number, len(g.Moves), g.playerOf(g.position.Side())}
}

// duty is to notify a player of a turn, or that its time is soon up.
type duty struct {
	turn  turn
	after time.Time      // nothing is posted before
	left  []noticeTarget // which have not got it; nil: none has
	tries int
	out   int // messages without a result
}

// planNotice has the player to move notified when that is due. The caller must hold the mutex.
func (r *room) planNotice() {
	if wait, isDue := r.noticeWait(); isDue {
		r.house.times.after(wait, &r.notice)
	} else {
		r.house.times.cancel(&r.notice)
	}
}

// noticeWait returns the time until the player to move has to be notified, if that has to be done. The
// caller must hold the mutex.
func (r *room) noticeWait() (wait time.Duration, isDue bool) {
	g, now := r.game, r.house.now()
	turn := g.turn()
	if r.duty == nil || r.duty.turn != turn {
		r.duty = &duty{turn: turn, after: r.noticed[turn.player].Add(noticePause)}
		if patient := now.Add(noticePatience); r.here()[turn.player] && patient.After(r.duty.after) {
			r.duty.after = patient
		}
	}
	wait = max(0, r.duty.after.Sub(now))
	switch {
	case r.house.post == nil || r.gone || g.Result != playing || turn.ply == 0 && turn.number == 1 || len(g.Notices[turn.player]) == 0 || r.duty.out > 0:
		return 0, false
	case g.Notice.Told:
		return max(wait, g.timeLeft(now)-lastHours), g.control.turn > 0 && g.Clock.runs() && !g.Notice.Warned
	}
	return wait, true
}

// timeLeft returns the time that the side to move has left.
func (g *game) timeLeft(now time.Time) time.Duration {
	return time.Duration(g.Clock.left(g.position.Side(), now)) * time.Millisecond
}

// sendNotices notifies the player to move if that is due. It may wait for a store.
func (r *room) sendNotices() {
	r.mutex.Lock()
	wait, isDue := r.noticeWait()
	g, d := r.game, r.duty
	if !isDue || wait > 0 {
		r.planNotice()
		r.mutex.Unlock()
		return
	}
	if d.left == nil {
		d.left = slices.Clone(g.Notices[d.turn.player])
	}
	d.tries, d.out, r.noticed[d.turn.player] = d.tries+1, len(d.left), r.house.now()
	for _, at := range d.left {
		r.house.post(at.message(g.ID, g.ID, func(result push.Result) { go r.noteResult(d, at.Endpoint, result) }))
	}
	isDone := d.out == 0 // but not stored
	r.mutex.Unlock()
	if isDone {
		r.endDuty(d)
	}
}

// noteResult notes what has become of a notice to a browser. It may wait for a store.
func (r *room) noteResult(d *duty, endpoint string, result push.Result) {
	r.mutex.Lock()
	d.out--
	isLast := d.tries == mostTries
	isGone := result.Outcome == push.Gone || result.Outcome == push.Refused && isLast
	if isGone || isLast || result.Outcome == push.Accepted {
		d.left = without(d.left, endpoint)
	}
	pause := retryPause * time.Duration(math.Pow(retryGrowth, float64(d.tries-1)))
	if after := r.house.now().Add(max(pause, result.Pause)); after.After(d.after) {
		d.after = after
	}
	isDone := d.out == 0 && len(d.left) == 0
	r.planNotice()
	r.mutex.Unlock()
	if isGone {
		r.change(func(g *game, _ time.Time) error {
			g.Notices[d.turn.player] = without(g.Notices[d.turn.player], endpoint)
			return nil
		})
	}
	if isDone {
		r.endDuty(d)
	}
}

// endDuty stores that the player to move was notified. If that fails, it is tried again.
func (r *room) endDuty(d *duty) {
	err := r.change(func(g *game, now time.Time) error {
		if g.turn() != d.turn {
			return errUnchanged
		}
		g.Notice = notice{Told: true, Warned: g.Notice.Told || g.timeLeft(now) <= lastHours}
		return nil
	})
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if err == nil && r.duty == d {
		r.duty = nil
	}
	r.planNotice()
}
