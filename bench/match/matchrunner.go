package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"cathedral/bench/journal"
	"cathedral/bench/termination"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/protocol/process"
)

// Summary holds the totals of a match when Run returns. The results are in the
// records.
type Summary struct {
	Seed        uint64
	Games       int  // in the whole match
	Played      int  // including the games of earlier runs
	Decided     bool // the match ended early because it was decided
	Interrupted bool // the match ended early because the context was cancelled
	Faults      int  // games lost by a player's own fault, in earlier runs too
	// Overruns has, for each player of the plan, the longest time by which a move of
	// this run exceeded its allowance, up to the margin or beyond it.
	Overruns []time.Duration
	Warnings []WarningCount
}

// Run plays the games of a plan that its record does not have yet. It appends each
// finished game to the record and calls report, if not nil, with one event at a time.
// When ctx is cancelled or the match is decided, Run drops the games in progress and
// returns without an error. An error means that the match could not begin or that the
// record could not be written.
func Run(ctx context.Context, plan Plan, report func(Event)) (Summary, error) {
	if err := plan.Check(); err != nil {
		return Summary{}, err
	}
	if plan.grace == 0 {
		plan.grace = standardGrace
	}
	r := &runner{plan: plan, overruns: make([]time.Duration, len(plan.Players))}
	r.report = func(event Event) {
		r.reporting.Lock()
		defer r.reporting.Unlock()
		if report != nil {
			report(event)
		}
	}
	r.warnings.report = r.report
	if err := r.prepare(); err != nil {
		return Summary{}, err
	}
	if r.journal != nil {
		defer r.journal.Close()
	}
	err := r.run(ctx)
	return r.summary(ctx), err
}

// runner is a match in progress.
type runner struct {
	plan      Plan
	schedule  schedule
	journal   *journal.Journal // nil: no record
	keeper    *process.Keeper
	players   pool
	warnings  warnings
	report    func(Event)
	reporting sync.Mutex
	recorded  []*record.Game // by earlier runs
	left      []fixture      // not played yet
	played    int
	faults    int
	overruns  []time.Duration // of this run's games, see Summary
	decided   bool
}

// finishedGame is a game that this run has played.
type finishedGame struct {
	fixture fixture
	game    *game
	record  *record.Game
}

// prepare opens and reads the record.
func (r *runner) prepare() error {
	plan := &r.plan
	plan.fitConcurrency(r.report)
	plan.limitGames(r.report)
	r.schedule = newSchedule(len(plan.Players), plan.Gauntlet, plan.Games)
	r.players.most = 2 * plan.Concurrency
	if plan.Record != "" {
		var err error
		r.journal, err = journal.Open(plan.Record, func(game *record.Game) error {
			r.recorded = append(r.recorded, game)
			return nil
		})
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
		r.journal.Sync = plan.Sync
	}
	return nil
}

// count counts and reports a game, and asks the plan whether the match is decided.
func (r *runner) count(finished Finished) {
	r.played++
	if finished.Fault >= 0 {
		r.faults++
	}
	finished.Played, finished.Games = r.played, r.schedule.total()
	r.report(finished)
	if r.plan.Decided != nil && r.plan.Decided() {
		r.decided = true
	}
}

