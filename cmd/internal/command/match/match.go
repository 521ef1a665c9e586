// Package match is the command that plays engines against each other.
package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"cathedral/bench/match"
	"cathedral/bench/match/player"
	"cathedral/bench/rating"
	"cathedral/cmd/internal/command"
	"cathedral/engine/record"
	"cathedral/engine/wording"
)

// Command returns the command that plays engines against each other. It reports to f.
func Command(f *command.Factory) *cobra.Command { return newCommand(f, (*options).run) }

// newCommand returns the command with run as its work, which tests replace.
func newCommand(f *command.Factory, run func(*options, context.Context) error) *cobra.Command {
	o := &options{Factory: f}
	cmd := &cobra.Command{
		Use:   "match",
		Short: "Play engines against each other and rate them",
		Long: `Play engines against each other and rate them.

Two engines play a match; more play a round robin or a gauntlet. Games come in
pairs with the same opening and swapped sides. The match is its own referee and
keeps the clocks. Time spent in the pipes counts.

An engine is a list of keys: name, cmd, args, dir, watch, ignore, start, tc, movetime,
nodes, depth, margin, ponder, and option.NAME. Words are quoted as in a shell. start=60s
gives an engine a minute to start. The value of cmd is a program, or one of the built-in
players random, greedy, largest and builtin:engine. For builtin:engine, technique.NAME
repeats an experiment of search/experiments.csv.

A time control is a clock in seconds, another limit, or a list with commas:
10+0.1   40/60   1:30+1   movetime=100   nodes=5000   depth=4   inf

--record writes every finished game to a file at once. If the match is interrupted, run
the same command again to continue. It refuses to continue if a program, its arguments,
options, margin or name, or the adjudication has changed, and lists the differences. A
program includes the files in its args and in watch=FILE; ignore=FILE leaves a file out.
--sprt 0,5 ends the match when the first of two players is shown to be stronger by 5
normalized Elo or by none, each with an error of 5 %.
--log writes each engine's input and output to files, with the time of day.

With --listen or --nats, "cathedral worker" plays the games on any number of machines;
bench/match/MACHINES.md describes the setup.`,
		Example: `  cathedral match --engine cmd=./new --engine cmd=./old --tc 10+0.1 --games 400 --record games.txt
  cathedral match --engine "name=A cmd=./a option.Hash=64" --engine greedy --tc movetime=100
  cathedral match --engine "builtin:engine technique.QuiescenceGain=5" --engine builtin:engine
  cathedral match --config match.toml --sprt 0,5
  cathedral match --config engines.toml --engine new --engine "old tc=5+0.1" --log logs
  cathedral match --against HEAD~3 --tc 1+0.01 --games 400 --concurrency 2
  cathedral match --config match.toml --record games.txt --listen 127.0.0.1:4222`,
		Args:    command.NoArguments,
		PreRunE: o.readConfig,
		RunE: func(cmd *cobra.Command, _ []string) error {
			cleanUp, err := o.prepare(cmd.Context())
			if err != nil {
				return err
			}
			defer cleanUp()
			return run(o, cmd.Context())
		},
	}
	o.addTo(cmd)
	return cmd
}

func (o *options) run(ctx context.Context) error {
	plan := o.plan
	names := make([]string, len(plan.Players))
	for i := range plan.Players {
		names[i] = plan.Players[i].Name
	}
	ledger := rating.NewLedger(names...)
	inOrder := rating.NewLedger(names...) // of the schedule
	path := inOrder.KeepPath()
	if test := o.test; test != nil || o.plot != "" {
		plan.Decided = func(game *record.Game) bool {
			inOrder.Add(rating.RecordedGame(game))
			tally := inOrder.Tally(names[0], names[1])
			return test != nil && test.Decide(test.LogLikelihoodRatio(&tally.Sample)) != rating.Continue
		}
	}
	out := &watchedWriter{Writer: o.Out}
	var report reporter = &textReport{options: o, out: out, ledger: ledger}
	if o.json {
		report = newJSONReport(o, out, ledger)
	}
	var reporting sync.Mutex // the server's notices come at any time
	playing, stop := context.WithCancel(ctx)
	defer stop()
	if o.machines.AreMany() {
		notice := func(text string) {
			reporting.Lock()
			defer reporting.Unlock()
			report.event(match.Notice{Text: text})
		}
		for i := range plan.Players {
			if p := &plan.Players[i]; !p.IsBuiltIn() {
				o.machines.Engines = append(o.machines.Engines, p.Place())
			}
		}
		workers, closeAll, err := o.machines.Workers(playing, plan.Concurrency, notice)
		if err != nil {
			return err
		}
		defer closeAll()
		plan.Carrier, plan.Build, plan.Speed = workers.Carrier, workers.Build, o.machines.Speed
	}
	summary, err := match.Run(playing, plan, func(event match.Event) {
		reporting.Lock()
		defer reporting.Unlock()
		if event, isOne := event.(match.Finished); isOne {
			ledger.Add(rating.RecordedGame(event.Record))
		}
		if report.event(event); out.err != nil {
			stop() // the output has no reader
		}
	})
	for i := range plan.Players {
		if p := &plan.Players[i]; errors.Is(err, exec.ErrNotFound) && p.Program().Command == "" && !strings.Contains(p.Command, " ") {
			players := player.BuiltIns()
			return fmt.Errorf("%w%s (built in are %s)", err, command.Similar(p.Command, "", players...), strings.Join(players, ", "))
		}
	}
	if err != nil {
		return err
	}
	report.end(&summary, ledger.Report(o.test))
	if o.plot != "" {
		if err := os.WriteFile(o.plot, []byte(path.SVG(o.test)), 0o666); err != nil {
			return err
		}
	}
	warnings := 0
	for _, warning := range summary.Warnings {
		warnings += warning.Count
	}
	switch {
	case out.err != nil:
		return out.err
	case summary.Interrupted:
		return ctx.Err()
	case o.strict && summary.Faults+warnings > 0:
		return fmt.Errorf("engines misbehaved: %s lost by a fault, %s", wording.Count(summary.Faults, "game"), wording.Count(warnings, "warning"))
	}
	return nil
}

// watchedWriter keeps the first write error.
type watchedWriter struct {
	io.Writer
	err error
}

// Write implements io.Writer.
func (w *watchedWriter) Write(text []byte) (int, error) {
	n, err := w.Writer.Write(text)
	if w.err == nil {
		w.err = err
	}
	return n, err
}

// reporter reports a match to people or programs.
type reporter interface {
	event(match.Event)
	end(*match.Summary, *rating.Report)
}
