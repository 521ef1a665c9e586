// Package solve is the command that proves positions and the endings of games.
package solve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/endings"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/engine/record"
)

// options are the options of `cathedral solve`.
type options struct {
	*command.Factory
	input       string       // file of positions or games, "": standard input
	rules       engine.Rules // of texts that do not state their own
	config      endings.Config
	file        string // of the results, "": none
	certificate string // file of the proofs, "": none
	json        bool
	strict      bool // an unproven position is an error
}

// Command returns the command that proves positions and the endings of games.
func Command(f *command.Factory) *cobra.Command {
	o := &options{Factory: f}
	config := &o.config
	cmd := &cobra.Command{
		Use:   "solve [FILE]",
		Short: "Prove positions and the endings of games",
		Long: `Prove the final margin of the positions of a file, or with --verdict only who wins.
Of games, prove the positions from the last one backwards, to the first whose result
cannot be proven within the limits. Without FILE, or with -, read standard input.

The results are lines of a position file. After the operations of the position
itself, they have:
  fm N         the final margin for the side to move, in squares
  verdict V    win, draw or loss for the side to move, if the margin is not known
  pv M...      a line that begins with a move that does as well as is proven
  acn N; acs S the nodes and seconds spent
With --out they are appended to a file, which belongs to one process at a time. If the
command is interrupted, the same command goes on; with larger limits, it tries
again what it could not prove. Without --out, the results are printed.

With --certificate, also write the proofs to a file, so that "cathedral verify" can check
them. What an earlier run has proven is then proven again. Until a position is done, its
proof takes memory beside the tables, about 30 bytes for each node.

Of games, also print from which move on the result was proven, which moves threw
something away, and how often each player kept what was proven, by ply. A move counts
if there was a choice and the results before and after it are known.`,
		Example: `  cathedral solve positions.txt
  cathedral solve --out proven.txt --time 60s --concurrency 2 games.txt
  cathedral solve --verdict --max-plies 16 --json games.txt
  cathedral solve --nodes 1000000 --time 0s positions.txt
  cathedral solve --certificate proofs.cert positions.txt && cathedral verify proofs.cert`,
		Args: command.AtMostOneFile("standard input"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			o.input = command.First(arguments)
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().StringVar(&o.file, "out", "", "append the results to a `file`, and continue what is in it")
	cmd.Flags().StringVar(&o.certificate, "certificate", "", "write the proofs to a `file`")
	cmd.Flags().BoolVar(&config.VerdictOnly, "verdict", false, "prove only who wins, and not by how much")
	cmd.Flags().DurationVar(&config.Limits.Time, "time", 10*time.Second, "time for a position; 0s: no limit")
	cmd.Flags().Uint64Var(&config.Limits.Nodes, "nodes", 0, "search at most `N` nodes for a position; 0: no limit")
	cmd.Flags().IntVar(&config.MaxPlies, "max-plies", 0, "examine only the last `N` positions of each game; 0: no limit")
	cmd.Flags().IntVar(&config.Concurrency, "concurrency", 1, "number of positions, or of whole games, to prove at a time")
	cmd.Flags().IntVar(&config.Threads, "threads", 1, "number of threads of each proof")
	cmd.Flags().IntVar(&config.HashMiB, "hash", 64, "size of the tables of each proof in `MiB`")
	cmd.Flags().BoolVar(&o.json, "json", false, "write one JSON object instead of text")
	cmd.Flags().BoolVar(&o.strict, "strict", false, "exit with status 1 if a position is not proven")
	command.Declare(cmd,
		command.ZeroMeans("no limit", "time", "max-plies"), command.Between(1, command.MostThreads, "concurrency", "threads"))
	command.AddRules(cmd, &o.rules)
	return cmd
}

func (o *options) run(ctx context.Context) error {
	items, rules, err := o.readItems(ctx)
	if err != nil {
		return err
	}
	var results *endings.Results
	switch {
	case o.file != "":
		opened, file, err := endings.OpenResults(o.file, rules)
		if err != nil {
			return err
		}
		defer file.Close()
		results = opened
	case o.json:
		results = endings.NewResults(nil)
	default:
		if _, err := fmt.Fprintln(o.Out, endings.Heading(rules)); err != nil {
			return err
		}
		results = endings.NewResults(o.Out)
	}
	certificates, end, err := createCertificates(o.certificate)
	if err != nil {
		return err
	}
	o.config.Certificates = certificates
	shown := o.NewProgress("positions", o.config.Total(items))
	shown.Set(0)
	report, err := endings.Run(ctx, items, results, o.config, shown.Set)
	shown.End()
	if err = errors.Join(err, end()); err != nil {
		return err
	}
	if o.json {
		err = command.WriteJSON(o.Out, newSolvedObject(report))
	} else {
		err = o.writeText(report)
	}
	switch {
	case err != nil:
		return err
	case len(report.Contradictions) > 0:
		for _, contradiction := range report.Contradictions {
			fmt.Fprintln(o.Err, contradiction)
		}
		return fmt.Errorf("%s stated wrong", command.Counted(len(report.Contradictions), "margin"))
	case o.strict && report.Open > 0:
		return fmt.Errorf("%s not proven", command.Counted(report.Open, "position"))
	}
	return nil
}

// createCertificates creates the file of the proofs. end completes and closes it; a run that
// was interrupted has one too. Without a name, there is no file.
func createCertificates(name string) (certificates *endings.Certificates, end func() error, err error) {
	if name == "" {
		return nil, func() error { return nil }, nil
	}
	file, err := os.Create(name)
	if err != nil {
		return nil, nil, err
	}
	if certificates, err = endings.NewCertificates(file); err != nil {
		file.Close()
		return nil, nil, err
	}
	return certificates, func() error { return errors.Join(certificates.End(), file.Close()) }, nil
}

// readItems reads all games and positions of the input, which must have the same rules,
// and returns these.
func (o *options) readItems(ctx context.Context) (items []record.Item, rules engine.Rules, err error) {
	err = o.EachItem(ctx, o.input, o.rules, func(number int, item record.Item) error {
		its := o.rules
		if item.Game != nil {
			its = item.Game.Rules
		}
		if len(items) > 0 && its != rules {
			return fmt.Errorf("game %d has other rules than what is before it: solve them one by one", number)
		}
		items, rules = append(items, item), its
		return nil
	})
	return items, rules, err
}
