package friends

import (
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
	house  *House
	mutex  sync.Mutex
	game   *game // replaced, never changed
	visits map[*visit]bool
	timer  *time.Timer // nil, or ends the game when the time is up
}

// visit is the time that a guest spends in a room, in one role and at one device.
type visit struct {
	guest  Guest
	who    role
	device device
}

func newRoom(house *House, g *game) *room {
	r := &room{house: house, game: g, visits: map[*visit]bool{}}
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
	r.game = next
	r.setTimer()
	r.tell()
	return refusal
}

// enter begins a visit under a name, which may be "". Its guest gets the state of the game.
func (r *room) enter(v *visit, name string) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	meet := func(g *game, now time.Time) error { return g.meet(v.who, v.device, name, now) }
	err := r.changeLocked(meet)
	if err == errTimeIsUp {
		err = r.changeLocked(meet) // the seat of a game that has just ended
	}
	if err != nil {
		return err
	}
	r.visits[v] = true
	r.tell()
	return nil
}

// leave ends a visit.
func (r *room) leave(v *visit) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	delete(r.visits, v)
	r.tell()
}

// tell sends all guests the state of the game. The caller must hold the mutex.
func (r *room) tell() {
	var here [2]bool
	for v := range r.visits {
		if r.game.holds(v.who, v.device) {
			here[v.who] = true
		}
	}
	now := r.house.now()
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

// setTimer has the game end when the time of the side to move is up. The caller
// must hold the mutex, unless the room is not shared yet.
func (r *room) setTimer() {
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
	if clock := &r.game.Clock; clock.runs() {
		left := clock.left(r.game.position.Side(), r.house.now())
		r.timer = time.AfterFunc(time.Duration(left)*time.Millisecond, r.flag)
	}
}

// flag ends the game if the time is up, and waits again if the time of day has been set back
// since.
func (r *room) flag() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	err := r.changeLocked(func(*game, time.Time) error { return errUnchanged })
	if err == nil { // otherwise the game has ended, or cannot be stored: then the next request ends it
		r.setTimer()
	}
}

// isStale reports whether the game may be removed.
func (r *room) isStale(now time.Time) bool {
	const (
		endedKept   = 30 * day
		playingKept = 180 * day
	)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	kept := playingKept
	if r.game.Result != playing {
		kept = endedKept
	}
	return len(r.visits) == 0 && now.Sub(time.UnixMilli(r.game.Changed)) > kept
}
