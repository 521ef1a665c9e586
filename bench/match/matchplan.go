package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"cathedral/bench/farm"
	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Plan describes a match.
type Plan struct {
	Players  []player.Specification // at least two, with unique names
	Gauntlet bool                   // the first plays all others; otherwise a round robin
	Games    int                    // of each pairing
	Rules    engine.Rules
	// Fair says who wins, and which buildings Dark may have begun with in the openings.
	Fair engine.FairGame
	// Openings are shuffled by the seed, or played in the list's order if InOrder is
	// set. The first OpeningsStart of that order come last. OpeningsEnd says how the match
	// continues after them; "" is opening.Fresh. Without openings each game begins with
	// RandomPlies random plies.
	Openings      []opening.Opening
	InOrder       bool
	OpeningsStart int
	OpeningsEnd   opening.End
	RandomPlies   int
	// Seed determines every random choice. 0 means the seed of the record that the
	// match continues, or else a new one.
	Seed         uint64
	Concurrency  int // games at a time
	Adjudication Adjudication
	Record       string // path of the file of game records; "": none
	// AcceptDifferences continues a record although its players or adjudication rules
	// were others, or are unknown.
	AcceptDifferences bool
	Version           string // of this program, noted in the records
	Sync              bool   // each game is forced to the disk
	Event             string // the tag Event of the records
	// Log, if not nil, returns a writer for the lines that are sent to and read from a
	// new process of a player. The match closes it at the end of the process.
	Log func(player string) (io.WriteCloser, error)
	// Moves asks for an event Moved at each move of the games that this process plays.
	Moves bool
	// Admit, if not nil, waits until a player may search in its turn, or until ctx ends, and
	// returns a function that the match calls after the search. Games that other workers
	// play do not ask.
	Admit func(ctx context.Context) (leave func())
	// Decided reports whether the match is decided by a game and those before it. It is
	// called with each recorded game in the order of the schedule, even if they end in
	// another. So short games do not count before long ones. nil: the match plays all its
	// games.
	Decided func(*record.Game) bool
	// Carrier, if not nil, takes the pairs of games to workers, which have to be of the same
	// Build as this program.
	Carrier farm.Carrier
	Build   string
	// Without has keys, or names of workers without keys, whose games do not count: they leave the
	// record for the file WithoutSuffix beside it, and are played again. Later ones are refused.
	Without []string
	// Speed is that of this machine, and ReferenceSpeed that of the machine for which the
	// time controls are, both in nodes a second. Workers scale all times from the reference
	// to their own speed. A ReferenceSpeed of 0 is that of the record that the match
	// continues, or else Speed.
	Speed, ReferenceSpeed uint64

	opening    opening.Sequence
	programs   []player.Program
	identities []string      // of the players: see player.Specification.Identity
	grace      time.Duration // see surroundings; 0: standardGrace
	tolerance  time.Duration // of the clock of programs; 0: standardTolerance
}

// standardGrace limits the cost of a hung engine to its clock and three seconds.
const standardGrace = 2500 * time.Millisecond

// Check returns an error if the plan is invalid.
func (p *Plan) Check() error {
	switch {
	case len(p.Players) < 2:
		return fmt.Errorf("%s: a match needs at least two", wording.Count(len(p.Players), "player"))
	case p.Games < 1:
		return fmt.Errorf("%d games: want 1 or more", p.Games)
	case p.Concurrency < 1:
		return fmt.Errorf("concurrency %d: want 1 or more", p.Concurrency)
	case p.RandomPlies < 0:
		return fmt.Errorf("%d random plies: want 0 or more", p.RandomPlies)
	case len(p.Without) > 0 && p.Record == "":
		return errors.New("there is no record whose games could be left out")
	case p.Fair.HalfSquares != 0 && (p.Adjudication.Resign != nil || p.Adjudication.Draw != nil):
		return errors.New("the players' scores do not count the squares in advance, so they cannot end games")
	case p.Fair.First != engine.AnyBuilding && len(p.Openings) == 0:
		return errors.New("a restriction of Dark's first building needs openings that have one")
	case p.OpeningsStart < 0 || p.OpeningsStart > 0 && p.OpeningsStart >= len(p.Openings):
		return fmt.Errorf("no opening %d: the list has %d", p.OpeningsStart+1, len(p.Openings))
	}
	if err := opening.CheckFair(p.Fair, p.Openings); err != nil {
		return err
	}
	names := map[string]bool{}
	for i := range p.Players {
		s := &p.Players[i]
		switch {
		case s.Command == "":
			return fmt.Errorf("player %d (%s) has no command", i+1, s.Name)
		case s.Name == "" || names[s.Name]:
			return fmt.Errorf("player %d has the name %q, which is empty or that of another player", i+1, s.Name)
		case s.Control == player.TimeControl{} && !s.AnswersAtOnce():
			return fmt.Errorf("nothing limits how long %s thinks", s.Name)
		}
		names[s.Name] = true
	}
	return nil
}

// cores returns the largest number of cores that a game of the plan uses.
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

// fitConcurrency lowers the concurrency to the number of games that this machine has
// cores for, and reports the change.
func (p *Plan) fitConcurrency(report func(Event)) {
	if p.Carrier != nil {
		p.Concurrency = 1
		return
	}
	cores, have := p.cores(), runtime.NumCPU()
	fitting := max(1, have/cores)
	if p.Concurrency > fitting {
		report(Notice{fmt.Sprintf("concurrency lowered from %d to %d (this machine has %s, a game uses up to %d)",
			p.Concurrency, fitting, wording.Count(have, "core"), cores)})
		p.Concurrency = fitting
	}
}

// limitGames says what happens when the openings are used up before the match is over,
// and shortens the match if it then ends.
func (p *Plan) limitGames(report func(Event)) {
	games := 2 * len(p.Openings) // before the openings are used up
	if len(p.Openings) == 0 || p.Games <= games {
		return
	}
	text := fmt.Sprintf("the openings are used up after %d games of two players: ", games)
	switch p.OpeningsEnd {
	case opening.Stop:
		report(Notice{fmt.Sprintf("%sthe match ends there and not after %d", text, p.Games)})
		p.Games = games
	case opening.Repeat:
		report(Notice{text + "they are then played again"})
	default:
		report(Notice{text + "random plies are then added to them"})
	}
}

// chooseOpenings sets the openings of the rounds. The seed must be known.
func (p *Plan) chooseOpenings() {
	var openings opening.Sequence
	switch {
	case len(p.Openings) == 0 && p.RandomPlies == 0:
		p.opening = opening.None(p.Rules)
		return
	case len(p.Openings) == 0:
		openings = opening.Random(p.Rules, p.RandomPlies, p.Seed)
	case p.InOrder:
		openings = opening.InOrder(p.Openings)
	default:
		openings = opening.Shuffled(p.Openings, p.Seed)
	}
	p.opening = openings
	if count := len(p.Openings); p.OpeningsStart > 0 {
		p.opening = func(round int) opening.Opening { return openings(round - round%count + (round+p.OpeningsStart)%count) }
	}
	if p.OpeningsEnd != opening.Repeat {
		p.opening = opening.Distinct(p.opening, p.Seed)
	}
}

// gameSeed returns the seed of a player of a game, different for every game and side.
func (p *Plan) gameSeed(f fixture, side engine.Side) uint64 {
	next := func(state uint64) uint64 { return engine.Mix(state + 0x9e3779b97f4a7c15) } // of SplitMix64
	return next(p.Seed ^ next(uint64(f.pair)<<2|uint64(f.game)<<1|uint64(side)))
}
