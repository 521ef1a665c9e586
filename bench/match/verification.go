package match

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	"cathedral/bench/jobs"
	"cathedral/engine/record"
)

// Games that depend on nothing but their seeds go the same way on every machine, so the
// match can play some of its workers' games again. A difference accuses nobody yet: the
// engines may keep something from game to game. Therefore the match first plays a game of
// each pairing twice. It plays a game that differs once more, with players that have just
// started.
//
// When more games wait to be checked than the match can play, workers play them: each
// by another key than the one that is checked. What differs then is played here.

// verifier checks games of workers. Its figures belong to the mutex of the runner.
type verifier struct {
	verifies  bool             // some of the workers' games are checked
	checks    []check          // that have not begun
	unchecked int              // checks that are not done
	checked   int              // games that went the same way
	repeats   map[[2]int]bool  // the pairings whose games are known to go the same way, or not
	trying    sync.Mutex       // held while a pairing is tried
	fault     error            // that ended the checks and the match; nil: none
	away      map[string]check // that workers do, by the IDs of their jobs
	sent      int              // to workers
	keys      map[string]bool  // that have delivered a game
}

// check is a game that is to be played again.
type check struct {
	fixture
	result *record.Game
	// again is what another key made of it, and differs; nil: nobody has played it again.
	again *record.Game
}

// isRepeatable reports whether a game of a fixture depends on nothing but its seeds, as far
// as the plan says: nobody has a clock or thinks on several cores or in the other's time.
func (p *Plan) isRepeatable(f fixture) bool {
	return !slices.ContainsFunc(f.player[:], func(i int) bool {
		s := &p.Players[i]
		return isTimed(s.Control) || s.Threads() > 1 || s.Ponder && !s.AnswersAtOnce()
	})
}

// startVerifying begins to check games, several at a time, until ctx ends, which stop ends.
// So does an error, which it keeps as the runner's fault. The function that it returns ends
// the checks.
func (r *runner) startVerifying(ctx context.Context, stop func()) (end func()) {
	if r.plan.Carrier == nil || r.plan.Verify == 0 {
		return stop
	}
	r.repeats, r.away, r.keys = map[[2]int]bool{}, map[string]check{}, map[string]bool{}
	r.verifies = slices.ContainsFunc(r.queue, r.plan.isRepeatable)
	if !r.verifies {
		r.report(Notice{"These games cannot be checked by playing them again, because they depend on time or on threads: the match trusts the workers' keys."})
		return stop
	}
	var verifying sync.WaitGroup
	for range r.plan.Concurrency {
		verifying.Go(func() {
			if err := r.verify(ctx); err != nil {
				r.mutex.Lock()
				defer r.mutex.Unlock()
				r.fault = cmp.Or(r.fault, err)
				stop()
			}
		})
	}
	wake := context.AfterFunc(ctx, func() {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.changed.Broadcast()
	})
	return func() {
		stop()
		verifying.Wait()
		wake()
	}
}

// sample puts a game on the list of checks, if its turn has come. Losses by a fault are
// all checked: they are rare, and the cheapest to make up.
func (r *runner) sample(game *record.Game, f fixture) {
	if r.verifies {
		r.keys[game.Tag(keyTag)] = true
	}
	repeats, tried := r.repeats[f.pairing()]
	switch {
	case !r.verifies || tried && !repeats || !r.plan.isRepeatable(f) || slices.Contains(r.plan.Trusted, game.Tag(keyTag)):
	case faultIn(game, f) >= 0 || r.plan.random() < r.plan.Verify:
		r.checks = append(r.checks, check{fixture: f, result: game})
		r.unchecked++
		r.changed.Broadcast()
	}
}

// settle waits until all checks are done or ctx ends.
func (r *runner) settle(ctx context.Context) {
	if r.unchecked > 0 {
		r.report(Notice{fmt.Sprintf("The match is decided unless one of the last %d checks finds a false game.", r.unchecked)})
	}
	for r.unchecked > 0 && ctx.Err() == nil {
		r.changed.Wait()
	}
}

