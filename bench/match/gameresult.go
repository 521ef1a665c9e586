package match

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"cathedral/bench/jobs"
	"cathedral/bench/match/opening"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// gameResult is a worker's report on a finished game. The runner makes the record from
// it and from the plan, so that a worker cannot write any tag but these.
type gameResult struct {
	Round       string                  `json:"round"`
	Host        string                  `json:"host,omitempty"`
	Duration    time.Duration           `json:"duration"`
	Moves       []string                `json:"moves"` // opening included
	Comments    []string                `json:"comments"`
	Outcome     engine.Outcome          `json:"outcome"`
	Light       int                     `json:"light"` // unplaced squares
	Dark        int                     `json:"dark"`
	Termination record.Termination      `json:"termination"`
	Rule        record.AdjudicationRule `json:"rule,omitempty"`
	Cause       string                  `json:"cause"`
	Overruns    [2]time.Duration        `json:"overruns"`            // by side, see Summary
	TimeScale   float64                 `json:"timeScale,omitempty"` // of the worker's clocks; 0: not scaled
	Warnings    []playerWarning         `json:"warnings,omitempty"`

	key string // that delivered it; "": this process
}

// playerWarning is a warning that a worker keeps for the match, from this game or an
// earlier one.
type playerWarning struct {
	Player string `json:"player"`
	Kind   string `json:"kind"`
	Sample string `json:"sample"`
}

// result returns the result of a game that has ended.
func (g *game) result(round, host string) *gameResult {
	light, dark := g.score()
	return &gameResult{
		Round: round, Host: host, Duration: time.Since(g.began),
		Moves: opening.Words(g.moves), Comments: g.comments,
		Outcome: g.verdict.outcome, Light: light, Dark: dark,
		Termination: g.verdict.termination, Rule: g.verdict.rule, Cause: g.verdict.cause,
		Overruns: g.overruns,
	}
}

// unscale notes the scale of the worker's clocks, and converts the overruns to times of
// the reference. A scale of 0 is none.
func (g *gameResult) unscale(scale float64) {
	if g.TimeScale = scale; scale == 0 {
		return
	}
	for side, overrun := range g.Overruns {
		g.Overruns[side] = scaled(overrun, 1/scale)
	}
}

// readGameResult reads a worker's text. The error is that of a refused result.
func readGameResult(payload json.RawMessage) (*gameResult, error) {
	g := &gameResult{}
	if err := json.Unmarshal(payload, g); err != nil {
		return nil, jobs.Refuse("it is not a game's result: %w", err)
	}
	g.Host, g.Cause = escaped(g.Host), escaped(g.Cause)
	for i := range g.Warnings {
		warning := &g.Warnings[i]
		warning.Kind, warning.Sample = escaped(warning.Kind), escaped(warning.Sample)
	}
	return g, nil
}

// escaped returns a text of a worker, of which an honest one is shorter, for one line.
func escaped(text string) string { return wording.Line(text, 4000) }

// record replays the game, which is that of fixture f, by the rules and returns its
// record. It refuses a game that is not of the plan or that contradicts the board.
func (g *gameResult) record(plan *Plan, f fixture) (*record.Game, error) {
	begin := plan.opening(f.round)
	moves, err := opening.PlayWords(begin.Start, g.Moves)
	switch {
	case err != nil:
		return nil, jobs.Refuse("game %s: %w", f, err)
	case len(g.Comments) != len(moves):
		return nil, jobs.Refuse("game %s: %d comments on %d moves", f, len(g.Comments), len(moves))
	case g.Termination == record.UnknownTermination || g.Termination == record.Unterminated || record.Result(g.Outcome) == record.Result(engine.Undecided):
		return nil, jobs.Refuse("game %s: it has not ended", f)
	case g.TimeScale < 0 || g.TimeScale > 0 && plan.ReferenceSpeed == 0:
		return nil, jobs.Refuse("game %s: its times cannot have the scale %g", f, g.TimeScale)
	case g.Termination.IsForfeit() && g.Outcome == engine.Draw:
		return nil, jobs.Refuse("game %s: a draw by a fault", f)
	case g.Termination == record.Adjudication && !plan.Adjudication.has(g.Rule):
		return nil, jobs.Refuse("game %s: the match has no rule %.30q", f, string(g.Rule))
	}
	made := newRecord(begin.Start, moves, g.Comments)
	g.addTags(made, plan, f)
	if err := checkRecord(plan, f, made); err != nil {
		return nil, jobs.Refuse("game %s: %w", f, err)
	}
	if err := made.Check(); err != nil {
		return nil, jobs.Refuse("game %s: %w", f, err)
	}
	return made, nil
}

// mostTimeScale is how much faster or slower than the reference a worker can be.
const mostTimeScale = 100.

// checkCircumstances refuses a result of a worker that the game's job cannot have. made is
// its record, and age the time since the job was offered, or 0 if that is unknown.
func (g *gameResult) checkCircumstances(plan *Plan, f fixture, made *record.Game, age time.Duration) error {
	// A worker's clock may be a little faster.
	if most := age + age/100 + time.Second; g.Duration < 0 || age > 0 && g.Duration > most {
		return jobs.Refuse("game %s: it took %s, but it was offered %s ago", f, g.Duration, age)
	}
	if g.TimeScale > 0 && (g.TimeScale < 1/mostTimeScale || g.TimeScale > mostTimeScale) {
		return jobs.Refuse("game %s: its times cannot have the scale %g", f, g.TimeScale)
	}
	fault := faultIn(made, f)
	if fault < 0 {
		return nil
	}
	loser := &plan.Players[fault]
	control := loser.Control
	if g.TimeScale > 0 {
		control = scaledControl(control, g.TimeScale)
	}
	switch least := max(control.Base, control.MoveTime); {
	case g.Termination == record.TimeForfeit && !isTimed(control):
		return jobs.Refuse("game %s: %s has no clock, so it cannot have lost on time", f, loser.Name)
	case g.Termination == record.TimeForfeit && g.Duration < least:
		return jobs.Refuse("game %s: it took %s, so %s cannot have lost on time", f, g.Duration, loser.Name)
	case g.Termination != record.TimeForfeit && loser.IsBuiltIn():
		return jobs.Refuse("game %s: the built-in player %s cannot have lost by %q", f, loser.Name, g.Termination)
	}
	return nil
}

// isSameGame reports whether two results are of one game: with the same moves and the
// same end. Scores and times may differ.
func (g *gameResult) isSameGame(other *gameResult) bool {
	return slices.Equal(g.Moves, other.Moves) && g.Outcome == other.Outcome && g.Light == other.Light && g.Dark == other.Dark &&
		g.Termination == other.Termination && g.Rule == other.Rule
}

// ending describes the result for people.
func (g *gameResult) ending() string {
	return fmt.Sprintf("%s (%d-%d, %s) after %d plies", record.Result(g.Outcome), g.Light, g.Dark, g.Termination, len(g.Moves))
}
