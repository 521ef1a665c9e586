package friends

import (
	"cmp"
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
	most       int
	now        func() time.Time
	salt       string // of the hashes of network addresses; it is never stored
	unreadable int    // games in the store
	post       Post   // nil: nobody is notified of turns

	mutex sync.Mutex
	rooms map[string]*room // by the game's id
	swept time.Time        // when stale games were removed last
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
// cannot be read. The caller must call Close.
func Open(folder string, most int) (*House, error) { return open(folder, most, time.Now) }

func open(folder string, most int, now func() time.Time) (*House, error) {
	store, err := openGameStore(folder)
	if err != nil {
		return nil, err
	}
	h := &House{store: store, most: most, now: now, salt: rand.Text(), rooms: map[string]*room{}}
	h.unreadable, err = store.all(func(g *game) {
		g.resume()
		h.rooms[g.ID] = newRoom(h, g)
	})
	if err != nil {
		store.close()
		return nil, err
	}
	return h, nil
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
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for _, r := range h.rooms {
		r.mutex.Lock()
		for _, timer := range []*time.Timer{r.timer, r.grace, r.notice} {
			if timer != nil {
				timer.Stop()
			}
		}
		r.mutex.Unlock()
	}
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
	if from != "" {
		hash := sha256.Sum256([]byte(h.salt + from))
		g.Inviter = hash[:8]
	}
	now := h.now()
	g.Changed = now.UnixMilli()
	h.sweep(now)
	h.mutex.Lock()
	full := len(h.rooms) >= h.most && !h.makeRoom()
	if !full {
		h.rooms[g.ID] = newRoom(h, g)
	}
	h.mutex.Unlock()
	if full {
		return Invitation{}, errFull
	}
	if err := h.store.put(g); err != nil {
		h.mutex.Lock()
		delete(h.rooms, g.ID)
		h.mutex.Unlock()
		return Invitation{}, err
	}
	return invitation, nil
}

// makeRoom removes a game that nobody visits, from the address that has most such games, and
// reports whether there was one: first those in which not both sides have moved, then the oldest.
// The caller must hold the mutex.
func (h *House) makeRoom() bool {
	games := map[string][]*game{}
	for _, r := range h.rooms {
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
	if h.store.remove([]string{first.ID}) != nil {
		return false
	}
	delete(h.rooms, first.ID)
	return true
}

// sweep removes stale games from time to time.
func (h *House) sweep(now time.Time) {
	const interval = time.Hour
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if now.Sub(h.swept) < interval {
		return
	}
	h.swept = now
	var stale []string
	for id, r := range h.rooms {
		if r.isStale(now) {
			stale = append(stale, id)
		}
	}
	if len(stale) == 0 || h.store.remove(stale) != nil {
		return
	}
	for _, id := range stale {
		delete(h.rooms, id)
	}
}

// open returns the room that a ticket opens, the role of its token, and the device of its key,
// which those who watch do not have.
func (h *House) open(ticket Ticket) (*room, role, device, error) {
	id, hash, err := parseToken(ticket.Token)
	if err != nil {
		return nil, 0, nil, err
	}
	h.mutex.Lock()
	r := h.rooms[id]
	h.mutex.Unlock()
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
