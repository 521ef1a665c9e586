// Package solve is the command that proves positions and the endings of games.
package solve

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/proofs"
	"cathedral/cmd/internal/command"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
	"cathedral/search"
	"cathedral/search/proof"
)

// options are the options of `cathedral solve`.
type options struct {
	*command.Factory
	input       string       // file of positions or games, "": standard input
	rules       engine.Rules // of texts that do not state their own
	config      proofs.Config
	machines    command.MachineFlags
	file        string // of the results, "": none
	certificate string // file of the proofs, "": none
	json        bool
	strict      bool // an unproven position is an error
}

// Command returns the command that proves positions and the endings of games, with the
// streams of f.
func Command(f *command.Factory) *cobra.Command {
	o := &options{Factory: f}
	config := &o.config
	cmd := &cobra.Command{
		Use:   "solve [FILE]",
		Short: "Prove positions and the endings of games",
		Long: `Prove the final margin of the positions of a file, or with --verdict only who wins.
For a game, prove its positions backwards from the last, until one cannot be proven
within the limits. Without FILE, or with -, read standard input.

The results are lines of a position file. After the operations of the position
itself, each line has:
  fm N         the final margin for the side to move, in squares
  verdict V    win, draw or loss for the side to move, if the margin is not known
  pv M...      a line whose first move achieves the proven result
  acn N; acs S the nodes and seconds spent
--out appends them to a file, which only one process at a time may use. If the command
is interrupted, run the same command again to continue. With larger limits, it retries
the positions that it could not prove. Without --out, the results are printed.

--certificate also writes the proofs to a file for "cathedral verify". The same command
continues it: it checks the claims in the file and keeps them, and proves results without
a claim again, after all others. Until a position is done, its proof takes memory in
addition to the tables, about 30 bytes for each node.

For games, also print the move after which the result was proven, the moves that threw
something away, and how often each player kept a proven result, by ply. A move counts
if there was a choice and the results before and after it are known.

With --listen or --nats, "cathedral worker" proves the positions on other machines, a
whole game at a time, and sends certificates. Nothing is written before its certificate
is checked here. A position whose certificate is false is proven again by another
worker. --time is by the worker's clock. Workers leave a position open after 64,000,000
nodes, or if its certificate has more than 128 MiB. bench/match/MACHINES.md describes workers.`,
		Example: `  cathedral solve positions.txt
  cathedral solve --out proven.txt --time 60s --concurrency 2 games.txt
  cathedral solve --verdict --max-plies 16 --json games.txt
  cathedral solve --nodes 1000000 --time 0s positions.txt
  cathedral solve --certificate proofs.cert positions.txt && cathedral verify proofs.cert
  cathedral solve --out proven.txt --time 10m --listen 127.0.0.1:4222 positions.txt`,
	}
	command.TakeInput(cmd, &o.input, o.run)
	cmd.Flags().StringVar(&o.file, "out", "", "append the results to a `file`, which may exist")
	cmd.Flags().StringVar(&o.certificate, "certificate", "", "append the proofs to a `file`, which may exist")
	cmd.Flags().BoolVar(&config.VerdictOnly, "verdict", false, "prove only who wins, not by how much")
	cmd.Flags().DurationVar(&config.Limits.Time, "time", 10*time.Second, "time for a position; 0s: no limit")
	cmd.Flags().Uint64Var(&config.Limits.Nodes, "nodes", 0, "search at most `N` nodes for a position; 0: no limit")
	cmd.Flags().IntVar(&config.MaxPlies, "max-plies", 0, "examine only the last `N` positions of each game; 0: no limit")
	cmd.Flags().IntVar(&config.Threads, "threads", 1, "number of threads of each proof")
	cmd.Flags().IntVar(&config.HashMiB, "hash", 64, fmt.Sprintf("size of the tables of each proof in `MiB`; each thread takes up to %d MiB more", search.ThreadMiB))
	cmd.Flags().BoolVar(&o.json, "json", false, "write one JSON object instead of text")
	cmd.Flags().BoolVar(&o.strict, "strict", false, "exit with status 1 if a position is not proven")
	command.Declare(cmd, command.ZeroMeans("no limit", "time", "max-plies"), command.Between(1, command.MostThreads, "threads"), command.Hash())
	command.AddRules(cmd, &o.rules)
	o.machines.AddTo(cmd, &config.Concurrency, "number of positions, or of whole games, to prove at a time; with workers, of certificates to check at a time")
	return cmd
}

