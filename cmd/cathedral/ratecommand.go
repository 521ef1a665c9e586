package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"cathedral/bench/rating"
	"cathedral/bench/results"
)

// rateOptions say what `cathedral rate` is to count, and how to say it.
type rateOptions struct {
	out, err io.Writer
	open     func(name string) (*input, error)
	names    []string     // of the files
	player   string       // whose view is taken, "": the first one's
	test     *rating.SPRT // nil: none
	json     bool
	strict   bool // a faulty game is an error
}

// newRateCommand returns the command that turns game records into statistics.
// runF takes the place of the work in tests.
func newRateCommand(f *factory, runF func(context.Context, *rateOptions) error) *cobra.Command {
	options := &rateOptions{out: f.out, err: f.err}
	if runF == nil {
		runF = runRate
	}
	var test string
	cmd := &cobra.Command{
		Use:   "rate [RECORDS...]",
		Short: "Say who is stronger, from game records",
		Long: `Say who is stronger, from game records: score, Elo, margin in squares, what the
sides are worth, and a table where there are more than two players. Without
RECORDS, or for -, it reads standard input.

Two games with swapped sides are a pair when their tags Round are "N.1" and
"N.2", or when they have the same opening. All intervals are 95 %. Faulty games
are reported and left out; that no game is left is an error.
bench/rating/STATISTICS.md has the formulas.`,
		Example: `  cathedral rate match.txt
  cathedral rate --player new --sprt 0,5 match.txt
  cathedral rate --json a.txt b.txt`,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if test != "" {
				sprt, err := rating.ParseSPRT(test)
				if err != nil {
					return usageErrorf("--sprt: %w", err)
				}
				options.test = &sprt
			}
			options.names = arguments
			if len(options.names) == 0 {
				options.names = []string{"-"}
			}
			options.open = func(name string) (*input, error) { return openInput(cmd.Context(), f, []string{name}) }
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().StringVar(&options.player, "player", "", "take the view of the player of this `name` (default the first one's)")
	cmd.Flags().StringVar(&test, "sprt", "", "test two strengths against each other, `elo0,elo1[,alpha,beta[,model]]`; the model is normalized or logistic")
	cmd.Flags().BoolVar(&options.json, "json", false, "write one JSON object")
	cmd.Flags().BoolVar(&options.strict, "strict", false, "exit with 1 where a game is faulty")
	return cmd
}

func runRate(_ context.Context, options *rateOptions) error {
	ledger := rating.NewLedger()
	if options.player != "" {
		ledger = rating.NewLedger(options.player)
	}
	games, faults := 0, 0
	for _, name := range options.names {
		in, err := options.open(name)
		if err != nil {
			return err
		}
		read, err := results.Read(in.reader, in.name, ledger, func(fault error) {
			faults++
			fmt.Fprintln(options.err, fault)
		})
		in.close()
		if err != nil {
			return err
		}
		games += read
	}
	if games == 0 {
		return errors.New("there is no game to rate")
	}
	if err := writeReport(options, ledger); err != nil {
		return err
	}
	if options.strict && faults > 0 {
		return fmt.Errorf("faulty games: %d", faults)
	}
	return nil
}

func writeReport(options *rateOptions, ledger *rating.Ledger) error {
	report := ledger.Report(options.test)
	hasPlayer := func(m rating.Match) bool { return m.Player == options.player }
	if options.player != "" && !slices.ContainsFunc(report.Matches, hasPlayer) {
		return fmt.Errorf("no game of a player %q", options.player)
	}
	if options.json {
		encoder := json.NewEncoder(options.out)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(report)
	}
	_, err := fmt.Fprint(options.out, report)
	return err
}
