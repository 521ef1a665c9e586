package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
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
	cmd := &cobra.Command{
		Use:   "check ENGINE [ARGUMENTS...]",
		Short: "Check that an engine follows the protocol",
		Long: `Start an engine and check it against the protocol, step by step: the handshake,
every command in every state, limits and clocks, interruptions, the rules, bad
input of every kind, and quit. For each step, print whether the engine passed it,
failed it, or does not offer the feature. For a failed step, also print the lines
sent (>) and received (<). Exit with status 1 if a step failed.

Flags of check go before ENGINE. All arguments after ENGINE are passed to it.`,
		Example: `  cathedral check ./my-engine
  cathedral check --json ./my-engine --threads 2
  cathedral check cathedral`,
		Args: func(_ *cobra.Command, arguments []string) error {
			if len(arguments) == 0 {
				return usageErrorf("ENGINE is missing")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if options.check.Patience <= 0 {
				return usageErrorf("--patience %v: want more than 0s", options.check.Patience)
			}
			options.engine = process.Command{Path: arguments[0], Arguments: arguments[1:]}
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().DurationVar(&options.check.Patience, "patience", 5*time.Second, "time allowed for an answer that is due at once")
	cmd.Flags().Uint64Var(&options.check.Seed, "seed", 1, "seed of the random games")
	cmd.Flags().BoolVar(&options.json, "json", false, "write one JSON object with all dialogues")
	cmd.Flags().BoolVarP(&options.verbose, "verbose", "v", false, "print the dialogues of all steps, not only of failed ones")
	return cmd
}

func runCheck(ctx context.Context, options *checkOptions) error {
	if !options.json {
		options.check.Report = func(result check.Result) {
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
	} else {
		_, err = fmt.Fprintf(options.out, "\n%s", report.Summary())
	}
	if err == nil && !report.Conforms() {
		err = fmt.Errorf("%s does not conform", options.engine.Path)
	}
	return err
}
