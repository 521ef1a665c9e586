package friends

import (
	"bytes"
	"sync"
	"time"
)

// Guest is a page that has opened the link of a game and gets each change. It may visit
// several games, which then call it at the same time.
type Guest interface {
	// Tell passes on a state of the game as JSON. It must not block, and may
	// drop a state when a newer one comes. It must not change the bytes.
	Tell(state []byte)
}

// room is a game and those who have opened it.
type room struct {
	house   *House
	mutex   sync.Mutex
	game    *game // replaced, never changed
	visits  map[*visit]bool
	timer   *time.Timer  // nil, or rings when the clock must be looked at
	grace   *time.Timer  // nil, or lets a paused clock run
	notice  *time.Timer  // nil, or notifies the player to move
	noticed [2]time.Time // when the players were notified last
}

// visit is the time that a guest spends in a room, in one role and at one device.
type visit struct {
	guest  Guest
	who    role
	device device
}

func newRoom(house *House, g *game) *room {
	r := &room{house: house, game: g, visits: map[*visit]bool{}}
	r.mutex.Lock() // the timer may ring at once
	defer r.mutex.Unlock()
	r.setTimer()
	return r
}

// change changes the game, stores it, and then sends it to all guests. If the change or
// the store fails, the game is as before.
func (r *room) change(by func(*game, time.Time) error) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return r.changeLocked(by)
}

// changeLocked is change for a caller that holds the mutex.
func (r *room) changeLocked(by func(*game, time.Time) error) error {
	now := r.house.now()
	next := r.game.copied()
	var refusal error
	if next.flag(now) {
		refusal = errTimeIsUp
	} else if err := by(next, now); err == errUnchanged {
		return nil
	} else if err != nil {
		return err
	}
	next.Changed = now.UnixMilli()
	if err := r.house.store.put(next); err != nil {
		return err
	}
	before := r.game.turn()
	r.game = next
	r.setTimer()
	r.tell()
	if next.turn() != before {
		r.announce()
	}
	return refusal
}

// enter begins a visit under a name, which may be "". Its guest gets the state of the game.
func (r *room) enter(v *visit, name string) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	meet := func(g *game, now time.Time) error {
		return g.meet(v.who, v.device, name, now, func() error { return r.mayAsk(v, now) })
	}
	err := r.changeLocked(meet)
	if err == errTimeIsUp {
		err = r.changeLocked(meet) // the seat of a game that has just ended
	}
	if err != nil {
		return err
	}
	r.visits[v] = true
	r.goOn()
	r.tell()
	return nil
}

// mayAsk returns nil if the device of a visit may ask for its seat: it was not refused just
// now, and no other device asks. Otherwise the error is errAskLater for a guest that
// follows the game already, and errUnchanged for one that comes now.
func (r *room) mayAsk(v *visit, now time.Time) error {
	const patience = time.Minute
	g, follows := r.game, false
	waits := len(g.Asking[v.who]) > 0 || bytes.Equal(g.Refused[v.who], v.device) && now.Sub(time.UnixMilli(g.RefusedAt[v.who])) < patience
	for other := range r.visits {
		follows = follows || other.guest == v.guest && bytes.Equal(other.device, v.device)
	}
	switch {
	case !waits:
		return nil
	case follows:
		return errAskLater
	}
	return errUnchanged
}

// leave ends a visit, and what its device asked for, unless that is here by another visit.
func (r *room) leave(v *visit) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.visits, v)
	if v.who != watcher && bytes.Equal(r.game.Asking[v.who], v.device) && !r.isHere(v.who, v.device) {
		r.game = r.game.copied()
		r.game.Asking[v.who] = nil
	}
	r.tell()
}

// isHere reports whether a device visits in a role. The caller must hold the mutex.
func (r *room) isHere(who role, d device) bool {
	for v := range r.visits {
		if v.who == who && bytes.Equal(v.device, d) {
			return true
		}
	}
	return false
}

// here returns which players are connected. The caller must hold the mutex.
func (r *room) here() (here [2]bool) {
	for v := range r.visits {
		if r.game.holds(v.who, v.device) {
			here[v.who] = true
		}
	}
	return here
}

// tell sends all guests the state of the game. The caller must hold the mutex.
func (r *room) tell() {
	here, now := r.here(), r.house.now()
	states := map[view][]byte{}
	for v := range r.visits {
		seen := view{v.who, r.game.holds(v.who, v.device)}
		if states[seen] == nil {
			state, err := r.game.stateFor(seen, here, now)
			if err != nil {
				return // cannot happen
			}
			states[seen] = state
		}
		v.guest.Tell(states[seen])
	}
}

// goOn lets a paused clock run when both players are here, or some time after the first. The
// caller must hold the mutex.
func (r *room) goOn() {
	const grace = time.Minute
	switch here := r.here(); {
	case !r.game.isPaused():
	case here == [2]bool{true, true}:
		r.changeLocked((*game).goOn)
	case here != [2]bool{} && r.grace == nil:
		r.grace = time.AfterFunc(grace, func() { r.change((*game).goOn) })
	}
}

// chargeInterval is how often the time of a live clock is stored. If the server is killed, a
// player gets back hardly more.
const chargeInterval = 4 * time.Second

// setTimer sets the timer for the time of the side to move. The caller must hold the mutex.
func (r *room) setTimer() {
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
	if clock := &r.game.Clock; clock.runs() {
		wait := time.Duration(clock.left(r.game.position.Side(), r.house.now())) * time.Millisecond
		if r.game.control.isLive() {
			wait = min(wait, chargeInterval)
		}
		r.timer = time.AfterFunc(wait, r.ring)
	}
}

// ring ends the game if the time is up. Otherwise it stores what a live clock shows, which
// changes nothing for the guests.
func (r *room) ring() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.changeLocked(func(*game, time.Time) error { return errUnchanged }) != nil {
		return // the game has ended, or cannot be stored: then the next request ends it
	}
	next, now := r.game.copied(), r.house.now()
	if side := next.position.Side(); next.control.isLive() && next.Clock.runs() {
		next.Clock.stop(side, now)
		next.Clock.begin(side, next.control, now)
		if r.house.store.put(next) == nil {
			r.game = next
		}
	}
	r.setTimer()
}

// isStale reports whether the game may be removed.
func (r *room) isStale(now time.Time) bool {
	const (
		notBegunKept = 7 * day
		endedKept    = 30 * day
		playingKept  = 180 * day
	)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	kept := playingKept
	switch {
	case !r.game.hasBegun():
		kept = max(notBegunKept, r.game.control.turn)
	case r.game.Result != playing:
		kept = endedKept
	}
	return len(r.visits) == 0 && now.Sub(time.UnixMilli(r.game.Changed)) > kept
}
