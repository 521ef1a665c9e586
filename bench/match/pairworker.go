package match

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/protocol"
)

// Worker plays the pairs of games that matches ask for. It knows no match: a job
// describes all of a pair except how to start its engines. It is safe for concurrent use.
type Worker struct {
	build string // see Plan; "" in the process of the match
	// isOfOthers says that the matches are of other machines, which may not choose files here.
	isOfOthers bool
	engines    []contestant // that it can start; their options and limits are those of the job
	players    pool
	provers    sync.Pool // idle ones, as *prover
	host       string
	speed      uint64 // of the machine, in nodes a second; 0: unknown
	grace      time.Duration
	log        func(player string) (io.WriteCloser, error) // see Plan.Log
	warn       func(player, kind, sample string)           // see surroundings.notice
	notice     func(text string)
	// awake measures the time of programs, and ownAwake that of built-in players.
	awake, ownAwake *protocol.AwakeClock
	admit           func(ctx context.Context) (leave func()) // see Plan.Admit; nil: searches do not wait
	moved           func(round string, game *record.Game)    // is called at each move; may be nil
	kept            keptWarnings                             // of a worker of other machines' matches
}

const (
	standardTolerance = 5 * time.Millisecond
	// ownTolerance is that of the clock of built-in players, which take the processors that the clock's
	// goroutine needs to wake: only a long pause is sure to be one.
	ownTolerance = 250 * time.Millisecond
)

// newWorker returns a worker that plays a number of games at a time.
func newWorker(slots int, host string, grace, tolerance time.Duration) *Worker {
	return &Worker{
		players: pool{most: 2 * slots}, host: host, grace: grace,
		awake: protocol.NewAwakeClock(tolerance, time.Sleep), ownAwake: protocol.NewAwakeClock(max(tolerance, ownTolerance), time.Sleep),
	}
}

// Close ends the players and their process groups.
func (w *Worker) Close() { w.players.close() }

// Work plays the games of a job of the kind JobKind, which payload describes, one after the
// other. It calls deliver with the result of each. It returns ctx's error, deliver's, or one
// that says why the worker cannot play the job.
func (w *Worker) Work(ctx context.Context, payload json.RawMessage, deliver func(result any) error) error {
	pair, opening, err := readPairJob(payload)
	if err != nil {
		return err
	}
	prover, err := w.takeProver(pair.Adjudication)
	if err != nil {
		return err
	}
	if prover != nil {
		defer w.provers.Put(prover)
	}
	for i := range pair.Games {
		job := &pair.Games[i]
		g := &game{began: time.Now(), fair: pair.Fair, adjudicator: adjudicator{rules: pair.Adjudication}, prover: prover, admit: w.admit}
		if w.moved != nil {
			g.moved = func() { w.moved(job.Round, g.record()) }
		}
		scale := job.scale(pair.ReferenceSpeed, w.speed)
		if err := w.play(ctx, g, job, &opening); err != nil {
			return err
		}
		result, err := g.result(job.Round, w.host, scale)
		if err != nil {
			return err
		}
		result.Warnings = w.kept.take()
		if err := deliver(result); err != nil {
			return err
		}
	}
	return nil
}

// play plays a game. Its error is the context's, or that of a contestant whom the worker
// does not have.
func (w *Worker) play(ctx context.Context, g *game, job *gameJob, opening *opening.Opening) error {
	rules := opening.Start.Rules()
	var seats [2]seat
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		var err error
		if seats[side], err = w.seat(&job.Players[side], rules); err != nil {
			return err
		}
		s := &seats[side].Specification
		g.names[side], g.margins[side], g.ponders[side] = s.Name, s.Margin, s.Ponder
		g.clocks[side] = player.NewClock(s.Control)
	}
	defer w.awake.Run()()
	defer w.ownAwake.Run()()
	defer w.release(ctx, g, &seats)
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		if g.players[side] = w.players.take(seats[side].key); g.players[side] != nil {
			continue
		}
		var err error
		if g.players[side], err = w.start(ctx, &seats[side].Specification, rules); err != nil {
			if err := g.fail(ctx, side, "could not be started", err); err != nil {
				return err
			}
			break
		}
	}
	g.log("game %s begins: %s (Light) against %s (Dark)", job.Round, g.names[engine.Light], g.names[engine.Dark])
	err := g.play(ctx, opening, job.Seeds)
	g.log("game %s ends: %s", job.Round, cmp.Or(g.end.cause, "interrupted"))
	return err
}

// seat is a contestant whom the worker can start. Players with the same key can stand in
// for each other.
type seat struct {
	player.Specification
	key string
}

// seat returns the seat of a contestant.
func (w *Worker) seat(c *contestant, rules engine.Rules) (seat, error) {
	specification, own, err := c.specification(w.engines)
	if err == nil && w.isOfOthers {
		err = c.checkOptions(own)
	}
	if err != nil {
		return seat{}, err
	}
	key, err := json.Marshal(c)
	return seat{specification, rules.String() + string(key)}, err
}

// release returns the players of a game to the pool, except a broken one. After a
// dropped game the state of both players is unknown, so both are closed.
func (w *Worker) release(ctx context.Context, g *game, seats *[2]seat) {
	for side, player := range g.players {
		g.players[side] = nil
		broken := g.end.outcome == engine.Undecided || g.fault != nil && g.fault.Broken && g.faultOf == engine.Side(side)
		switch {
		case player == nil:
		case broken:
			player.Close()
		default:
			player.Rest(ctx)
			w.players.give(seats[side].key, player)
		}
	}
}

// start starts a player. A process has a log if the match wants one.
func (w *Worker) start(ctx context.Context, specification *player.Specification, rules engine.Rules) (*player.Player, error) {
	clock := w.awake
	if specification.IsBuiltIn() {
		clock = w.ownAwake
	}
	defer clock.Run()()
	surroundings := player.Surroundings{
		Rules: rules, Grace: w.grace, Clock: clock,
		Notice: func(kind, sample string) { w.warn(specification.Name, kind, sample) },
	}
	if w.log != nil && !specification.IsBuiltIn() {
		var err error
		if surroundings.Log, err = w.log(specification.Name); err != nil {
			return nil, fmt.Errorf("log: %w", err)
		}
		surroundings.LogFailed = func(err error) { w.notice(fmt.Sprintf("the log of %s ends: %v", specification.Name, err)) }
	}
	return player.Start(ctx, specification, &surroundings)
}

// takeProver returns an idle prover, or a new one. It is nil if no game ends by proof.
func (w *Worker) takeProver(rules Adjudication) (*prover, error) {
	if !rules.Proven {
		return nil, nil
	}
	if idle, isOne := w.provers.Get().(*prover); isOne {
		return idle, nil
	}
	return newProver()
}

// newLocalWorker returns a worker with the players of the plan. The caller closes it.
func (p *Plan) newLocalWorker(warn func(player, kind, sample string), notice func(text string)) *Worker {
	host, _ := os.Hostname() // "" if it is unknown
	w := newWorker(p.Concurrency, host, p.grace, cmp.Or(p.tolerance, standardTolerance))
	w.log, w.warn, w.notice, w.admit = p.Log, warn, notice, p.Admit
	for i := range p.Players {
		w.engines = append(w.engines, contestant{p.Players[i], p.programs[i].Checksum()})
	}
	return w
}
