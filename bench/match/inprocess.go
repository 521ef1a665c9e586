package match

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// inProcess plays with the search of this program, without a process of its own.
// It does not ponder.
type inProcess struct {
	searcher *search.Searcher
	options  search.Options
	margin   time.Duration
	grace    time.Duration
}

// newInProcess returns the player of a specification, whose options have the
// names and meanings that they have in the protocol.
func newInProcess(specification *Specification, surroundings *surroundings) (*inProcess, error) {
	hashMiB := 64
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
			player.options.Objective, err = search.ParseObjective(option.Value)
		default:
			err = fmt.Errorf("builtin:engine has Hash, Threads, Move Overhead and Objective")
		}
		if err != nil {
			return nil, fmt.Errorf("option %s %q: %w", option.Name, option.Value, err)
		}
	}
	var err error
	player.searcher, err = search.New(hashMiB)
	return player, err
}

func positive(text string) (int, error) {
	number, err := strconv.ParseUint(text, 10, 31)
	if err != nil || number == 0 {
		return 0, fmt.Errorf("want a whole number above 0")
	}
	return int(number), nil
}

func (e *inProcess) begin(context.Context, engine.Rules, uint64) error {
	e.searcher.Clear()
	return nil
}

func (e *inProcess) move(ctx context.Context, t *turn) (answer, error) {
	limits := searchLimits(t)
	position := *t.position
	searching, stop := context.WithCancel(ctx)
	defer stop()
	var timeUp <-chan time.Time
	if allowed, limited := t.own().allowance(); limited {
		timer := time.NewTimer(allowed + e.margin)
		defer timer.Stop()
		timeUp = timer.C
	}
	done := make(chan search.Result, 1)
	searcher, options := e.searcher, e.options
	begin := time.Now()
	go func() { done <- searcher.Search(searching, &position, limits, options, func(search.Info) {}) }()
	var result search.Result
	select {
	case result = <-done:
	case <-timeUp:
		stop()
		select {
		case result = <-done:
		case <-time.After(e.grace):
			return answer{}, &Fault{Silence, fmt.Sprintf("did not answer within %s of its time", shortTime(e.grace)), true}
		}
	}
	if ctx.Err() != nil {
		return answer{}, ctx.Err()
	}
	return answer{
		move: result.Best, elapsed: time.Since(begin),
		scored: result.Info.Depth > 0, score: result.Info.Score, depth: result.Info.Depth,
	}, nil
}

// searchLimits returns what the clock and the time control of the side to move
// say, as the search wants it.
func searchLimits(t *turn) search.Limits {
	own := t.own()
	control := &own.control
	limits := search.Limits{Depth: control.Depth, Nodes: control.Nodes, MoveTime: control.MoveTime}
	if control.HasClock() {
		limits.Clock = &search.Clock{Remaining: own.left, Increment: control.Increment, MovesToGo: own.movesToGo()}
	}
	return limits
}

func (e *inProcess) ponder(*turn, engine.Move) {}

func (e *inProcess) close() {}

// shortTime writes a time in seconds with as many digits as a person reads.
func shortTime(d time.Duration) string { return fmt.Sprintf("%.3f s", d.Seconds()) }
