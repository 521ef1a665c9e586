package match

import (
	"fmt"
	"runtime"
	"time"

	"cathedral/engine"
)

// Plan is a match as it is asked for.
type Plan struct {
	Players  []Specification // at least two, with names that differ
	Gauntlet bool            // the first plays all others; otherwise everybody plays everybody
	Games    int             // of each two that meet
	Rules    engine.Rules
	// Openings are begun from in an order that the seed decides on, or InOrder.
	// Without any, games begin with so many RandomPlies, which may be 0.
	Openings    []Opening
	InOrder     bool
	RandomPlies int
	// Seed decides on everything that is left to chance. 0: that of the record
	// that is continued, or else a new one.
	Seed         uint64
	Concurrency  int // games at a time
	Adjudication Adjudication
	Record       string // path of the file of game records, "": none is kept
	Sync         bool   // every game is forced to the disk
	Event        string // the tag Event of the records
	// Keeper, if not nil, is a command that calls process.KillOrphans with the
	// argument that is appended. It kills what engines leave behind, even when the
	// match is killed.
	Keeper []string
	// Decided is asked after each reported game whether the match is decided. nil:
	// it never is.
	Decided func() bool

	opening Openings
	grace   time.Duration // see surroundings; 0: standardGrace
}

// standardGrace keeps what a hung engine costs below its clock and three seconds.
const standardGrace = 2500 * time.Millisecond

// Check returns an error where the plan makes no sense, nil otherwise.
func (p *Plan) Check() error {
	switch {
	case len(p.Players) < 2:
		return fmt.Errorf("%d players: a match needs two at least", len(p.Players))
	case p.Games < 1:
		return fmt.Errorf("%d games: want 1 or more", p.Games)
	case p.Concurrency < 1:
		return fmt.Errorf("concurrency %d: want 1 or more", p.Concurrency)
	case p.RandomPlies < 0:
		return fmt.Errorf("%d random plies: want 0 or more", p.RandomPlies)
	}
	names := map[string]bool{}
	for i := range p.Players {
		player := &p.Players[i]
		switch {
		case player.Command == "":
			return fmt.Errorf("player %d (%s) has no command", i+1, player.Name)
		case player.Name == "" || names[player.Name]:
			return fmt.Errorf("player %d has the name %q, which is empty or another's too", i+1, player.Name)
		case player.Control == TimeControl{} && !player.answersAtOnce():
			return fmt.Errorf("nothing limits how long %s thinks", player.Name)
		}
		names[player.Name] = true
	}
	return nil
}

// keeperCommand returns the command of the keeper, nil where no player is a process.
func (p *Plan) keeperCommand() []string {
	for i := range p.Players {
		if !p.Players[i].isBuiltIn() {
			return p.Keeper
		}
	}
	return nil
}

// cores returns how many cores a game of the plan uses at most.
func (p *Plan) cores() int {
	most := 1
	for i := range p.Players {
		for j := range p.Players[:i] {
			first, second := &p.Players[i], &p.Players[j]
			cores := max(first.Threads(), second.Threads())
			if first.Ponder || second.Ponder {
				cores = first.Threads() + second.Threads()
			}
			most = max(most, cores)
		}
	}
	return most
}

// fitConcurrency lowers the concurrency to what the cores of this machine allow,
// and says so.
func (p *Plan) fitConcurrency(report func(Event)) {
	cores, have := p.cores(), runtime.NumCPU()
	fitting := max(1, have/cores)
	if p.Concurrency > fitting {
		report(Notice{fmt.Sprintf("concurrency lowered from %d to %d (cores: %d here, up to %d for a game)",
			p.Concurrency, fitting, have, cores)})
		p.Concurrency = fitting
	}
}

// chooseOpenings decides which opening each round has. The seed must be known.
func (p *Plan) chooseOpenings() {
	switch {
	case len(p.Openings) == 0 && p.RandomPlies == 0:
		p.opening = NoOpenings(p.Rules)
	case len(p.Openings) == 0:
		p.opening = RandomOpenings(p.Rules, p.RandomPlies, p.Seed)
	case p.InOrder:
		p.opening = InOrder(p.Openings)
	default:
		p.opening = Shuffled(p.Openings, p.Seed)
	}
}

// gameSeed returns a seed for a player of a game, which differs for every game
// and side.
func (p *Plan) gameSeed(f fixture, side engine.Side) uint64 {
	return mix(p.Seed ^ mix(uint64(f.pair)<<2|uint64(f.game)<<1|uint64(side)))
}

// mix scatters the bits of a number (the finaliser of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
