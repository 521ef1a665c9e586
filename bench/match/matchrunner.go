package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"cathedral/bench/farm"
	"cathedral/bench/journal"
	"cathedral/bench/match/player"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Summary holds the totals of a match when Run returns. The results are in the
// records.
type Summary struct {
	Seed    uint64 `json:"-"`
	Played  int    `json:"played"`  // including the games of earlier runs
	Games   int    `json:"games"`   // in the whole match
	Decided bool   `json:"decided"` // the match ended early because it was decided
	// DecidedBy is the round of the game that decided the match, together with those before
	// it in the schedule, or "". Games that follow it may have been played already.
	DecidedBy   string         `json:"decided_by,omitempty"`
	Interrupted bool           `json:"interrupted"` // the match ended early because the context was cancelled
	Faults      int            `json:"faults"`      // games lost by a player's own fault, in earlier runs too
	Warnings    []WarningCount `json:"warnings"`    // not nil
	// Overruns has, for each player of the plan, the longest time by which a move of
	// this run exceeded its allowance, up to the margin or beyond it.
	Overruns []time.Duration `json:"-"`
}

// Run plays the games of a plan that its record does not have yet. It appends each
// finished game to the record and calls report, if not nil, with one event at a time.
// When ctx is cancelled or the match is decided, Run drops the games in progress and
// returns without an error. An error means that the match could not begin or that the
// record could not be written.
func Run(ctx context.Context, plan Plan, report func(Event)) (Summary, error) {
	r, err := newRunner(ctx, plan, report)
	if err != nil {
		return Summary{}, err
	}
	if r.journal != nil {
		defer r.journal.Close()
	}
	err = r.run(ctx)
	return r.summary(ctx), err
}

// Pairs returns a run of the pairs of a plan without a record, for a caller who has it carried,
// with those of other plans, and calls one of its functions at a time. It starts the players
// once. The run reports its games like Run.
func Pairs(ctx context.Context, plan Plan, report func(Event)) (farm.Run, error) {
	r, err := newRunner(ctx, plan, report)
	if err != nil {
		return farm.Run{}, err
	}
	r.wholePairs = true
	err = r.begin(ctx)
	if r.worker != nil {
		defer r.worker.Close()
	}
	return r.offer(), cmp.Or(err, ctx.Err())
}

// newRunner returns the runner of a plan, which has read the record.
func newRunner(ctx context.Context, plan Plan, report func(Event)) (*runner, error) {
	if err := plan.Check(); err != nil {
		return nil, err
	}
	if plan.grace == 0 {
		plan.grace = standardGrace
	}
	r := &runner{
		plan: plan, wholePairs: plan.Carrier != nil, overruns: make([]time.Duration, len(plan.Players)), decision: &decision{},
	}
	r.report = func(event Event) {
		r.reporting.Lock()
		defer r.reporting.Unlock()
		if report != nil {
			report(event)
		}
	}
	r.warnings.report = r.report
	return r, r.prepare(ctx)
}

// runner is a match in progress.
type runner struct {
	plan      Plan
	schedule  schedule
	journal   *journal.Journal // nil: no record
	worker    *Worker          // has the players
	warnings  warnings
	report    func(Event)
	reporting sync.Mutex
	recorded  []*record.Game // by earlier runs
	byRound   map[string]fixture
	// wholePairs has a job contain the games of a pair: other machines may play them.
	wholePairs bool

	queue    []fixture // that are left when the run begins, in their order
	isPlayed map[fixture]bool
	decision *decision
	played   int
	faults   int
	overruns []time.Duration // of this run's games, see Summary
	decided  bool
}

// prepare opens and reads the record.
func (r *runner) prepare(ctx context.Context) error {
	plan := &r.plan
	plan.fitConcurrency(r.report)
	plan.limitGames(r.report)
	r.schedule = newSchedule(len(plan.Players), plan.Gauntlet, plan.Games)
	if plan.Record != "" {
		var err error
		r.journal, err = journal.Open(plan.Record, func(game *record.Game) error {
			r.recorded = append(r.recorded, game)
			return ctx.Err()
		})
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
		r.journal.Sync = plan.Sync
	}
	return nil
}

// begin starts the players, compares them with those of the recorded games, and lists the games
// that are left.
func (r *runner) begin(ctx context.Context) error {
	r.plan.identify()
	r.worker = r.plan.newLocalWorker(r.warnings.add, func(text string) { r.report(Notice{text}) })
	if r.plan.Moves && r.plan.Carrier == nil {
		r.worker.moved = func(round string, game *record.Game) {
			r.report(Moved{round, r.byRound[round].player, game})
		}
	}
	if err := r.rehearse(ctx); err != nil {
		return err
	}
	if err := r.resume(); err != nil {
		return err
	}
	r.queue = slices.DeleteFunc(r.schedule.fixtures(), func(f fixture) bool { return r.isPlayed[f] })
	return nil
}

// offer returns the run of the games that are left. Its ID is the same when the match is continued, and
// another one when its players have changed.
func (r *runner) offer() farm.Run {
	p := &r.plan
	id := farm.RunID(JobKind, p.Record, p.Seed, p.Rules, p.Fair, p.identities, p.referee(), p.Build)
	return farm.Run{Kind: JobKind, ID: id, Needs: r.plan.needs(), Jobs: r.jobs, Accept: r.accept}
}

