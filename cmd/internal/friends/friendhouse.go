package friends

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"cathedral/cmd/internal/messages"
	"cathedral/engine"
	"cathedral/engine/wording"
)

// House holds all games of friends. Its methods may be called by many goroutines.
type House struct {
	store      *gameStore
	clock      *houseClock
	times      *dueTimes
	sweeping   due
	most       int
	salt       string                // of the hashes of network addresses; it is never stored
	unreadable int                   // games in the store
	post       Post                  // nil: nobody is notified of turns
	report     func(sentence string) // to the operator
	end        func()                // ends the work
	work       sync.WaitGroup

	mutex sync.Mutex       // nobody waits for anything else while holding it
	rooms map[string]*room // by the game's id
}

// Invitation holds the tokens of a new game: of the player who invites, of the one
// who is invited, and of those who watch.
type Invitation struct {
	Host    string `json:"host"`
	Invited string `json:"invited"`
	Watch   string `json:"watch"`
}

// Even is the way in which friends have the same chances. The zero value is none.
type Even struct {
	Fair     string `json:"fair"`     // the text of the fair game, "" for none
	TwoGames bool   `json:"twoGames"` // whether the squares of two games are added up
}

// errFull is the error if no further game may be kept.
var errFull = messages.NewCoded("friendsFull", "there are too many games of friends here: try again later")

// Open opens the games in folder, which it creates if it is missing. There can be up to most
// games. A file of earlier versions in its place becomes a folder; ErrDamaged says that it
// cannot be read. report is called with sentences for the operator, by another goroutine. The
// caller must call Close.
func Open(folder string, most int, report func(sentence string)) (*House, error) {
	return open(folder, most, report, newMachineClock())
}

func open(folder string, most int, report func(string), machine machineClock) (*House, error) {
	store, err := openGameStore(folder)
	if err != nil {
		return nil, err
	}
	games, unreadable, err := store.all()
	var clock *houseClock
	if err == nil {
		clock, err = openHouseClock(store, games, machine)
	}
	if err != nil {
		store.close()
		return nil, err
	}
	h := &House{store: store, clock: clock, times: newDueTimes(), most: most, salt: rand.Text(), unreadable: unreadable, rooms: map[string]*room{}, report: report}
	for _, g := range games {
		h.rooms[g.ID] = newRoom(h, g)
	}
	h.sweeping.act = func() {
		h.times.after(time.Hour, &h.sweeping)
		go h.sweep()
	}
	h.times.after(time.Minute, &h.sweeping)
	ctx, end := context.WithCancel(context.Background())
	h.end = end
	h.work.Go(func() { h.times.run(ctx) })
	h.work.Go(func() { h.beat(ctx) })
	return h, nil
}

// now returns the time of the house, which counts for clocks and ages.
func (h *House) now() time.Time { return h.clock.now() }

// beat stores the time until ctx ends. If the time of day jumps, the operator can see
// whether it is right now, before anything is removed.
func (h *House) beat(ctx context.Context) {
	ticker := time.NewTicker(beatInterval)
	defer ticker.Stop()
	for ctx.Err() == nil {
		select {
		case <-ticker.C:
		case <-ctx.Done():
		}
		jump := h.clock.beat()
		if jump.Abs() < beatInterval {
			continue
		}
		h.times.after(day, &h.sweeping)
		h.report(fmt.Sprintf("The time of day has jumped by %s: clocks of friends' games do not follow it, and no game is removed for a day.", jump.Round(time.Second)))
	}
	h.clock.file.Close()
}

// Damage says in a sentence how many games cannot be read, or returns "" if all can.
func (h *House) Damage() string {
	if h.unreadable == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %s in %s cannot be read: restore them from a backup",
		h.unreadable, wording.Count(h.unreadable+len(h.rooms), "game"), h.store.folder.Name())
}

// Close closes the store after all changes that are being stored. Later changes fail.
func (h *House) Close() error {
	h.end()
	h.work.Wait()
	return h.store.close()
}

// Invite makes a game in which the player who invites has the given side. control is a time
// control of MESSAGES.md. from is the network address of the player, "" for this machine. If
// there are too many games, one from the address with most of them makes room.
func (h *House) Invite(from string, rules engine.Rules, even Even, control string, side engine.Side) (Invitation, error) {
	g, err := newGame(newID(), rules, even, control, side)
	if err != nil {
		return Invitation{}, err
	}
	invitation := Invitation{newToken(g.ID), newToken(g.ID), newToken(g.ID)}
	for who, token := range []string{invitation.Host, invitation.Invited, invitation.Watch} {
		g.Hashes[who] = hashOf(token)
	}
	g.Inviter = h.hash(from)
	g.Changed = h.now().UnixMilli()
	r := newRoom(h, g)
	r.turn <- struct{}{} // so that it is not removed now
	defer func() { <-r.turn }()
	for !h.add(r) {
		if !h.makeRoom() {
			return Invitation{}, errFull
		}
	}
	if err := h.store.put(g); err != nil {
		h.forget(g.ID)
		return Invitation{}, err
	}
	return invitation, nil
}

// hash returns a hash of a network address, or nil of "".
func (h *House) hash(from string) []byte {
	if from == "" {
		return nil
	}
	hash := sha256.Sum256([]byte(h.salt + from))
	return hash[:8]
}

// add adds a room unless there are too many, and reports whether it did.
func (h *House) add(r *room) bool {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if len(h.rooms) >= h.most {
		return false
	}
	h.rooms[r.game.ID] = r
	return true
}

