package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cathedral/engine"
	"cathedral/protocol/process"
)

// Options configure a check. The zero value is a good choice.
type Options struct {
	// Patience is the time after which the check stops waiting for an answer that
	// is due at once. 0 means 5 s.
	Patience time.Duration
	// Margin is how late a move may be in the games of the group match, as in a match.
	// 0 means 10 ms, as there.
	Margin time.Duration
	// Only and Skip select steps, each word a group or a part of a name that Steps
	// returns. Without Only all steps are run. The first two are always run.
	Only, Skip []string
	Seed       uint64       // of the random games
	Report     func(Result) // called after each step; may be nil
}

const defaultPatience = 5 * time.Second

// Run runs steps against an engine and returns their results. If the engine fails
// the first step, which starts it and shakes hands, the others are not run. When ctx is cancelled, Run returns ctx's error and a report of the steps so far.
func Run(ctx context.Context, program process.Command, options Options) (*Report, error) {
	table, err := choose(steps(), options.Only, options.Skip)
	if err != nil {
		return nil, err
	}
	return run(ctx, program, options, table)
}

// run runs the steps of a table. All others depend on the first one.
func run(ctx context.Context, program process.Command, options Options, table []step) (*Report, error) {
	if options.Patience == 0 {
		options.Patience = defaultPatience
	}
	if options.Margin == 0 {
		options.Margin = defaultMargin
	}
	r := &runner{conversation{
		ctx: ctx, command: program, patience: options.Patience, margin: options.Margin, seed: options.Seed, traits: &traits{},
	}}
	defer r.shared.close()
	report := &Report{}
	for i, step := range table {
		result := Result{Group: step.group, Name: step.name, Verdict: NotRun}
		if i == 0 || report.Steps[0].Verdict == Passed {
			result = r.run(step)
		}
		if ctx.Err() != nil {
			return report, ctx.Err()
		}
		report.Engine = r.shared.traits.name
		report.Steps = append(report.Steps, result)
		if options.Report != nil {
			options.Report(result)
		}
	}
	report.judgeReadiness()
	return report, nil
}

// runner runs the steps of a table.
type runner struct {
	shared conversation // with the engine that steps share, while it runs
}

// run runs a step.
func (r *runner) run(step step) Result {
	began := time.Now()
	dialogue := &dialogue{}
	run := r.runShared
	if step.fresh || step.raw || step.starts {
		run = r.runFresh
	}
	err := run(step, dialogue)
	result := Result{Group: step.group, Name: step.name, Remark: dialogue.remark, Dialogue: dialogue.text(), Elapsed: time.Since(began)}
	if err != nil {
		result.Verdict, result.Problem = Failed, err.Error()
	}
	if errors.Is(err, errNotOffered) {
		result.Verdict = NotOffered
	}
	return result
}

// runFresh runs a step with an engine of its own.
func (r *runner) runFresh(step step, dialogue *dialogue) error {
	c := r.shared // except for the process
	c.process, c.dialogue = nil, dialogue
	if step.starts {
		return step.run(&c)
	}
	defer c.close()
	if err := c.start(); err != nil {
		return err
	}
	if !step.raw {
		if _, err := c.greet(); err != nil {
			return err
		}
	}
	return step.run(&c)
}

// runShared runs a step with the engine that steps share. It closes the engine after a
// failure, which leaves it in an unknown state.
func (r *runner) runShared(step step, dialogue *dialogue) (err error) {
	c := &r.shared
	c.dialogue = dialogue
	defer func() {
		if err != nil && !errors.Is(err, errNotOffered) {
			c.close()
		}
	}()
	if c.process == nil {
		if err := c.start(); err != nil {
			return err
		}
		if _, err := c.greet(); err != nil {
			return err
		}
	}
	verdict := step.run(c)
	if verdict != nil && !errors.Is(verdict, errNotOffered) {
		return verdict
	}
	if err := c.setRules(engine.Rules{}); err != nil {
		return err
	}
	said, err := c.tell("position startpos")
	if err == nil && countBests(said) > 0 {
		err = errors.New("one bestmove too many")
	}
	if err != nil {
		return fmt.Errorf("afterwards: %w", err)
	}
	return verdict
}