// run has the games played that are left, several at a time.
func (r *runner) run(ctx context.Context) error {
	err := r.begin(ctx)
	if r.worker != nil {
		defer r.worker.Close()
	}
	if err != nil || r.decided || len(r.queue) == 0 {
		return err
	}
	carrier := r.plan.Carrier
	if carrier == nil {
		carrier = farm.Local{Work: r.worker.Work, Threads: min(r.plan.Concurrency, len(r.queue))}
	} else {
		r.worker.players.close() // they were started only to be identified
	}
	err = carrier.Carry(ctx, r.offer())
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		err = nil
	}
	return err
}

// jobs yields the jobs for the games that are left, in their order. Each has the games of a
// pair, or a single game if only this process plays.
func (r *runner) jobs(yield func(farm.Job) bool) {
	for left := r.queue; len(left) > 0; {
		count := nextPair(left, r.wholePairs)
		if !yield(r.plan.job(left[:count])) {
			return
		}
		left = left[count:]
	}
}

// identify notes who the players are, as far as that is known before they start.
func (p *Plan) identify() {
	p.programs, p.identities = make([]player.Program, len(p.Players)), make([]string, len(p.Players))
	for i := range p.Players {
		p.programs[i] = p.Players[i].Program()
		p.identities[i] = p.Players[i].Identity("", p.programs[i])
	}
}

// rehearse starts every player once and notes its identity. So the match ends before its
// first game if one of them cannot be started at all, or if others have played the recorded
// games.
func (r *runner) rehearse(ctx context.Context) error {
	plan := &r.plan
	for i := range plan.Players {
		specification := &plan.Players[i]
		player, err := r.worker.start(ctx, specification, plan.Rules)
		switch {
		case ctx.Err() != nil:
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", specification.Name, err)
		}
		plan.programs[i] = player.Program()
		plan.identities[i] = specification.Identity(player.ID(), plan.programs[i])
		r.worker.engines[i].Program = plan.programs[i].Checksum()
		contestant := plan.contestant(i)
		seat, err := r.worker.seat(&contestant, plan.Rules)
		if err != nil {
			player.Close()
			return fmt.Errorf("%s: %w", specification.Name, err)
		}
		r.worker.players.give(seat.key, player)
	}
	return nil
}

// accept records and counts a game that a worker has played. A game that comes again
// counts once. The job is done when all its games have come.
func (r *runner) accept(result farm.Result) (done bool, err error) {
	report, given, err := readGameResult(result.Payload)
	if err != nil {
		return false, err
	}
	f, known := r.byRound[given.Tag("Round")]
	switch {
	case !known || result.Job != fmt.Sprint(f.pair+1):
		return false, farm.Refuse("job %.30q has no round %.30q", result.Job, given.Tag("Round"))
	case !r.isPlayed[f]:
		if err := r.finish(f, report, given, &result); err != nil {
			return false, err
		}
	}
	if r.decided {
		return false, farm.ErrEnough
	}
	return r.isPairPlayed(f), nil
}

// isPairPlayed reports whether both games of the pair of f have been played.
func (r *runner) isPairPlayed(f fixture) bool {
	partner := f
	partner.game = 1 - f.game
	partner, planned := r.byRound[partner.String()]
	return r.isPlayed[f] && (!planned || r.isPlayed[partner])
}

// finish records and counts a game that this run has played.
func (r *runner) finish(f fixture, report *gameResult, given *record.Game, result *farm.Result) error {
	if slices.Contains(r.plan.Without, cmp.Or(result.Key, result.Host)) {
		return farm.Refuse("the match continues without this key")
	}
	made, err := r.plan.accept(f, given, result.Key)
	if err != nil {
		return err
	}
	if result.Host != "" {
		made.SetTag(hostTag, result.Host)
	}
	if r.journal != nil {
		if err := r.journal.Add(made); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	for _, warning := range report.Warnings {
		if slices.ContainsFunc(r.plan.Players, func(s player.Specification) bool { return s.Name == warning.Player }) {
			r.warnings.add(warning.Player, wording.Line(warning.Kind, 100), warning.Sample)
		}
	}
	for side, player := range f.player {
		r.overruns[player] = max(r.overruns[player], report.Overruns[side])
	}
	r.count(f, Finished{Record: made, Worker: result.Host, Key: result.Key, TimeScale: scaleOf(given), Cause: escaped(given.Tag(record.CauseTag))})
	return nil
}

// count counts and reports a game, and asks the plan whether the match is decided.
func (r *runner) count(f fixture, finished Finished) {
	r.isPlayed[f] = true
	r.played++
	if finished.Fault = faultIn(finished.Record, f); finished.Fault >= 0 {
		r.faults++
	}
	finished.Plies = len(finished.Record.Moves) - len(r.plan.opening(f.round).Moves)
	finished.Played, finished.Games = r.played, r.schedule.total()
	r.report(finished)
	r.decided = r.decision.add(f, finished.Record)
}

func (r *runner) summary(ctx context.Context) Summary {
	return Summary{
		Seed: r.plan.Seed, Games: r.schedule.total(), Played: r.played,
		Decided: r.decided, DecidedBy: r.decision.by, Interrupted: ctx.Err() != nil,
		Faults: r.faults, Overruns: r.overruns, Warnings: r.warnings.all(),
	}
}