// run starts the players, compares them with those of the recorded games, and plays the
// games that are left, several at a time.
func (r *runner) run(ctx context.Context) error {
	var err error
	if r.keeper, err = process.StartKeeper(r.plan.keeperCommand()); err != nil {
		return err
	}
	defer r.keeper.Close()
	defer r.players.close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if err := r.rehearse(ctx); err != nil {
		return err
	}
	if err := r.resume(); err != nil {
		return err
	}
	if r.decided || len(r.left) == 0 {
		return nil
	}
	queue := make(chan fixture)
	results := make(chan finishedGame)
	provers, err := newProvers(&r.plan, min(r.plan.Concurrency, len(r.left)))
	if err != nil {
		return err
	}
	var workers sync.WaitGroup
	for _, prover := range provers {
		workers.Go(func() {
			for f := range queue {
				game, err := r.play(ctx, f, prover)
				if err != nil {
					return // ctx has ended
				}
				results <- finishedGame{f, game, game.record(&r.plan, f)}
			}
		})
	}
	go func() {
		defer close(queue)
		for _, f := range r.left {
			select {
			case queue <- f:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		workers.Wait()
		close(results)
	}()
	var failed error
	for result := range results {
		if failed != nil || r.decided {
			continue
		}
		if failed = r.finish(result); failed != nil || r.decided {
			stop()
		}
	}
	return failed
}

// rehearse starts every player once and notes who they are, so that the match ends
// before its first game if one of them cannot be started at all, or if others have played
// the recorded games.
func (r *runner) rehearse(ctx context.Context) error {
	plan := &r.plan
	plan.host, _ = os.Hostname() // "" if the system does not tell
	plan.identities = make([]string, len(plan.Players))
	for i := range plan.Players {
		specification := &plan.Players[i]
		program := specification.program()
		plan.identities[i] = specification.identity("", program)
		player, err := r.start(ctx, i)
		switch {
		case ctx.Err() != nil:
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", specification.Name, err)
		}
		plan.identities[i] = specification.identity(player.id(), program)
		r.players.give(i, player)
	}
	return nil
}

// finish records and counts a game that this run has played.
func (r *runner) finish(result finishedGame) error {
	if r.journal != nil {
		if err := r.journal.Add(result.record); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	game := result.game
	for side, player := range result.fixture.player {
		r.overruns[player] = max(r.overruns[player], game.overruns[side])
	}
	finished := Finished{
		Record: result.record, Cause: game.verdict.cause, Fault: -1,
		Plies: len(game.moves) - len(r.plan.opening(result.fixture.round).Moves),
	}
	if game.fault != nil {
		finished.Fault = result.fixture.player[game.faultOf]
	}
	r.count(finished)
	return nil
}

// play plays one game. Its error is the context's.
func (r *runner) play(ctx context.Context, f fixture, prover *prover) (*game, error) {
	g := &game{began: time.Now(), adjudicator: adjudicator{rules: r.plan.Adjudication}, prover: prover}
	var seeds [2]uint64
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		player := &r.plan.Players[f.player[side]]
		g.names[side], g.margins[side], g.ponders[side] = player.Name, player.Margin, player.Ponder
		g.clocks[side] = newClock(player.Control)
		seeds[side] = r.plan.gameSeed(f, side)
	}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		if g.players[side] = r.players.take(f.player[side]); g.players[side] != nil {
			continue
		}
		var err error
		if g.players[side], err = r.start(ctx, f.player[side]); err != nil {
			var fault *Fault
			switch {
			case ctx.Err() != nil:
				r.release(ctx, g, f)
				return nil, ctx.Err()
			case !errors.As(err, &fault):
				fault = &Fault{termination.Crash, "could not be started: " + oneLine(err.Error(), 500), true}
			}
			g.lose(side, fault)
			break
		}
	}
	opening := r.plan.opening(f.round)
	g.log("game %s begins: %s (Light) against %s (Dark)", f, g.names[engine.Light], g.names[engine.Dark])
	err := g.play(ctx, &opening, seeds)
	g.log("game %s ends: %s", f, cmp.Or(g.verdict.cause, "interrupted"))
	r.release(ctx, g, f)
	return g, err
}

// release returns the players of a game to the pool, except a broken one. After a
// dropped game the state of both players is unknown, so both are closed.
func (r *runner) release(ctx context.Context, g *game, f fixture) {
	for side, player := range g.players {
		g.players[side] = nil
		broken := g.verdict.outcome == engine.Undecided || g.fault != nil && g.fault.Broken && g.faultOf == engine.Side(side)
		switch {
		case player == nil:
		case broken:
			player.close()
		default:
			player.rest(ctx)
			r.players.give(f.player[side], player)
		}
	}
}

// start starts a player of the plan.
func (r *runner) start(ctx context.Context, index int) (player, error) {
	specification := &r.plan.Players[index]
	log, err := r.openLog(specification)
	if err != nil {
		return nil, err
	}
	player, err := newPlayer(ctx, specification, &surroundings{
		rules:       r.plan.Rules,
		grace:       r.plan.grace,
		log:         log,
		environment: []string{r.keeper.Variable()},
		notice:      func(kind, sample string) { r.warnings.add(specification.Name, kind, sample) },
	})
	if err != nil {
		log.close()
	}
	return player, err
}

// openLog returns the log of a new process of a player, or nil if there is none.
func (r *runner) openLog(specification *Specification) (*engineLog, error) {
	if r.plan.Log == nil || specification.isBuiltIn() {
		return nil, nil
	}
	out, err := r.plan.Log(specification.Name)
	if err != nil {
		return nil, fmt.Errorf("log: %w", err)
	}
	return &engineLog{out, func(err error) { r.report(Notice{fmt.Sprintf("the log of %s ends: %v", specification.Name, err)}) }}, nil
}

func (r *runner) summary(ctx context.Context) Summary {
	return Summary{
		Seed: r.plan.Seed, Games: r.schedule.total(), Played: r.played,
		Decided: r.decided, Interrupted: ctx.Err() != nil,
		Faults: r.faults, Overruns: r.overruns, Warnings: r.warnings.all(),
	}
}
