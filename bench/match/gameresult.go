package match

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// gameResult is a worker's report on a finished game: the text of its record, and what no
// record says.
type gameResult struct {
	Record   string           `json:"record"`             // see game.result
	Overruns [2]time.Duration `json:"overruns"`           // by side, see Summary
	Warnings []playerWarning  `json:"warnings,omitempty"` // of the worker's players
}

// playerWarning is a warning that a worker keeps for the match, from this game or an
// earlier one.
type playerWarning struct {
	Player string `json:"player"`
	Kind   string `json:"kind"`
	Sample string `json:"sample"`
}

// result returns the result of a game that has ended, whose times were multiplied by scale,
// or not if it is 0. The record has the tags about the end of the game and its
// circumstances; the match sets all others.
func (g *game) result(round, host string, scale float64) (*gameResult, error) {
	light, dark := g.score()
	made := g.record()
	made.Result = record.Result(g.end.outcome)
	made.SetTag("Round", round)
	made.SetTag("Score", fmt.Sprintf("%d-%d", light, dark))
	made.SetTag(record.TerminationTag, string(g.end.termination))
	made.SetTag(record.AdjudicationTag, string(g.end.rule))
	made.SetTag(record.CauseTag, escaped(g.end.cause))
	if g.fair != (engine.FairGame{}) {
		made.SetTag(record.FairTag, g.fair.String())
	}
	made.SetTag(hostTag, escaped(host))
	made.SetTag(durationTag, time.Since(g.began).String())
	if scale > 0 {
		made.SetTag(scaleTag, strconv.FormatFloat(scale, 'g', -1, 64))
		for side, overrun := range g.overruns {
			g.overruns[side] = scaled(overrun, 1/scale)
		}
	}
	text, err := made.Text()
	return &gameResult{Record: text, Overruns: g.overruns}, err
}

// readGameResult reads a worker's text and the record in it, whose moves and end agree with
// the rules, or a *farm.RefusedError.
func readGameResult(payload json.RawMessage) (*gameResult, *record.Game, error) {
	result := &gameResult{}
	if err := json.Unmarshal(payload, result); err != nil {
		return nil, nil, farm.Refuse("it is not a game's result: %w", err)
	}
	for i := range result.Warnings {
		warning := &result.Warnings[i]
		warning.Kind, warning.Sample = escaped(warning.Kind), escaped(warning.Sample)
	}
	given, err := result.game()
	if err != nil {
		return nil, nil, farm.Refuse("it is not a game: %w", err)
	}
	return result, given, nil
}

// game reads the record of the game.
func (r *gameResult) game() (*record.Game, error) {
	return record.NewReader(strings.NewReader(r.Record)).Next()
}

// escaped returns a text of a worker, of which an honest one is shorter, for one line.
func escaped(text string) string { return wording.Line(text, 4000) }

// accept returns the record of a worker's game, which is that of fixture f and has come from
// the key. Only its moves, its end and its circumstances are the worker's. The error, of a game
// that is not of the plan, is a *farm.RefusedError.
func (p *Plan) accept(f fixture, given *record.Game, key string) (*record.Game, error) {
	fair, _ := given.Fair() // a reader's record has no error
	ended, rule := given.Termination()
	scale := scaleOf(given)
	switch err := p.checkOpening(f, given); {
	case given.Rules != p.Rules || fair != p.Fair:
		return nil, farm.Refuse("game %s: it has other rules than the match", f)
	case err != nil:
		return nil, farm.Refuse("game %s: %w", f, err)
	case ended == record.UnknownTermination || ended == record.Unterminated || given.Result == record.Result(engine.Undecided):
		return nil, farm.Refuse("game %s: it has not ended", f)
	case scale != 0 && !(scale > 0 && p.ReferenceSpeed > 0):
		return nil, farm.Refuse("game %s: its times cannot have the scale %g", f, scale)
	case ended.IsForfeit() && given.Result == record.Result(engine.Draw):
		return nil, farm.Refuse("game %s: a draw by a fault", f)
	case ended == record.Adjudication && !p.Adjudication.has(rule):
		return nil, farm.Refuse("game %s: the match has no rule %.30q", f, string(rule))
	}
	made := record.New(given.Start)
	made.Result = given.Result
	for _, move := range given.Moves {
		made.Moves = append(made.Moves, record.Move{Move: move.Move, Comment: move.Comment})
	}
	p.addTags(f, made, given, key)
	return made, nil
}

// durationOf returns the duration that a worker's record states, or 0.
func durationOf(given *record.Game) time.Duration {
	duration, _ := time.ParseDuration(given.Tag(durationTag)) // 0 on an error
	return duration
}

// scaleOf returns the scale of the clocks that a worker's record states, or 0. It may be any
// number, even none.
func scaleOf(given *record.Game) float64 {
	scale, _ := strconv.ParseFloat(given.Tag(scaleTag), 64) // 0 on an error
	return scale
}

// mostTimeScale is how much faster or slower than the reference a worker can be.
const mostTimeScale = 100.

// checkCircumstances refuses the record of a worker that the game's job cannot have. age is the
// time since the job was offered, or 0 if that is unknown.
func (p *Plan) checkCircumstances(f fixture, given *record.Game, age time.Duration) error {
	duration, scale := durationOf(given), scaleOf(given)
	// A worker's clock may be a little faster.
	if most := age + age/100 + time.Second; duration < 0 || age > 0 && duration > most {
		return farm.Refuse("game %s: it took %s, but it was offered %s ago", f, duration, age)
	}
	if scale != 0 && !(scale >= 1/mostTimeScale && scale <= mostTimeScale) {
		return farm.Refuse("game %s: its times cannot have the scale %g", f, scale)
	}
	fault := faultIn(given, f)
	if fault < 0 {
		return nil
	}
	ended, _ := given.Termination()
	loser := &p.Players[fault]
	control := loser.Control
	if scale > 0 {
		control = scaledControl(control, scale)
	}
	switch least := max(control.Base, control.MoveTime); {
	case ended == record.TimeForfeit && !isTimed(control):
		return farm.Refuse("game %s: %s has no clock, so it cannot have lost on time", f, loser.Name)
	case ended == record.TimeForfeit && duration < least:
		return farm.Refuse("game %s: it took %s, so %s cannot have lost on time", f, duration, loser.Name)
	case ended != record.TimeForfeit && loser.IsBuiltIn():
		return farm.Refuse("game %s: the built-in player %s cannot have lost by %q", f, loser.Name, ended)
	}
	return nil
}

// isSameGame reports whether two records are of one game: with the same moves and the
// same end. Scores of moves and times may differ.
func isSameGame(a, b *record.Game) bool {
	return ending(a) == ending(b) && a.Tag(record.AdjudicationTag) == b.Tag(record.AdjudicationTag) &&
		slices.EqualFunc(a.Moves, b.Moves, func(m, n record.Move) bool { return m.Move == n.Move })
}

// ending describes the end of a game for people.
func ending(game *record.Game) string {
	return fmt.Sprintf("%s (%s, %s) after %d plies", game.Result, game.Tag("Score"), game.Tag(record.TerminationTag), len(game.Moves))
}
