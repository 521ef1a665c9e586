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
	Seed     uint64       // of the random games
	Report   func(Result) // called after each step; may be nil
}

const defaultPatience = 5 * time.Second

// Run runs all steps against an engine and returns their results. If the engine
// fails the first step, which starts it and shakes hands, the others are not run.
// When ctx is cancelled, Run returns ctx's error and a report of the steps so far.
func Run(ctx context.Context, program process.Command, options Options) (*Report, error) {
	return run(ctx, program, options, steps())
}

// run runs the steps of a table. All others depend on the first one.
func run(ctx context.Context, program process.Command, options Options, table []step) (*Report, error) {
	if options.Patience == 0 {
		options.Patience = defaultPatience
	}
	r := &runner{conversation{ctx: ctx, command: program, patience: options.Patience, seed: options.Seed, traits: &traits{}}}
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
	if step.fresh || step.raw {
		run = r.runFresh
	}
	err := run(step, dialogue)
	result := Result{Group: step.group, Name: step.name, Dialogue: dialogue.text(), Elapsed: time.Since(began)}
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
