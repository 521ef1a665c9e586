package match

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"cathedral/bench/termination"
	"cathedral/engine"
	"cathedral/protocol"
	"cathedral/search"
	"cathedral/search/book"
	"cathedral/search/book/builtin"
	"cathedral/search/strength"
)

// inProcess plays with this program's own search, without a separate process.
type inProcess struct {
	searcher *search.Searcher
	options  search.Options
	margin   time.Duration
	grace    time.Duration
	pondered *thought // in the opponent's time; nil: none
	book     *book.Book
	variety  int // with which it chooses among the moves of the book
}

// newInProcess returns the player of a specification, whose options have the same
// names and meanings as in the protocol.
func newInProcess(specification *Specification, surroundings *surroundings) (*inProcess, error) {
	hashMiB, limited, ownBook := 64, false, false
	level := strength.Levels()[0]
	player := &inProcess{options: search.DefaultOptions(), margin: specification.Margin, grace: surroundings.grace}
	for _, option := range specification.Options {
		var err error
		switch strings.ToLower(option.Name) {
		case "hash":
			hashMiB, err = positive(option.Value)
		case "threads":
			player.options.Threads, err = positive(option.Value)
		case "move overhead":
			var overhead uint64
			overhead, err = strconv.ParseUint(option.Value, 10, 16)
			player.options.MoveOverhead = time.Duration(overhead) * time.Millisecond
		case "objective":
			player.options.Objective, err = objective(option.Value)
		case "uci_limitstrength":
			limited, err = strconv.ParseBool(option.Value)
		case "uci_elo":
			level, err = levelAt(option.Value)
		case "ownbook":
			ownBook, err = strconv.ParseBool(option.Value)
		case "bookvariety":
			player.variety, err = strconv.Atoi(option.Value)
			if err == nil && (player.variety < 0 || player.variety > protocol.MaxBookVariety) {
				err = fmt.Errorf("want a number from 0 to %d", protocol.MaxBookVariety)
			}
		default:
			err = fmt.Errorf("builtin:engine has Hash, Threads, Move Overhead, Objective, UCI_LimitStrength, UCI_Elo, OwnBook and BookVariety")
		}
		if err != nil {
			return nil, fmt.Errorf("option %s %q: %w", option.Name, option.Value, err)
		}
	}
	if limited {
		player.options.Strength = level
		player.variety = max(player.variety, level.BookVariety())
	}
	for _, technique := range specification.Techniques {
		if err := player.options.Techniques.Set(technique.Name, technique.Value); err != nil {
			return nil, err
		}
	}
	var err error
	if ownBook {
		if player.book, err = builtin.Open(); err != nil {
			return nil, err
		}
	}
	player.searcher, err = search.New(hashMiB)
	return player, err
}

// objective reads the name of an objective, in any case.
func objective(text string) (search.Objective, error) {
	for _, o := range []search.Objective{search.WinFirst, search.Margin} {
		if strings.EqualFold(text, o.String()) {
			return o, nil
		}
	}
	return search.WinFirst, errors.New("want win or margin")
}

// levelAt returns the level of a rating.
func levelAt(text string) (strength.Level, error) {
	least, most := strength.EloRange()
	elo, err := strconv.Atoi(text)
	if err != nil || elo < least || elo > most {
		return strength.Level{}, fmt.Errorf("want a whole number from %d to %d", least, most)
	}
	return strength.AtElo(elo), nil
}

func positive(text string) (int, error) {
	number, err := strconv.ParseUint(text, 10, 31)
	if err != nil || number == 0 {
		return 0, fmt.Errorf("want a whole number above 0")
	}
	return int(number), nil
}

func (*inProcess) id() string { return "builtin:engine" }

func (e *inProcess) begin(ctx context.Context, _ engine.Rules, seed uint64) error {
	e.rest(ctx)
	e.options.Seed = seed
	e.searcher.Clear()
	return nil
}

