package match

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"cathedral/bench/farm"
	"cathedral/engine/record"
)

// Games that depend on nothing but their seeds go the same way on every machine, so the
// match can have some of its workers' games played again. A difference accuses nobody yet: the
// engines may keep something from game to game. Therefore the match first plays a game of
// each pairing twice. It plays a game that differs once more, with players that have just
// started.

// checks are those of the games of a match.
type (
	checks = farm.Checked[gameOfWorker, *record.Game]
	check  = farm.Check[gameOfWorker]
)

// gameOfWorker is a worker's game that is to be played again.
type gameOfWorker struct {
	fixture
	*record.Game
}

// verifier knows which games can be checked. The mutex of the checks guards what it knows.
type verifier struct {
	verifies bool            // some of the workers' games are checked
	repeats  map[[2]int]bool // the pairings whose games are known to go the same way, or not
	trying   sync.Mutex      // held while a pairing is tried
}

// isRepeatable reports whether a game of a fixture depends on nothing but its seeds, as far
// as the plan says: nobody has a clock or thinks on several cores or in the other's time.
func (p *Plan) isRepeatable(f fixture) bool {
	return !slices.ContainsFunc(f.player[:], func(i int) bool {
		s := &p.Players[i]
		return isTimed(s.Control) || s.Threads() > 1 || s.Ponder && !s.AnswersAtOnce()
	})
}

// checkWith sets the functions of the checks.
func (r *runner) checkWith() {
	r.checks.Next, r.checks.Accept, r.checks.Drop = r.next, r.accept, r.drop
	r.checks.IsOver = func() bool {
		unchecked, _ := r.checks.Pending()
		return !r.verifies || unchecked == 0 && len(r.offered) == 0
	}
	r.checks.Again = r.playAgain
	r.checks.Holds = func(_ context.Context, c check, again *record.Game) (wrong, err error) {
		if !isSameGame(again, c.Result.Game) {
			wrong = fmt.Errorf("%s ended %s, but here it ends %s, twice", c.Name, ending(c.Result.Game), ending(again))
		}
		return wrong, nil
	}
}

// startVerifying has games of workers checked if that is possible.
func (r *runner) startVerifying() {
	if r.plan.Carrier == nil || r.plan.Verify == 0 {
		return
	}
	r.repeats = map[[2]int]bool{}
	r.verifies = slices.ContainsFunc(r.queue, r.plan.isRepeatable)
	if !r.verifies {
		r.report(Notice{"These games cannot be checked by playing them again, because they depend on time or on threads: the match trusts the workers' keys."})
		return
	}
	r.checks.AtOnce = r.plan.Concurrency
}

// sample has a game checked, if its turn has come. Losses by a fault are
// all checked: they are rare, and the cheapest to make up.
func (r *runner) sample(game *record.Game, f fixture) {
	repeats, tried := r.repeats[f.pairing()]
	switch key := game.Tag(keyTag); {
	case !r.verifies || tried && !repeats || !r.plan.isRepeatable(f) || slices.Contains(r.plan.Trusted, key):
	case faultIn(game, f) >= 0 || r.plan.random() < r.plan.Verify:
		r.checks.Add(check{Result: gameOfWorker{f, game}, Name: "game " + f.String(), Key: key})
	}
}

// settle waits until all checks are done or the run ends.
func (r *runner) settle() {
	unchecked, _ := r.checks.Pending()
	if unchecked > 0 {
		r.report(Notice{fmt.Sprintf("The match is decided unless one of the last %d checks finds a false game.", unchecked)})
	}
	for unchecked > 0 && r.checks.Wait() {
		unchecked, _ = r.checks.Pending()
	}
}

// playAgain plays a game again: once if it goes as a worker has said, and otherwise twice.
func (r *runner) playAgain(ctx context.Context, c check) (game *record.Game, isSure bool, err error) {
	f := c.Result.fixture
	repeats, err := r.tryPairing(ctx, f)
	if err != nil || !repeats {
		return nil, false, err
	}
	game, err = r.play(ctx, f, false)
	if err != nil || isBreakdown(game) {
		return nil, false, err
	}
	if isSameGame(game, c.Result.Game) {
		return game, true, nil
	}
	once, err := r.play(ctx, f, true)
	if err != nil {
		return nil, false, err
	}
	r.checks.Lock()
	defer r.checks.Unlock()
	if isSure = isSameGame(game, once); !isSure {
		r.note(f, false)
	}
	return game, isSure, nil
}

// tryPairing reports whether a game of a pairing goes the same way twice in this process:
// first with players that have just started, then with the same players. It tries each
// pairing once.
func (r *runner) tryPairing(ctx context.Context, f fixture) (repeats bool, err error) {
	r.trying.Lock()
	defer r.trying.Unlock()
	r.checks.Lock()
	repeats, known := r.repeats[f.pairing()]
	r.checks.Unlock()
	if known {
		return repeats, nil
	}
	first, err := r.play(ctx, f, true)
	if err != nil {
		return false, err
	}
	second, err := r.play(ctx, f, false)
	if err != nil {
		return false, err
	}
	r.checks.Lock()
	defer r.checks.Unlock()
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

// play plays the game of a fixture in this process, if fresh is set with players that
// have played nothing yet.
func (r *runner) play(ctx context.Context, f fixture, fresh bool) (played *record.Game, err error) {
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

// drop drops all games of a key, which are to be played again, and judges the match
// again by the games that are left.
func (r *runner) drop(key, reason string) error {
	left, dropped, err := r.dropGames()
	if err != nil {
		return err
	}
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

// dropGames removes the games of dismissed keys from the record. It returns those that are left
// and those that are gone.
func (r *runner) dropGames() (left, dropped []*record.Game, err error) {
	isOut := func(game *record.Game) bool {
		if r.checks.Dismissed[game.Tag(keyTag)] {
			dropped = append(dropped, game)
			return true
		}
		left = append(left, game)
		return false
	}
	if r.journal != nil {
		if err := r.journal.Move(r.checks.DismissedFile, isOut); err != nil {
			return nil, nil, fmt.Errorf("record: %w", err)
		}
		return left, dropped, nil
	}
	r.recorded = slices.DeleteFunc(r.recorded, isOut)
	return left, dropped, nil
}
