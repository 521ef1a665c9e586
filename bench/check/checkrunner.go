package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cathedral/engine"
	"cathedral/protocol/process"
)

// Options are how a check is run. The zero value is a good choice.
type Options struct {
	// Patience is how long the engine may take for any answer that is due at
	// once. It only decides when the check gives up: 5 s where it is 0.
	Patience time.Duration
	Seed     uint64       // of the random games
	Report   func(Result) // called after each step, may be nil
}

const defaultPatience = 5 * time.Second

// Run holds an engine against all steps and returns what became of each. Once the
// engine has failed to start or to greet, the other steps are not run. The error
// is ctx's: then the report is of the steps so far.
func Run(ctx context.Context, program process.Command, options Options) (*Report, error) {
	return run(ctx, program, options, steps())
}

// run works a table off. Its first step is the one that the others depend on.
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

// runner works the table off.
type runner struct {
	shared conversation // with the engine that steps share, while it runs
}

// run carries out a step.
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

// runFresh carries out a step with an engine of its own.
func (r *runner) runFresh(step step, dialogue *dialogue) error {
	c := r.shared // but for the process
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

// runShared carries out a step with the engine that steps share. One that failed
// is not used again: nobody knows what state it is in.
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
		err = errors.New("a bestmove too many")
	}
	if err != nil {
		return fmt.Errorf("afterwards: %w", err)
	}
	return verdict
}
