package tune

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/match/player"
	"cathedral/bench/tune"
	"cathedral/bench/tune/spsa"
	"cathedral/cmd/internal/command"
	"cathedral/engine/wording"
	"cathedral/search"
)

// numbersOptions are the options of `cathedral tune techniques` and `cathedral tune options`.
type numbersOptions struct {
	*command.Factory
	tuning  tune.Tuning
	texts   []string // the numbers, as the command line has them
	engine  string   // its keys
	tc      string
	games   int
	threads int
	file    string
	command.MachineFlags
}

// sharedHelp is the part of the help texts that both commands have.
const sharedHelp = `
The method is SPSA (Spall, 1992), as in fishtest and OpenBench. Each iteration moves all
numbers up or down at random and plays pairs of games between that setting and its
opposite; then all numbers move a little toward the setting that won. Equal settings play
no games. FILE keeps the results: run the same command again to continue, even after a
crash. The same results give the same path of the numbers, on any number of threads and
workers. A time control such as nodes=2000 makes the results the same too.

The last line is the match that judges the proposal, at a longer time. With --listen or
--nats, "cathedral worker" plays the games on any number of machines.`

// newTechniquesCommand returns the command that tunes the engine's own search.
func newTechniquesCommand(f *command.Factory) *cobra.Command {
	o := &numbersOptions{Factory: f, engine: "builtin:engine"}
	cmd := &cobra.Command{
		Use:   "techniques FILE",
		Short: "Tune the numbers of the search by games",
		Long: `Tune techniques of the search by games between settings of them. search/techniques.go
describes these numbers, with their ranges and steps.
` + sharedHelp,
		Example: `  cathedral tune techniques run.txt --concurrency 2
  cathedral tune techniques run.txt --technique Hopeful --technique Halving=60..250/20 --games 8000
  cathedral tune techniques run.txt --tc movetime=100 --listen 127.0.0.1:4222`,
	}
	cmd.Flags().StringArrayVar(&o.texts, "technique", nil, "tune only this technique, `NAME` or NAME=FROM..TO[/STEP] (can be repeated; default all that have a range, with a clock also those of the clock)")
	o.addTo(cmd, func(context.Context) error { return o.useTechniques() })
	return cmd
}

// newOptionsCommand returns the command that tunes any engine.
func newOptionsCommand(f *command.Factory) *cobra.Command {
	o := &numbersOptions{Factory: f}
	cmd := &cobra.Command{
		Use:   "options FILE",
		Short: "Tune the options of any engine by games",
		Long: `Tune spin options of an engine by games between settings of them. They begin at their
defaults. A worker needs the program under the names "plus" and "minus".
` + sharedHelp,
		Example: `  cathedral tune options run.txt --engine "cmd=./mine option.Hash=16" --option Margin=20..300 --option Depth=1..8
  cathedral worker nats://host:4222 --engine "name=plus cmd=./mine" --engine "name=minus cmd=./mine"`,
	}
	cmd.Flags().StringVar(&o.engine, "engine", "", "the engine, given by `keys` as in \"cathedral match\"")
	cmd.Flags().StringArrayVar(&o.texts, "option", nil, "tune this `option`, NAME=FROM..TO[/STEP]; the step is a twentieth of the range, at least 0.5, unless given (can be repeated)")
	o.addTo(cmd, o.useOptions)
	command.Declare(cmd, command.Required("engine", "it says how to start the engine"))
	return cmd
}

// addTo makes cmd run with the name of the file as its argument, and adds the flags. numbers
// sets the numbers to tune.
func (o *numbersOptions) addTo(cmd *cobra.Command, numbers func(context.Context) error) {
	command.TakeFile(cmd, "the name of one file for the results", &o.file, func(ctx context.Context) error {
		if err := o.readEngine(); err != nil {
			return err
		}
		if err := numbers(ctx); err != nil {
			return err
		}
		if err := o.tuning.Check(); err != nil {
			return &command.UsageError{Err: err}
		}
		return o.run(ctx)
	})
	flags := cmd.Flags()
	flags.IntVar(&o.games, "games", 20_000, "number of games, a multiple of twice --pairs")
	flags.IntVar(&o.tuning.Pairs, "pairs", 8, "play `N` pairs in each iteration; four iterations are played at a time")
	flags.Float64Var(&o.tuning.Rate, "rate", 0.005, "how far the last iteration moves a number for each game won, in `steps`")
	flags.Uint64Var(&o.tuning.Seed, "seed", 1, "seed of all random choices")
	flags.StringVar(&o.tc, "tc", "movetime=20", "time `control`")
	command.AddRules(cmd, &o.tuning.Rules)
	command.Declare(cmd, command.AtLeast(1, "games", "pairs"))
	command.Alias(cmd, "threads", "concurrency")
	o.MachineFlags.AddTo(cmd, &o.threads, "number of games to play at a time, at most one for each processor")
}

// readEngine sets the engine and the number of iterations.
func (o *numbersOptions) readEngine() error {
	control, err := player.ParseTimeControl(o.tc)
	if err != nil {
		return command.UsageErrorf("--tc: %w", err)
	}
	o.tuning.Engine = player.Specification{Control: control, Margin: 10 * time.Millisecond}
	if err := o.tuning.Engine.ApplyText(o.engine); err != nil {
		return command.UsageErrorf("--engine %q: %w", o.engine, err)
	}
	o.tuning.Iterations = o.games / (2 * o.tuning.Pairs)
	if o.games%(2*o.tuning.Pairs) != 0 {
		return command.UsageErrorf("--games %d: want a multiple of %d, the games of an iteration", o.games, 2*o.tuning.Pairs)
	}
	return nil
}