func (o *options) run(ctx context.Context) error {
	items, rules, err := o.readItems(ctx)
	if err != nil {
		return err
	}
	if err := o.CheckOutputs([]string{o.input}, command.Output{Name: o.certificate, Begin: proof.CertificateBegin},
		command.Output{Name: o.file}); err != nil {
		return err
	}
	workers, closeAll, err := o.machines.Workers(ctx, o.config.Concurrency, command.Lines(o.Err))
	if err != nil {
		return err
	}
	defer closeAll()
	var results *proofs.Results
	switch {
	case o.file != "":
		opened, file, err := proofs.OpenResults(o.file, rules)
		if err != nil {
			return err
		}
		defer file.Close()
		results = opened
	case o.json:
		results = proofs.NewResults(nil)
	default:
		if _, err := fmt.Fprintln(o.Out, proofs.Heading(rules)); err != nil {
			return err
		}
		results = proofs.NewResults(o.Out)
	}
	certificates, end, err := openCertificates(ctx, o.certificate)
	if err != nil {
		return err
	}
	o.config.Certificates = certificates
	o.config.Workers = workers
	o.config.Notice = func(text string) { fmt.Fprintln(o.Err, text) }
	shown := o.NewProgress("positions", o.config.Total(items))
	shown.Set(0)
	report, err := proofs.Run(ctx, items, results, o.config, shown.Set)
	shown.End()
	if err = cmp.Or(err, end()); err != nil { // one sentence about a full disk
		return err
	}
	out := o.Out
	if o.file == "" && !o.json { // after the results on the same output, so that all of it is a position file
		out = &commenter{out}
	}
	result := newResult(report)
	at := 0 // the next position of items, which may be games
	for _, item := range items {
		if item.Entry == nil {
			continue
		}
		if id, found := item.Entry.Operation("id"); found && len(id.Operands) > 0 {
			result.Positions[at].ID = id.Operands[0]
		}
		at++
	}
	switch err := command.Print(out, o.json, result); {
	case err != nil:
		return err
	case len(report.Contradictions) > 0:
		for _, contradiction := range report.Contradictions {
			fmt.Fprintln(o.Err, contradiction)
		}
		return fmt.Errorf("%s stated wrong", wording.Count(len(report.Contradictions), "result"))
	case o.strict && report.Open > 0:
		return fmt.Errorf("%s not proven", wording.Count(report.Open, "position"))
	}
	return nil
}

// commenter writes lines as comments of a position file.
type commenter struct{ out io.Writer }

// Write implements io.Writer for text of whole lines.
func (c *commenter) Write(text []byte) (int, error) {
	for line := range strings.Lines(string(text)) {
		if _, err := fmt.Fprintln(c.out, strings.TrimSpace("# "+strings.TrimRight(line, " \n"))); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// openCertificates opens or creates the file of the proofs to continue it, or begins one in a pipe.
// end completes and closes it; a run that was interrupted has one too. If name is "", there is no
// file.
func openCertificates(ctx context.Context, name string) (certificates *proofs.Certificates, end func() error, err error) {
	switch info, missing := os.Stat(name); {
	case name == "":
		return nil, func() error { return nil }, nil
	case missing != nil || info.Mode().IsRegular():
		certificates, err = command.Await(ctx, func() (*proofs.Certificates, error) { return proofs.OpenCertificates(name) })
	default:
		var pipe *os.File
		if pipe, err = command.Await(ctx, func() (*os.File, error) { return os.OpenFile(name, os.O_WRONLY, 0) }); err == nil {
			certificates, err = proofs.NewCertificates(pipe)
		}
	}
	return certificates, certificates.End, err
}

// readItems reads all games and positions of the input, which must have the same rules,
// and returns these.
func (o *options) readItems(ctx context.Context) (items []record.Item, rules engine.Rules, err error) {
	err = o.EachItem(ctx, o.input, "games or positions", o.rules, func(number int, item record.Item) error {
		its := o.rules
		if item.Game != nil {
			its = item.Game.Rules
		}
		if len(items) > 0 && its != rules {
			return fmt.Errorf("game %d has different rules from those before it: solve them separately", number)
		}
		items, rules = append(items, item), its
		return nil
	})
	return items, rules, err
}