// thought is a running search.
type thought struct {
	moves []engine.Move // before the position that is searched
	hit   chan struct{} // closed when the opponent plays the expected move
	stop  context.CancelFunc
	done  chan search.Result
}

// think starts a search. A search in the opponent's time runs until it is stopped;
// its limits count from the hit.
func (e *inProcess) think(position engine.Position, moves []engine.Move, limits search.Limits, pondering bool) *thought {
	searching, stop := context.WithCancel(context.Background())
	t := &thought{moves: moves, hit: make(chan struct{}), stop: stop, done: make(chan search.Result, 1)}
	if pondering {
		limits.PonderHit = t.hit
	}
	limits.Before = moves
	searcher, options := e.searcher, e.options
	go func() { t.done <- searcher.Search(searching, &position, limits, options, func(search.Info) {}) }()
	return t
}

func (e *inProcess) move(ctx context.Context, t *turn) (answer, error) {
	if answer, found := e.bookMove(t.position); found {
		e.rest(ctx)
		return answer, nil
	}
	var timeUp <-chan time.Time
	if allowed, limited := t.own().allowance(); limited {
		timer := time.NewTimer(allowed + e.margin)
		defer timer.Stop()
		timeUp = timer.C
	}
	begin := time.Now()
	thought := e.pondered
	if thought != nil && slices.Equal(thought.moves, t.moves) {
		e.pondered = nil
		close(thought.hit)
	} else {
		e.rest(ctx)
		thought = e.think(*t.position, t.moves, searchLimits(t.own()), false)
	}
	defer thought.stop()
	var result search.Result
	select {
	case result = <-thought.done:
	case <-ctx.Done():
		thought.stop()
		<-thought.done
		return answer{}, ctx.Err()
	case <-timeUp:
		thought.stop()
		select {
		case result = <-thought.done:
		case <-time.After(e.grace):
			return answer{}, &Fault{termination.Silence, fmt.Sprintf("did not answer within %s of its time", shortTime(e.grace)), true}
		}
	}
	return answer{
		move: result.Best, expects: result.Ponder, elapsed: time.Since(begin),
		scored: result.Info.Depth > 0, score: result.Info.Score, depth: result.Info.Depth,
	}, nil
}

// bookMove returns a move of the book, if it has one in the position.
func (e *inProcess) bookMove(p *engine.Position) (answer, bool) {
	begin := time.Now()
	random := rand.New(rand.NewPCG(e.options.Seed, p.Key()))
	move, line, found := e.book.Choose(p, nil, e.variety, random)
	if !found {
		return answer{}, false
	}
	expects := engine.NoMove
	if len(line) > 1 {
		expects = line[1]
	}
	return answer{
		move: move.Move, expects: expects, elapsed: time.Since(begin),
		scored: true, score: search.Score{Centi: move.Centi}, depth: len(line),
	}, true
}

// searchLimits returns the limits that a clock and its time control set.
func searchLimits(own *clock) search.Limits {
	control := &own.control
	limits := search.Limits{Depth: control.Depth, Nodes: control.Nodes, MoveTime: control.MoveTime}
	if control.HasClock() {
		limits.Clock = &search.Clock{Remaining: own.left, Increment: control.Increment, MovesToGo: own.movesToGo()}
	}
	return limits
}

func (e *inProcess) ponder(t *turn, expected engine.Move) {
	next := t.position.Play(expected)
	moves := append(t.moves[:len(t.moves):len(t.moves)], expected)
	e.pondered = e.think(next, moves, searchLimits(&t.clocks[next.Side()]), true)
}

// rest ends a search in the opponent's time.
func (e *inProcess) rest(context.Context) {
	if e.pondered != nil {
		e.pondered.stop()
		<-e.pondered.done
		e.pondered = nil
	}
}

func (e *inProcess) close() { e.rest(context.Background()) }

// shortTime returns a duration in seconds, with three decimals.
func shortTime(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
