package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/check"
	"cathedral/protocol/process"
)

// checkOptions are the options of `cathedral check`.
type checkOptions struct {
	out     io.Writer
	engine  process.Command
	check   check.Options
	list    bool
	json    bool
	verbose bool // print the dialogues of all steps
}

// newCheckCommand returns the command that checks an engine against the
// protocol. Tests replace the work by runF.
func newCheckCommand(f *factory, runF func(context.Context, *checkOptions) error) *cobra.Command {
	options := &checkOptions{out: f.out}
	if runF == nil {
		runF = runCheck
	}
	var margin int
	cmd := &cobra.Command{
		Use:   "check ENGINE [ARGUMENTS...]",
		Short: "Check that an engine follows the protocol",
		Long: `Start an engine and check it against the protocol, step by step: the handshake,
every command in every state, limits and clocks, interruptions, the rules, bad
input of every kind, quit, and short matches against random moves, in which it must
not forfeit a game. For each step, print whether the engine passed it, failed it, or
does not offer the feature. For a failed step, also print the lines sent (>) and
received (<). At the end, say whether the engine is ready for matches, or what is
missing. Exit with status 1 if a step failed.

Flags of check go before ENGINE. All arguments after ENGINE are passed to it.`,
		Example: `  cathedral check ./my-engine
  cathedral check --only match --margin 30 ./my-engine
  cathedral check --only "go depth 1" --only clock ./my-engine
  cathedral check --json ./my-engine --threads 2
  cathedral check cathedral`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) == 0 && !options.list {
				return usageErrorf("ENGINE is missing")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			switch {
			case options.list:
				_, err := fmt.Fprintln(f.out, strings.Join(check.Steps(), "\n"))
				return err
			case options.check.Patience <= 0:
				return usageErrorf("--patience %v: want more than 0s", options.check.Patience)
			case margin < 1:
				return usageErrorf("--margin %d: want 1 or more", margin)
			}
			options.check.Margin = time.Duration(margin) * time.Millisecond
			if err := check.CheckSelection(options.check.Only, options.check.Skip); err != nil {
				return usageErrorf("%w; --list prints them", err)
			}
			options.engine = process.Command{Path: arguments[0], Arguments: arguments[1:]}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().StringArrayVar(&options.check.Only, "only", nil, "run only this `group`, or the steps with this text in their names; may be repeated")
	cmd.Flags().StringArrayVar(&options.check.Skip, "skip", nil, "skip this `group`, or the steps with this text in their names; may be repeated")
	cmd.Flags().BoolVar(&options.list, "list", false, "print the groups and names of all steps")
	cmd.Flags().IntVar(&margin, "margin", 10, "let moves be up to this many `ms` late in the matches, as match does")
	cmd.Flags().DurationVar(&options.check.Patience, "patience", 5*time.Second, "time allowed for an answer that is due at once")
	cmd.Flags().Uint64Var(&options.check.Seed, "seed", 1, "seed of the random games")
	cmd.Flags().BoolVar(&options.json, "json", false, "write one JSON object with all dialogues")
	cmd.Flags().BoolVarP(&options.verbose, "verbose", "v", false, "print the dialogues of all steps, not only of failed ones")
	return cmd
}

func runCheck(ctx context.Context, options *checkOptions) error {
	if !options.json {
		begun := false
		options.check.Report = func(result check.Result) {
			if begun = begun || result.Verdict != check.Failed; !begun || result.Verdict == check.NotRun {
				return
			}
			fmt.Fprintln(options.out, result)
			for _, line := range result.Dialogue {
				if options.verbose {
					fmt.Fprintln(options.out, "   ", line)
				}
			}
		}
	}
	report, err := check.Run(ctx, options.engine, options.check)
	if err != nil {
		return err
	}
	if options.json {
		encoder := json.NewEncoder(options.out)
		encoder.SetEscapeHTML(false) // the dialogues have < and >
		encoder.SetIndent("", "  ")
		err = encoder.Encode(report)
	} else if first := report.Steps[0]; first.Verdict != check.Failed {
		_, err = fmt.Fprintf(options.out, "\n%s", report.Summary())
	} else {
		// All others depend on the first step.
		for _, line := range first.Dialogue {
			if options.verbose || slices.ContainsFunc(first.Dialogue, isAnswer) {
				fmt.Fprintln(options.out, line)
			}
		}
		return fmt.Errorf("%s cannot be checked: %s", options.engine.Path, first.Problem)
	}
	if err == nil && !report.Conforms() {
		err = fmt.Errorf("%s does not conform", options.engine.Path)
	}
	return err
}

// isAnswer reports whether a line of a dialogue is the engine's.
func isAnswer(line string) bool { return strings.HasPrefix(line, "<") }
