package tune

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"cathedral/bench/tune"
	"cathedral/cmd/internal/command"
	"cathedral/search/ordering"
)

// policyOptions are the options of `cathedral tune policy`.
type policyOptions struct {
	fitOptions
	games  tune.PolicyGames
	epochs int
}

// newPolicyCommand returns the command that fits the policy.
func newPolicyCommand(f *command.Factory) *cobra.Command {
	o := &policyOptions{fitOptions: fitOptions{Factory: f}}
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Fit the policy to the choices of deep searches",
		Long: `Fit the policy, which ranks the moves of the opening by the whole board. It
learns from positions of games whose moves are drawn by the estimates of the
positions that they lead to. Its targets are these estimates and, in one position of
--every, the choice of a search that leaves out no move at the root.

The games of one opening in ten are held out. The table shows how often the choice of
a search is among the first moves by the new policy, and by this engine's. The
figures of this engine's are too good if its policy was fitted to the same games. The
same flags give the same policy, on any number of processors.`,
		Example: `  cathedral tune policy --positions 20000 --every 0
  cathedral tune policy --seed 2 --out search/ordering/policy.bin`,
	}
	flags := cmd.Flags()
	flags.IntVar(&o.games.Positions, "positions", 500_000, "number of positions")
	flags.IntVar(&o.games.Every, "every", 8, "search one position in `N`, 0: none")
	flags.Uint64Var(&o.games.Nodes, "nodes", 10_000, "nodes of a search")
	flags.Uint64Var(&o.games.Seed, "seed", 1, "seed of the games")
	flags.IntVar(&o.epochs, "epochs", 10, "number of passes over the positions")
	o.addFlags(cmd, "write the policy to a `file`, such as search/ordering/policy.bin")
	cmd.Args = command.NoArguments
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context()) }
	command.Declare(cmd, command.AtLeast(1, "positions", "nodes", "epochs"), command.AtLeast(0, "every"))
	return cmd
}

func (o *policyOptions) run(ctx context.Context) error {
	shown := o.NewProgress("positions", o.games.Positions)
	examples, err := o.games.Examples(ctx, shown.Set)
	shown.End()
	if err != nil {
		return err
	}
	show, end := o.progress("positions")
	fit := tune.PolicyFit{Epochs: o.epochs, Examples: examples, Report: show}
	model, err := fit.Run(ctx)
	end()
	if err != nil {
		return err
	}
	after, held, recall := model.Measure(examples)
	before, _, recallBefore := tune.NewPolicyModel(ordering.DefaultPolicy()).Measure(examples)
	o.held = held
	if _, err := fmt.Fprintf(o.Out, "By the new policy:\n\n%s\n\nBy this engine's:\n\n%s\n\nFitted to %d positions. Log loss on %d held out: %.4f, of this engine's policy %.4f.\n",
		&recall, &recallBefore, len(examples)-held, held, after, before); err != nil {
		return err
	}
	policy, err := model.Policy().Marshal()
	if err != nil {
		return err
	}
	return o.keep("search/ordering/policy.bin", before, after,
		file{command.Output{Name: o.out, Begin: string(policy[:len("cathedral policy ")])}, policy})
}