// room returns the room of a game, nil if there is none.
func (h *House) room(id string) *room {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.rooms[id]
}

func (h *House) forget(id string) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	delete(h.rooms, id)
}

// all returns all rooms.
func (h *House) all() []*room {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return slices.Collect(maps.Values(h.rooms))
}

// makeRoom removes a game that nobody visits, from the address that has most such games, and
// reports whether there was one: first those in which not both sides have moved, then the oldest.
func (h *House) makeRoom() bool {
	games := map[string][]*game{}
	for _, r := range h.all() {
		r.mutex.Lock()
		if from := string(r.game.Inviter); from != "" && len(r.visits) == 0 {
			games[from] = append(games[from], r.game)
		}
		r.mutex.Unlock()
	}
	most := slices.MaxFunc(append(slices.Collect(maps.Values(games)), nil), func(a, b []*game) int { return len(a) - len(b) })
	if len(most) < 2 {
		return false
	}
	rank := map[bool]int{true: 1} // of games that have begun
	first := slices.MinFunc(most, func(a, b *game) int {
		return cmp.Or(rank[a.hasBegun()]-rank[b.hasBegun()], cmp.Compare(a.Changed, b.Changed))
	})
	r := h.room(first.ID)
	return r != nil && h.remove(r, func() bool { return true })
}

// sweep removes stale games.
func (h *House) sweep() {
	for _, r := range h.all() {
		h.remove(r, r.isStale)
	}
}

// remove removes a game that nobody visits or changes, if it may go, and reports whether it did. The
// function mayGo is called with the room locked.
func (h *House) remove(r *room, mayGo func() bool) bool {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	default:
		return false
	}
	r.mutex.Lock()
	id, goes := r.game.ID, !r.gone && len(r.visits) == 0 && mayGo()
	r.gone = r.gone || goes
	r.mutex.Unlock()
	if !goes {
		return false
	}
	if h.store.remove(id) != nil {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.gone = false
		return false
	}
	h.times.cancel(&r.look)
	h.times.cancel(&r.notice)
	h.forget(id)
	return true
}

// open returns the room that a ticket opens, the role of its token, and the device of its key,
// which those who watch do not have.
func (h *House) open(ticket Ticket) (*room, role, device, error) {
	id, hash, err := parseToken(ticket.Token)
	if err != nil {
		return nil, 0, nil, err
	}
	r := h.room(id)
	if r == nil {
		return nil, 0, nil, errExpired
	}
	if hash == nil {
		return r, watcher, nil, nil
	}
	r.mutex.Lock()
	hashes := r.game.Hashes
	r.mutex.Unlock()
	found := numRoles
	for who := range hashes {
		if subtle.ConstantTimeCompare(hashes[who], hash) == 1 {
			found = role(who)
		}
	}
	switch found {
	case numRoles:
		return nil, 0, nil, errExpired
	case watcher:
		return r, watcher, nil, nil
	}
	d, err := parseKey(ticket.Key)
	return r, found, d, err
}

// Enter makes guest follow the game of ticket, under a name that the players see; "" leaves
// the name as it is. A seat that nobody holds is the guest's from then on; for one that is
// held elsewhere the guest asks, and watches. The guest gets the state of the game at once, and
// each later one until leave is called.
func (h *House) Enter(ticket Ticket, name string, guest Guest) (leave func(), err error) {
	r, who, d, err := h.open(ticket)
	if err != nil {
		return nil, err
	}
	v := &visit{guest, who, d}
	if err := r.enter(v, name); err != nil {
		return nil, err
	}
	return func() { r.leave(v) }, nil
}

// change changes the game of a ticket, which must be that of a player's seat.
func (h *House) change(ticket Ticket, by func(*game, role, time.Time) error) error {
	r, who, d, err := h.open(ticket)
	if err != nil {
		return err
	}
	if who == watcher {
		return errWatching
	}
	return r.change(func(g *game, now time.Time) error {
		if !g.sit(who, d) {
			return errSeatHeld
		}
		return by(g, who, now)
	})
}

// Play plays move for the holder of ticket, after ply moves of the game. The same move again
// changes nothing and is not an error.
func (h *House) Play(ticket Ticket, ply int, move string) error {
	return h.change(ticket, func(g *game, by role, now time.Time) error { return g.play(by, ply, move, now) })
}

// Resign ends the game as lost by the holder of ticket.
func (h *House) Resign(ticket Ticket) error {
	return h.change(ticket, func(g *game, by role, now time.Time) error { return g.resign(by, now) })
}

// Offer makes an offer for the holder of ticket: what is takeback, draw or rematch. It agrees if
// the other player has made the same offer.
func (h *House) Offer(ticket Ticket, what string) error {
	return h.change(ticket, func(g *game, by role, now time.Time) error { return g.offer(by, what, now) })
}

// Decline withdraws or refuses the open offer for the holder of ticket.
func (h *House) Decline(ticket Ticket) error {
	return h.change(ticket, func(g *game, _ role, _ time.Time) error { return g.decline() })
}

// HandOver gives the seat of side to the device with a mark, which must be the one that asks for
// it. The holder of ticket may be either player.
func (h *House) HandOver(ticket Ticket, side engine.Side, mark string) error {
	return h.change(ticket, func(g *game, _ role, _ time.Time) error { return g.handOver(side, mark) })
}

// Keep refuses the device with a mark, which must be the one that asks for the seat of side. The
// holder of ticket may be either player.
func (h *House) Keep(ticket Ticket, side engine.Side, mark string) error {
	return h.change(ticket, func(g *game, _ role, now time.Time) error { return g.keep(side, mark, now) })
}
