package match

import (
	"encoding/json"
	"fmt"
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

// scaleOf returns the scale of the clocks that a worker's record states, or 0. It may be any
// number, even none.
func scaleOf(given *record.Game) float64 {
	scale, _ := strconv.ParseFloat(given.Tag(scaleTag), 64) // 0 on an error
	return scale
}
