package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/rating"
	"cathedral/bench/results"
	"cathedral/engine"
)

// rateOptions are the options of `cathedral rate`.
type rateOptions struct {
	out, err io.Writer
	open     func(name string) (*input, error)
	names    []string     // of the files
	player   string       // the player to rate, "": the first
	anchor   string       // the player whose Elo is known, "": none
	elo      float64      // of the anchor
	los      bool         // a matrix of likelihoods of superiority
	test     *rating.SPRT // nil: none
	json     bool
	strict   bool         // a faulty game is an error
	rules    engine.Rules // of records that do not state their own
}

// newRateCommand returns the command that computes statistics from game
// records. Tests replace the work by runF.
func newRateCommand(f *factory, runF func(context.Context, *rateOptions) error) *cobra.Command {
	options := &rateOptions{out: f.out, err: f.err}
	if runF == nil {
		runF = runRate
	}
	var test, anchored string
	var rules rulesFlags
	cmd := &cobra.Command{
		Use:   "rate [RECORDS...]",
		Short: "Rate players from game records",
		Long: `Rate players from game records: score, Elo, margin in squares, the worth of each
side, and a table if there are more than two players. The Elo in the table is
relative to the mean, or to a player whose Elo --anchor tells. If several machines
played a match of two players, a table tells whether their results differ. Without
RECORDS, or with -, read standard input.

Two games with swapped sides are a pair if their Round tags are "N.1" and "N.2", or
if they have the same opening. A game with the same moves, players, sides and result
as another is a copy: it is named and does not count. All intervals are 95 %. Faulty
games are reported and skipped; it is an error if no games remain.
bench/rating/STATISTICS.md has the formulas.`,
		Example: `  cathedral rate match.txt
  cathedral rate --player new --sprt 0,5 match.txt
  cathedral rate --anchor old=2000 --los league.txt
  cathedral rate --json a.txt b.txt`,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if test != "" {
				sprt, err := rating.ParseSPRT(test)
				if err != nil {
					return usageErrorf("--sprt: %w", err)
				}
				options.test = &sprt
			}
			if anchored != "" {
				at := strings.LastIndex(anchored, "=")
				elo, err := strconv.ParseFloat(anchored[at+1:], 64)
				if at < 1 || err != nil || math.IsNaN(elo) || math.IsInf(elo, 0) {
					return usageErrorf("--anchor %q: want NAME=ELO", anchored)
				}
				options.anchor, options.elo = anchored[:at], elo
			}
			options.names, options.rules = arguments, rules.rules
			if len(options.names) == 0 {
				options.names = []string{"-"}
			}
			options.open = func(name string) (*input, error) { return openInput(cmd.Context(), f, []string{name}) }
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().StringVar(&options.player, "player", "", "rate the player of this `name` against the others, and list its matches (default the first player)")
	cmd.Flags().StringVar(&anchored, "anchor", "", "give a player a known Elo, `NAME=ELO`, to which the table is relative")
	cmd.Flags().BoolVar(&options.los, "los", false, "print for each two of many players the likelihood that one is stronger (LOS)")
	cmd.Flags().StringVar(&test, "sprt", "", "run the SPRT of each two players, with `elo0,elo1[,alpha,beta[,model]]`; the model is normalized or logistic")
	cmd.Flags().BoolVar(&options.json, "json", false, "write one JSON object")
	cmd.Flags().BoolVar(&options.strict, "strict", false, "exit with status 1 if a game is faulty")
	rules.addTo(cmd)
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
		read, err := results.Read(in.reader, in.name, options.rules, ledger, func(fault error) {
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
		return errors.New("there are no games to rate")
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
	if options.anchor != "" && !ledger.Anchor(options.anchor, options.elo) {
		return fmt.Errorf("no games of a player %q", options.anchor)
	}
	report := ledger.Report(options.test)
	report.Player = options.player
	if options.los {
		report.Superiority = ledger.Superiority(report.Standings)
	}
	hasPlayer := func(m rating.Match) bool { return m.Player == options.player }
	if options.player != "" && !slices.ContainsFunc(report.Matches, hasPlayer) {
		return fmt.Errorf("no games of a player %q", options.player)
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
