package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cathedral/protocol"
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
	// Scenarios are the steps, nil: those of Builtin. The first two of Builtin are always
	// run, and before all others.
	Scenarios []Scenario
	Seed      uint64       // of the random games
	Report    func(Result) // called after each step; may be nil
}

const defaultPatience = 5 * time.Second

// Run runs steps against an engine and returns their results. If the engine fails
// the first step, which starts it and shakes hands, the others are not run. When ctx is
// cancelled, Run returns ctx's error and a report of the steps so far.
func Run(ctx context.Context, program process.Command, options Options) (*Report, error) {
	start := func() (protocol.Transport, error) { return process.Start(program) }
	return run(ctx, &circumstances{start: start, command: program}, options)
}

// run runs steps under circumstances that say how to start the engine.
func run(ctx context.Context, circumstances *circumstances, options Options) (*Report, error) {
	circumstances.ctx, circumstances.seed, circumstances.offered = ctx, options.Seed, map[string]bool{}
	circumstances.margin = cmp.Or(options.Margin, defaultMargin)
	circumstances.patience = cmp.Or(options.Patience, defaultPatience)
	c := &conversation{circumstances: circumstances} // with the engine that steps share, while it runs
	defer c.close()
	report := &Report{}
	for i, scenario := range withIntroduction(options.Scenarios) {
		result := Result{Group: scenario.Group, Name: scenario.Name, Verdict: NotRun}
		circumstances.attention = cmp.Or(scenario.attention, 1)
		if i == 0 || report.Steps[0].Verdict == Passed {
			result = c.step(scenario)
		}
		if ctx.Err() != nil {
			return report, ctx.Err()
		}
		report.Engine = circumstances.name
		report.Steps = append(report.Steps, result)
		if options.Report != nil {
			options.Report(result)
		}
	}
	report.judgeReadiness()
	return report, nil
}

// withIntroduction puts the first scenarios of Builtin before the others, or moves them
// there.
func withIntroduction(scenarios []Scenario) []Scenario {
	first := Builtin()
	if scenarios == nil {
		return first
	}
	first = first[:introduction]
	for _, scenario := range scenarios {
		if i := slices.IndexFunc(first[:introduction], func(s Scenario) bool { return s.String() == scenario.String() }); i >= 0 {
			first[i] = scenario
		} else {
			first = append(first, scenario)
		}
	}
	return first
}

// step runs a step with the engine that steps share, or with one of its own.
func (c *conversation) step(scenario Scenario) Result {
	began := time.Now()
	scene := newScene(&dialogue{}, c.seed)
	run := c.runFresh
	if scenario.start == shared {
		run = c.runShared
	}
	err := run(scenario, scene)
	result := Result{Group: scenario.Group, Name: scenario.Name, Remark: scene.dialogue.remark, Dialogue: scene.dialogue.text(), Time: time.Since(began).Milliseconds()}
	if err != nil {
		result.Verdict, result.Problem = Failed, err.Error()
	}
	if errors.Is(err, errNotOffered) {
		result.Verdict = NotOffered
	}
	return result
}

// runFresh runs a step with an engine of its own.
func (c *conversation) runFresh(scenario Scenario, scene scene) error {
	own := &conversation{circumstances: c.circumstances, scene: scene}
	if scenario.start == itself {
		own.options = c.declared
		return own.perform(scenario)
	}
	defer own.close()
	err := own.open()
	if err == nil && scenario.start == fresh {
		err = own.greet()
	}
	if err != nil {
		return err
	}
	return own.perform(scenario)
}

// perform carries out a scenario, with its own patience if it has one.
func (c *conversation) perform(scenario Scenario) error {
	defer func(usual time.Duration) { c.patience = usual }(c.patience)
	c.patience = cmp.Or(scenario.patience, c.patience)
	err := perform(c, scenario.body)
	if err == nil && c.questions > 0 && c.responses == 0 {
		return notOffered("no query")
	}
	return err
}

// runShared runs a step with the engine that steps share. It closes the engine after a
// failure, which leaves it in an unknown state.
func (c *conversation) runShared(scenario Scenario, scene scene) (err error) {
	c.scene = scene
	defer func() {
		if err != nil && !errors.Is(err, errNotOffered) {
			c.close()
		}
	}()
	if c.transport == nil {
		if err := c.open(); err != nil {
			return err
		}
		if err := c.greet(); err != nil {
			return err
		}
	}
	verdict := c.perform(scenario)
	if verdict != nil && !errors.Is(verdict, errNotOffered) {
		return verdict
	}
	err = c.restoreOptions()
	if err == nil {
		err = c.ask("position startpos")
	}
	if err == nil && c.bests < len(c.searched) {
		err = errors.New("a search is still running")
	}
	if err != nil {
		return fmt.Errorf("afterwards: %w", err)
	}
	return verdict
}