// verify does one check after the other until ctx ends.
func (r *runner) verify(ctx context.Context) error {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for {
		for len(r.checks) == 0 && ctx.Err() == nil {
			if !r.takeBack() {
				r.changed.Wait()
			}
		}
		if ctx.Err() != nil {
			return nil
		}
		c := r.checks[0]
		r.checks = r.checks[1:]
		r.mutex.Unlock()
		err := r.check(ctx, c)
		r.mutex.Lock()
		r.unchecked--
		r.changed.Broadcast()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// mostAway is the number of checks that workers do at a time.
const mostAway = 100

// handOutCheck returns a job that checks a game, if more games wait than the match plays at
// a time, and another key can play it. The pairing has been tried here before.
func (r *runner) handOutCheck() (job jobs.Job, isOne bool) {
	if len(r.checks) <= r.plan.Concurrency || len(r.away) >= mostAway || len(r.keys) < 2 {
		return job, false
	}
	i := slices.IndexFunc(r.checks, func(c check) bool { return c.again == nil && r.repeats[c.pairing()] })
	if i < 0 {
		return job, false
	}
	c := r.checks[i]
	r.checks = slices.Delete(r.checks, i, i+1)
	r.sent++
	job = r.plan.job([]fixture{c.fixture})
	job.ID = fmt.Sprintf("%s%s-%d", checkPrefix, strings.ReplaceAll(c.String(), ".", "-"), r.sent)
	job.Check = c.result.Tag(keyTag)
	r.away[job.ID] = c
	return job, true
}

// checkPrefix begins the IDs of jobs that check a game.
const checkPrefix = "check-"

// takeBack takes a check back from the workers, who may have none with another key any more.
func (r *runner) takeBack() bool {
	for id, c := range r.away {
		delete(r.away, id)
		r.checks = append(r.checks, c)
		return true
	}
	return false
}

// isNeeded reports whether workers are still to do the check of a job.
func (r *runner) isNeeded(job string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	_, needed := r.away[job]
	return needed
}

// acceptCheck takes the game that a worker has played to check another one.
func (r *runner) acceptCheck(result jobs.Result, given *record.Game) (done bool, err error) {
	c, isAway := r.away[result.Job]
	switch {
	case !isAway:
		return true, nil // it was taken back
	case result.Key == c.result.Tag(keyTag):
		return false, jobs.Refuse("the key cannot check its own game %s", c.fixture)
	case given.Tag("Round") != c.fixture.String():
		return false, jobs.Refuse("job %.30q has no round %.30q", result.Job, given.Tag("Round"))
	}
	game, err := r.plan.accept(c.fixture, given, result.Key)
	if err != nil {
		return false, err
	}
	delete(r.away, result.Job)
	switch {
	case isSameGame(game, c.result):
		r.checked++
		r.unchecked--
	case isBreakdown(game):
		r.checks = append(r.checks, c)
	default:
		c.again = game
		r.checks = slices.Insert(r.checks, 0, c)
	}
	return true, nil
}

// checkCounts returns what is known of the checks, for those who watch the match.
func (r *runner) checkCounts() jobs.Checks {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return jobs.Checks{Passed: r.checked, Failed: len(r.dismissed), Pending: r.unchecked}
}

// judge plays a game of which two keys say different things, and dismisses the one that is
// wrong.
func (r *runner) judge(ctx context.Context, c check) error {
	here, err := r.playAgain(ctx, c.fixture, true)
	if err != nil || isBreakdown(here) {
		return err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	liar, truth := c.again, c.result
	switch {
	case isSameGame(here, c.result):
		r.checked++
	case isSameGame(here, c.again):
		liar, truth = c.result, c.again
	default:
		r.note(c.fixture, false)
		return nil
	}
	return r.dismiss(liar.Tag(keyTag), fmt.Sprintf("game %s ended %s, but here it ends %s, as with the key %s", c.fixture, ending(liar), ending(truth), truth.Tag(keyTag)))
}

// check plays a game again and dismisses its key if it differs from two games that are
// equal.
func (r *runner) check(ctx context.Context, c check) error {
	repeats, err := r.tryPairing(ctx, c.fixture)
	if err != nil || !repeats {
		return err
	}
	if c.again != nil {
		return r.judge(ctx, c)
	}
	again, err := r.playAgain(ctx, c.fixture, false)
	if err != nil || isBreakdown(again) {
		return err
	}
	if isSameGame(again, c.result) {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.checked++
		return nil
	}
	once, err := r.playAgain(ctx, c.fixture, true)
	if err != nil {
		return err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if !isSameGame(once, again) {
		r.note(c.fixture, false)
		return nil
	}
	return r.dismiss(c.result.Tag(keyTag), fmt.Sprintf("game %s ended %s, but here it ends %s, twice", c.fixture, ending(c.result), ending(again)))
}

// tryPairing reports whether a game of a pairing goes the same way twice in this process:
// first with players that have just started, then with the same players. It tries each
// pairing once.
func (r *runner) tryPairing(ctx context.Context, f fixture) (repeats bool, err error) {
	r.trying.Lock()
	defer r.trying.Unlock()
	r.mutex.Lock()
	repeats, known := r.repeats[f.pairing()]
	r.mutex.Unlock()
	if known {
		return repeats, nil
	}
	first, err := r.playAgain(ctx, f, true)
	if err != nil {
		return false, err
	}
	second, err := r.playAgain(ctx, f, false)
	if err != nil {
		return false, err
	}
	r.mutex.Lock()
	defer r.mutex.Unlock()
	repeats = isSameGame(first, second) && !isBreakdown(first)
	r.note(f, repeats)
	return repeats, nil
}

// note notes whether the games of a pairing go the same way again.
func (r *runner) note(f fixture, repeats bool) {
	if known, before := r.repeats[f.pairing()]; before && known == repeats {
		return
	}
	r.repeats[f.pairing()] = repeats
	if !repeats {
		r.report(Notice{fmt.Sprintf("%s and %s do not play the same game twice here, so workers' games between them cannot be checked: the match trusts the workers' keys.",
			r.plan.Players[f.player[0]].Name, r.plan.Players[f.player[1]].Name)})
	}
}

// playAgain plays the game of a fixture in this process, if fresh is set with players that
// have played nothing yet.
func (r *runner) playAgain(ctx context.Context, f fixture, fresh bool) (played *record.Game, err error) {
	if fresh {
		r.worker.players.close()
	}
	payload, err := json.Marshal(r.plan.job([]fixture{f}).Payload)
	if err != nil {
		return nil, err
	}
	err = r.worker.Work(ctx, payload, func(result any) (err error) {
		played, err = result.(*gameResult).game()
		return err
	})
	return played, err
}

// isBreakdown reports whether the game ended by the end of a program or its silence, for
// which its machine may be the cause.
func isBreakdown(game *record.Game) bool {
	ended, _ := game.Termination()
	return ended == record.Crash || ended == record.Silence
}

// pairing returns the players of a fixture, whatever their sides.
func (f fixture) pairing() [2]int {
	return [2]int{min(f.player[0], f.player[1]), max(f.player[0], f.player[1])}
}

// dismissedSuffix is added to the path of a record to name the file to which the games of
// dismissed keys are moved. It is the evidence, and a match that is continued dismisses
// the keys in it again.
const dismissedSuffix = ".dismissed"

// readDismissed returns the keys that earlier runs have dismissed from a record.
func readDismissed(path string) (map[string]bool, error) {
	keys := map[string]bool{}
	file, err := os.Open(path + dismissedSuffix)
	if errors.Is(err, os.ErrNotExist) {
		return keys, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	for reader := record.NewReader(file); ; {
		game, err := reader.Next()
		switch {
		case errors.Is(err, io.EOF):
			return keys, nil
		case errors.As(err, new(*record.LineError)): // cut off
		case err != nil:
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		case game.Tag(keyTag) != "":
			keys[game.Tag(keyTag)] = true
		}
	}
}

// dismissedKeys returns the dismissed keys in alphabetical order.
func (r *runner) dismissedKeys() []string { return slices.Sorted(maps.Keys(r.dismissed)) }

// dismiss drops all games of a key, which are to be played again, and judges the match
// again by the games that are left. Later results of the key are refused.
func (r *runner) dismiss(key, reason string) error {
	if r.dismissed[key] {
		return nil
	}
	r.dismissed[key] = true
	left, dropped, err := r.drop()
	if err != nil {
		return err
	}
	before := len(r.checks) + len(r.away)
	r.checks = slices.DeleteFunc(r.checks, func(c check) bool { return c.result.Tag(keyTag) == key })
	maps.DeleteFunc(r.away, func(_ string, c check) bool { return c.result.Tag(keyTag) == key })
	r.unchecked -= before - len(r.checks) - len(r.away)
	for i := range r.checks {
		if again := r.checks[i].again; again != nil && again.Tag(keyTag) == key {
			r.checks[i].again = nil // it is checked as if the key had said nothing
		}
	}
	delete(r.keys, key)
	r.played, r.faults, r.decided = 0, 0, false
	clear(r.isPlayed)
	r.decision = newDecision(r.plan.Decided, r.schedule.fixtures())
	if r.plan.JudgeAnew != nil {
		r.plan.JudgeAnew()
	}
	for _, game := range left {
		f := r.byRound[game.Tag("Round")]
		r.add(f, game)
		r.decided = r.decision.add(f, game)
	}
	var again []fixture
	for _, game := range dropped {
		if f := r.byRound[game.Tag("Round")]; r.offered[f.pair].IsZero() {
			again = append(again, f)
		}
	}
	slices.SortFunc(again, func(a, b fixture) int { return 2*(a.pair-b.pair) + a.game - b.game })
	r.queue = append(again, r.queue...)
	r.report(Dismissed{Key: key, Reason: reason, Games: len(dropped), Left: left})
	return nil
}

// drop removes the games of dismissed keys from the record. It returns those that are left
// and those that are gone.
func (r *runner) drop() (left, dropped []*record.Game, err error) {
	isOut := func(game *record.Game) bool {
		if r.dismissed[game.Tag(keyTag)] {
			dropped = append(dropped, game)
			return true
		}
		left = append(left, game)
		return false
	}
	if r.journal != nil {
		if err := r.journal.Move(r.plan.Record+dismissedSuffix, isOut); err != nil {
			return nil, nil, fmt.Errorf("record: %w", err)
		}
		return left, dropped, nil
	}
	r.recorded = slices.DeleteFunc(r.recorded, isOut)
	return left, dropped, nil
}
