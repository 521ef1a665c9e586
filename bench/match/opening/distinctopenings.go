package opening

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"cathedral/engine"
)

// End says how a match continues after it has played all openings of its list.
type End string

const (
	Fresh  End = "fresh"  // with random plies on top of the openings
	Repeat End = "repeat" // with the same openings again
	Stop   End = "stop"   // not at all
)

// Ends returns all values of End.
func Ends() []string {
	return []string{string(Fresh), string(Repeat), string(Stop)}
}

// ParseEnd reads the text of an End.
func ParseEnd(text string) (End, error) {
	if !slices.Contains(Ends(), text) {
		return "", fmt.Errorf("%q: want one of %s", text, strings.Join(Ends(), ", "))
	}
	return End(text), nil
}

const (
	// freshPlies is the number of random plies that are added to an opening at first:
	// one of each side.
	freshPlies = 2
	// freshAttempts is the number of attempts after which another ply is added. After
	// mostFreshPlies more plies an opening is accepted although it was played before.
	freshAttempts  = 20
	mostFreshPlies = 4
)

// Distinct returns openings that all lead to different positions. They are those of
// another sequence, as far as that repeats nothing; to an opening that was played before
// it adds random plies. The seed determines them. It is safe for concurrent use.
func Distinct(openings Sequence, seed uint64) Sequence {
	d := distinctOpenings{openings: openings, seed: seed, used: map[uint64]bool{}}
	return d.opening
}

type distinctOpenings struct {
	openings Sequence
	seed     uint64
	mutex    sync.Mutex
	added    [][]engine.Move // to the openings of the rounds so far
	used     map[uint64]bool // keys of the positions that these lead to
}

func (d *distinctOpenings) opening(round int) Opening {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	for len(d.added) <= round {
		d.added = append(d.added, d.add(len(d.added)))
	}
	opening, added := d.openings(round), d.added[round]
	opening.Moves = slices.Concat(opening.Moves, added)
	opening.Random = len(added)
	return opening
}

// add returns the moves to add to the opening of the next round, none if it is new.
func (d *distinctOpenings) add(round int) []engine.Move {
	opening := d.openings(round)
	begin := opening.Position()
	if !d.used[begin.Key()] {
		d.used[begin.Key()] = true
		return nil
	}
	random := rand.New(rand.NewPCG(d.seed, uint64(round)<<8|freshStream))
	for attempt := 0; ; attempt++ {
		plies := freshPlies + attempt/freshAttempts
		added := randomMoves(begin, plies, random)
		end := Opening{Start: begin, Moves: added}
		position := end.Position()
		if fresh := !d.used[position.Key()] && !position.Over(); fresh || plies > freshPlies+mostFreshPlies {
			d.used[position.Key()] = true
			return added
		}
	}
}
