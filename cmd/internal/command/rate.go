package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"cathedral/bench/rating"
	"cathedral/engine"
)

// rateOptions are the options of `cathedral rate`.
type rateOptions struct {
	*Factory
	names  []string     // of the files
	player string       // the player to rate, "": the first
	anchor string       // the player whose Elo is known, "": none
	elo    float64      // of the anchor
	los    bool         // a matrix of likelihoods of superiority
	test   *rating.SPRT // nil: none
	plot   string       // a file, "": none
	json   bool
	strict bool            // a faulty game is an error
	rules  engine.Rules    // of records that do not state their own
	fair   engine.FairGame // the zero value: as the records say
}

// NewRate returns the command that rates players from game records, with the streams of f.
func NewRate(f *Factory) *cobra.Command {
	o := &rateOptions{Factory: f}
	var test, anchored string
	cmd := &cobra.Command{
		Use:   "rate [RECORDS...]",
		Short: "Rate players from game records",
		Long: `Rate players from game records: score, Elo, margin in squares, the advantage of each
side, and a table if there are more than two players. The Elo in the table is
relative to the mean, or to the player that --anchor names. If several machines
played a match of two players, a table shows the results of each. Without
RECORDS, or with -, read standard input.

Two games with swapped sides are a pair if their Round tags are "N.1" and "N.2", or
if they have the same opening. A game with the same moves, players, sides and result
as an earlier one is a copy: it is listed, and neither it nor its partner counts. All
intervals are 95 %. Faulty games are reported and skipped; it is an error if no games
remain.
bench/rating/STATISTICS.md has the formulas.`,
		Example: `  cathedral rate match.txt
  cathedral rate --player new --sprt 0,5 match.txt
  cathedral rate --plot match.svg match.txt
  cathedral rate --anchor old=2000 --los league.txt
  cathedral rate --json a.txt b.txt`,
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if test != "" {
				sprt, err := rating.ParseSPRT(test)
				if err != nil {
					return UsageErrorf("--sprt: %w", err)
				}
				o.test = &sprt
			}
			if anchored != "" {
				at := strings.LastIndex(anchored, "=")
				elo, err := strconv.ParseFloat(anchored[at+1:], 64)
				if at < 1 || err != nil || math.IsNaN(elo) || math.IsInf(elo, 0) {
					return UsageErrorf("--anchor %q: want NAME=ELO", anchored)
				}
				o.anchor, o.elo = anchored[:at], elo
			}
			o.names = arguments
			if len(o.names) == 0 {
				o.names = []string{"-"}
			}
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.player, "player", "", "rate the player of this `name` against the others, and list its matches (default the first player)")
	cmd.Flags().StringVar(&anchored, "anchor", "", "give a `player` a known Elo, NAME=ELO, to which the table is relative")
	cmd.Flags().BoolVar(&o.los, "los", false, "print, for each pair of players, the likelihood that one is stronger (LOS)")
	cmd.Flags().StringVar(&test, "sprt", "", "run the SPRT for each pair of players, with these `bounds`: elo0,elo1[,alpha,beta[,model]]; alpha and beta are 0.05 and the model is normalized unless it is logistic")
	cmd.Flags().StringVar(&o.plot, "plot", "", "draw the score of a match of two players over its games to an SVG `file`, with the LLR if there is an --sprt")
	cmd.Flags().BoolVar(&o.json, "json", false, "write one JSON object")
	cmd.Flags().BoolVar(&o.strict, "strict", false, "exit with status 1 if a game is faulty")
	AddRules(cmd, &o.rules)
	AddFair(cmd, &o.fair, "count the games as those of")
	return cmd
}

func (o *rateOptions) run(ctx context.Context) error {
	if err := o.CheckOutputs(o.names, Output{Name: o.plot, Begin: rating.PictureBegin}); err != nil {
		return err
	}
	ledger := rating.NewLedger()
	if o.player != "" {
		ledger = rating.NewLedger(o.player)
	}
	path := ledger.KeepPath()
	games, faults := 0, 0
	var nothing error
	for _, name := range o.names {
		in, err := o.OpenInput(ctx, name, "games")
		if err != nil {
			return err
		}
		read, err := ledger.Read(in.Reader, in.Name, o.rules, o.fair, func(fault error) {
			faults++
			fmt.Fprintln(o.Err, fault)
		})
		nothing = in.Fault(errors.New("there are no games to rate"))
		in.Close()
		if err != nil {
			return err
		}
		games += read
	}
	if games == 0 {
		return nothing
	}
	if players := ledger.Players(); o.plot != "" && len(players) != 2 {
		return fmt.Errorf("--plot needs games of two players: these are of %d", len(players))
	}
	if err := writeReport(o, ledger); err != nil {
		return err
	}
	if o.plot != "" {
		if err := os.WriteFile(o.plot, []byte(path.SVG(o.test)), 0o666); err != nil {
			return err
		}
	}
	if o.strict && faults > 0 {
		return fmt.Errorf("faulty games: %d", faults)
	}
	return nil
}

func writeReport(o *rateOptions, ledger *rating.Ledger) error {
	missing := func(name string) error {
		others := slices.DeleteFunc(slices.Clone(ledger.Players()), func(player string) bool { return player == name })
		return fmt.Errorf("no games of a player %q: these are of %s", name, strings.Join(others, ", "))
	}
	if o.anchor != "" && !ledger.Anchor(o.anchor, o.elo) {
		return missing(o.anchor)
	}
	report := ledger.Report(o.test)
	report.Player, report.Anchored = o.player, o.anchor != ""
	if o.los {
		report.Superiority = ledger.Superiority(report.Standings)
	}
	hasPlayer := func(m rating.Match) bool { return m.Player == o.player }
	if o.player != "" && !slices.ContainsFunc(report.Matches, hasPlayer) {
		return missing(o.player)
	}
	return Print(o.Out, o.json, report)
}
