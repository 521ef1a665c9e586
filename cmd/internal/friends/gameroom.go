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
	turn    chan struct{} // has a value while the game is changed, which may take as long as the disk
	look    due           // at the clock
	notice  due           // notifies the player to move
	mutex   sync.Mutex    // nobody waits while holding it
	game    *game         // replaced, never changed
	gone    bool          // the game is being removed
	visits  map[*visit]bool
	duty    *duty        // to do that; nil: none so far
	goesOn  time.Time    // when a paused clock runs again; zero: when somebody has come
	noticed [2]time.Time // when the players were notified last
}

// visit is the time that a guest spends in a room, in one role and at one device.
type visit struct {
	guest  Guest
	who    role
	device device
}

func newRoom(house *House, g *game) *room {
	r := &room{house: house, turn: make(chan struct{}, 1), game: g, visits: map[*visit]bool{}}
	r.look.act = func() { go r.ring() }
	r.notice.act = func() { go r.sendNotices() }
	r.setTimer()
	return r
}

// change changes the game, stores it, and then sends it to all guests. If the change or
// the store fails, the game is as before. The error is ErrBusy if others took too long.
func (r *room) change(by func(*game, time.Time) error) error { return r.changeWith(nil, by) }

// changeWith is change by somebody whose visit, if not nil, begins unless there is an error.
func (r *room) changeWith(v *visit, by func(*game, time.Time) error) error {
	now := r.house.now() // nobody thinks while waiting here
	if err := take(r.turn); err != nil {
		return err
	}
	defer func() { <-r.turn }()
	r.mutex.Lock()
	next, gone := r.game.copied(), r.gone
	r.mutex.Unlock()
	if gone {
		return errExpired
	}
	before := next.turn()
	var err, refusal error
	if next.flag(now) {
		refusal = errTimeIsUp
	} else {
		err = by(next, now)
	}
	changed := err == nil
	if changed {
		if next.turn() != before {
			wall, _ := r.house.clock.machine() // which is shown
			next.Notice, next.TurnAt = notice{}, wall.UnixMilli()
		}
		next.Changed = now.UnixMilli()
		err = r.house.store.put(next)
	}
	if err != nil && err != errUnchanged {
		return err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if v != nil && refusal == nil {
		r.visits[v] = true
	}
	if changed {
		r.accept(next, now)
	}
	return refusal
}

// accept puts a game that is stored in the place of that before. The caller must hold the mutex.
func (r *room) accept(next *game, now time.Time) {
	if next.Clock.Began == now.UnixMilli() {
		next.Clock.Began = r.house.now().UnixMilli() // nobody thinks before seeing the move
	}
	for player, d := range next.Asking {
		if len(d) > 0 && !r.isHere(role(player), d) { // it has left by now
			next.Asking[player] = nil
		}
	}
	r.game = next
	r.setTimer()
	r.tell()
	r.planNotice()
}

// enter begins a visit under a name, which may be "". Its guest gets the state of the game. Who
// watches does not wait for the disk.
func (r *room) enter(v *visit, name string) error {
	if v.who != watcher {
		meet := func(g *game, now time.Time) error {
			wall, _ := r.house.clock.machine() // which is shown
			return g.meet(v.who, v.device, name, now, func() (time.Time, error) { return wall, r.mayAsk(v, now) })
		}
		err := r.changeWith(v, meet)
		if err == errTimeIsUp {
			err = r.changeWith(v, meet) // the seat of a game that has just ended
		}
		if err != nil {
			return err
		}
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.gone {
		return errExpired
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
	r.mutex.Lock()
	defer r.mutex.Unlock()
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
			states[seen] = r.game.stateFor(seen, here, now)
		}
		v.guest.Tell(states[seen])
	}
}

// goOn lets a paused clock run when both players are here, or some time after the first. The
// caller must hold the mutex.
func (r *room) goOn() {
	const grace = time.Minute
	at := r.house.now()
	switch here := r.here(); {
	case !r.game.isPaused() || here == [2]bool{}:
		return
	case here != [2]bool{true, true}:
		at = at.Add(grace)
	}
	if r.goesOn.IsZero() || at.Before(r.goesOn) {
		r.goesOn = at
		r.setTimer()
	}
}

// setTimer has the clock looked at when it matters. The caller must hold the mutex.
func (r *room) setTimer() {
	now := r.house.now()
	switch {
	case r.game.Clock.runs():
		r.house.times.after(r.game.timeLeft(now), &r.look)
	case r.game.isPaused() && !r.goesOn.IsZero():
		r.house.times.after(r.goesOn.Sub(now), &r.look)
	default:
		r.house.times.cancel(&r.look)
	}
}

// ring ends the game if the time is up, or lets a paused clock run. If that cannot be stored now, it is
// tried again.
func (r *room) ring() {
	const pause = 10 * time.Second
	err := r.change(func(g *game, now time.Time) error {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		if !g.isPaused() || now.Before(r.goesOn) {
			return errUnchanged
		}
		g.startClock(now)
		return nil
	})
	r.mutex.Lock()
	defer r.mutex.Unlock()
	switch {
	case err == nil:
		r.setTimer()
	case err != errTimeIsUp && !r.gone:
		r.house.times.after(pause, &r.look)
	}
}

// isStale reports whether the game may be removed. The caller must hold the mutex.
func (r *room) isStale() bool {
	const (
		notBegunKept = 7 * day
		endedKept    = 30 * day
		playingKept  = 180 * day
	)
	kept := playingKept
	switch {
	case !r.game.hasBegun():
		kept = max(notBegunKept, r.game.control.turn)
	case r.game.Result != playing:
		kept = endedKept
	}
	return r.house.now().Sub(time.UnixMilli(r.game.Changed)) > kept
}
