package match

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// resume checks that the record is of this match and repairs its end. It then counts its
// games.
func (r *runner) resume() error {
	played, err := r.checkRecorded()
	if err != nil {
		return fmt.Errorf("record %s: %w", r.plan.Record, err)
	}
	if r.journal != nil {
		if err := r.journal.Repair(); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	if played, err = r.leaveOut(played); err != nil {
		return err
	}
	plan := &r.plan
	started := Started{Seed: plan.Seed, Games: r.schedule.total(), Recorded: len(played), Concurrency: plan.Concurrency}
	if plan.Carrier != nil {
		started.Concurrency = 0
	}
	started.ReferenceSpeed = plan.ReferenceSpeed
	for i := range plan.Players {
		started.Players = append(started.Players, plan.Players[i].Name)
	}
	r.report(started)
	for i, game := range r.recorded {
		r.count(played[i], Finished{Record: game, Key: game.Tag(keyTag), Recorded: true, Cause: game.Tag(record.CauseTag)})
	}
	return nil
}

// WithoutSuffix is added to the path of a record to name the file to which games leave.
const WithoutSuffix = ".without"

// leaveOut moves the recorded games of keys that the plan is without to their file. played has the
// fixtures of the recorded games, and those of the games that are left are returned.
func (r *runner) leaveOut(played []fixture) (left []fixture, err error) {
	if len(r.plan.Without) == 0 {
		return played, nil
	}
	isOut := func(game *record.Game) bool {
		return slices.Contains(r.plan.Without, cmp.Or(game.Tag(keyTag), game.Tag(hostTag)))
	}
	if err := r.journal.Move(r.plan.Record+WithoutSuffix, isOut); err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	for i, game := range r.recorded {
		if !isOut(game) {
			left = append(left, played[i])
		}
	}
	r.report(Notice{fmt.Sprintf("%s of %s left the record, to be played again", wording.Count(len(played)-len(left), "game"), strings.Join(r.plan.Without, ", "))})
	r.recorded = slices.DeleteFunc(r.recorded, isOut)
	return left, nil
}

// checkRecorded returns the fixtures of the recorded games, or an error if they are of
// another match. It sets the seed, which may be that of the record, and the openings.
func (r *runner) checkRecorded() ([]fixture, error) {
	plan, recorded := &r.plan, r.recorded
	if plan.Seed == 0 && len(recorded) > 0 {
		fmt.Sscan(recorded[0].Tag(seedTag), &plan.Seed) // stays 0 without the tag
	}
	if plan.Seed == 0 {
		plan.Seed = 1 + rand.Uint64N(1<<32)
	}
	plan.chooseReference(recorded)
	plan.chooseOpenings()
	fixtures := r.schedule.fixtures()
	r.byRound, r.isPlayed = make(map[string]fixture, len(fixtures)), make(map[fixture]bool, len(fixtures))
	for _, f := range fixtures {
		r.byRound[f.String()] = f
	}
	r.decision = newDecision(plan.Decided, fixtures)
	played, err := r.recordedFixtures(recorded)
	if err == nil {
		err = r.comparePlayers(played)
	}
	return played, err
}

// recordedFixtures returns the fixture of each recorded game, or an error if a game is
// of another match or is recorded twice.
func (r *runner) recordedFixtures(recorded []*record.Game) ([]fixture, error) {
	played := make([]fixture, len(recorded))
	numbers := make(map[string]int, len(recorded)) // of the recorded games by round, from 1
	for i, game := range recorded {
		round := game.Tag("Round")
		f, planned := r.byRound[round]
		if !planned {
			return nil, fmt.Errorf("game %d: a match of %s has no round %q (there may be more games than before, not fewer)",
				i+1, wording.Count(r.schedule.total(), "game"), round)
		}
		if numbers[round] > 0 {
			return nil, fmt.Errorf("game %d: round %s is recorded already, as game %d", i+1, round, numbers[round])
		}
		if err := checkRecord(&r.plan, f, game); err != nil {
			return nil, fmt.Errorf("game %d (round %s) is of another match: %w", i+1, round, err)
		}
		played[i], numbers[round] = f, i+1
	}
	return played, nil
}

// comparePlayers returns an error if others than the players of this match have played
// recorded games, unless the plan accepts that. played has the fixtures of these games.
func (r *runner) comparePlayers(played []fixture) error {
	var first string
	others := 0
	for i, game := range r.recorded {
		differences := r.plan.differences(played[i], game)
		if len(differences) == 0 {
			continue
		}
		if others++; others == 1 {
			first = fmt.Sprintf("game %d (round %s) is not by these players: %s", i+1, game.Tag("Round"), strings.Join(differences, "; "))
		}
	}
	if others == 0 {
		return nil
	}
	verb := "differ"
	if others == 1 {
		verb = "differs"
	}
	text := fmt.Sprintf("%s (%d of %s %s)", first, others, wording.Count(len(r.recorded), "game"), verb)
	if !r.plan.AcceptDifferences {
		return fmt.Errorf("%s. Name another --record, or continue it with --accept-differences", text)
	}
	r.report(Notice{text + "; they count all the same"})
	return nil
}

// faultIn returns the index of the player that lost game, which is that of fixture f, by its
// own fault, or -1.
func faultIn(game *record.Game, f fixture) int {
	if ended, _ := game.Termination(); !ended.IsForfeit() {
		return -1
	}
	if game.Result == record.Result(engine.LightWins) {
		return f.player[engine.Dark]
	}
	return f.player[engine.Light]
}