// useTechniques sets the numbers to techniques of the search.
func (o *numbersOptions) useTechniques() error {
	o.tuning.Prefix = tune.TechniquePrefix
	techniques := search.DefaultOptions().Techniques
	known := map[string]search.Technique{}
	clocked := o.tuning.Engine.Control.Base > 0
	var all []string // that have a range and count in these games
	for _, technique := range techniques.All() {
		known[strings.ToLower(technique.Name)] = technique
		if technique.Tune != "" && (clocked || !technique.Clock) {
			all = append(all, technique.Name)
		}
	}
	if len(o.texts) == 0 {
		o.texts = all
	}
	for _, text := range o.texts {
		name, span, ranged := strings.Cut(text, "=")
		technique, found := known[strings.ToLower(name)]
		if !ranged {
			span = technique.Tune
		}
		switch {
		case !found:
			return command.UsageErrorf("--technique %s: there is no technique %q: want one such as %s", text, name, strings.Join(all, ", "))
		case technique.Clock && !clocked:
			return command.UsageErrorf("--technique %s: it divides the clock: want --tc with a clock, such as 1+0.01", text)
		case span == "":
			return command.UsageErrorf("--technique %s: it has no range of its own: want %s=FROM..TO", text, name)
		}
		number := spsa.Number{Name: technique.Name, Start: technique.Value}
		if err := number.SetRange(span); err != nil {
			return command.UsageErrorf("--technique %s: %w", text, err)
		}
		for _, end := range []int{number.From, number.To} {
			if err := techniques.Set(number.Name, fmt.Sprint(end)); err != nil {
				return command.UsageErrorf("--technique %s: %w", text, err)
			}
		}
		o.tuning.Numbers = append(o.tuning.Numbers, number)
	}
	return nil
}

// useOptions sets the numbers to options of an engine.
func (o *numbersOptions) useOptions(ctx context.Context) error {
	o.tuning.Prefix = tune.OptionPrefix
	if len(o.texts) == 0 {
		return command.UsageErrorf("--option is missing: want NAME=FROM..TO")
	}
	if o.tuning.Engine.IsBuiltIn() {
		return command.UsageErrorf("--engine %q: want a program; \"tune techniques\" tunes the built-in engine", o.engine)
	}
	for _, text := range o.texts {
		name, span, _ := strings.Cut(text, "=")
		number := spsa.Number{Name: name}
		if err := number.SetRange(span); err != nil {
			return command.UsageErrorf("--option %s: %w", text, err)
		}
		o.tuning.Numbers = append(o.tuning.Numbers, number)
	}
	return o.tuning.SetStarts(ctx)
}

// run plays the games and prints the path of the numbers and the next step.
func (o *numbersOptions) run(ctx context.Context) error {
	t := &o.tuning
	fmt.Fprintf(o.Out, "%s by %d games of %s rules at %s, seed %d: %s of %s\n", wording.Count(len(t.Numbers), "number"),
		o.games, t.Rules.Set, t.Engine.Control, t.Seed, wording.Count(t.Iterations, "iteration"), wording.Count(t.Pairs, "pair"))
	for i := range t.Numbers {
		if n := &t.Numbers[i]; n.Step < spsa.LeastStep {
			fmt.Fprintf(o.Err, "%s: the step %g is below %g, so the two settings are often equal and move nothing\n", n.Name, n.Step, spsa.LeastStep)
		}
	}
	workers, closeAll, err := o.Workers(ctx, o.threads, command.Lines(o.Out))
	if err != nil {
		return err
	}
	defer closeAll()
	t.Speed = o.Speed
	shown := o.NewProgress("games", o.games)
	var last tune.TuningProgress
	printed := 0
	path, err := t.Run(ctx, o.file, workers, func(now tune.TuningProgress) {
		for last = now; printed < 20 && len(now.Path.Values) > (printed+1)*t.Iterations/20; printed++ {
			if (printed+1)*t.Iterations/20 == printed*t.Iterations/20 {
				continue // no iteration has ended since
			}
			shown.End()
			fmt.Fprintf(o.Out, "%3d%%", 5*(printed+1))
			for i, value := range now.Path.Values[(printed+1)*t.Iterations/20] {
				fmt.Fprintf(o.Out, "  %s %.4g", t.Numbers[i].Name, value)
			}
			fmt.Fprintln(o.Out)
		}
		shown.Set(2 * now.Pairs)
	})
	shown.End()
	if err != nil {
		return err
	}
	if last.Faults > 0 {
		fmt.Fprintf(o.Out, "%s lost by a fault, the last one: %s\n", wording.Count(last.Faults, "game"), last.Fault)
	}
	return o.propose(path.Proposal())
}

// propose prints the change of each number and the match that judges the proposal.
func (o *numbersOptions) propose(proposal []int) error {
	table := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\nnumber\tstep\tstart\tproposal\t\n")
	var changed []string
	for i := range o.tuning.Numbers {
		n := &o.tuning.Numbers[i]
		fmt.Fprintf(table, "%s\t%g\t%d\t%d\t\n", n.Name, n.Step, n.Start, proposal[i])
		if proposal[i] != n.Start {
			changed = append(changed, player.Setting{Key: o.tuning.Prefix + n.Name, Value: fmt.Sprint(proposal[i])}.String())
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(changed) == 0 {
		_, err := fmt.Fprintln(o.Out, "\nNo number has changed.")
		return err
	}
	_, err := fmt.Fprintf(o.Out, "\nNext: cathedral match --engine %s --engine %s --sprt 0,10 --tc 1+0.01 --games 20000 --record sprt.txt\n",
		wording.Shell(o.engine+" name=new "+strings.Join(changed, " ")), wording.Shell(o.engine+" name=old"))
	return err
}
