package command

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cathedral/bench/check"
	"cathedral/protocol/process"
)

// checkOptions are the options of `cathedral check`.
type checkOptions struct {
	*Factory
	engine  process.Command
	check   check.Options
	json    bool
	verbose bool // print the dialogues of all steps
}

// NewCheck returns the command that checks an engine against the protocol. It reports to f.
func NewCheck(f *Factory) *cobra.Command {
	o := &checkOptions{Factory: f}
	var (
		margin     int
		only, skip []string
		file, show string
		list       bool
	)
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

The steps are scenarios, short texts that show the protocol by example: --show prints
one, and --scenario runs those of a file. bench/check/SCENARIOS.md describes them.

Flags of check go before ENGINE. All arguments after ENGINE are passed to it.`,
		Example: `  cathedral check ./my-engine
  cathedral check --only match --margin 30 ./my-engine
  cathedral check --only "go depth 1" --only clock ./my-engine
  cathedral check --json ./my-engine --threads 2
  cathedral check --show "go during go"
  cathedral check --scenario my-steps.txt ./my-engine
  cathedral check cathedral`,
		Args: func(cmd *cobra.Command, arguments []string) error {
			if list || show != "" {
				return nil
			}
			return Some(1, "a program that plays")(cmd, arguments)
		},
		RunE: func(cmd *cobra.Command, arguments []string) error {
			scenarios, err := readScenarios(cmd.Context(), file)
			switch {
			case err != nil:
				return err
			case list:
				_, err := fmt.Fprintln(f.Out, scenarioNames(scenarios))
				return err
			case show != "":
				return showScenario(f.Out, scenarios, show)
			case o.check.Patience <= 0:
				return UsageErrorf("--patience %v: want more than 0s", o.check.Patience)
			}
			o.check.Margin = time.Duration(margin) * time.Millisecond
			if o.check.Scenarios, err = check.Select(scenarios, only, skip); err != nil {
				return UsageErrorf("%w; --list prints them", err)
			}
			o.engine = process.Command{Path: arguments[0], Arguments: arguments[1:]}
			return o.run(cmd.Context())
		},
	}
	cmd.Flags().SetInterspersed(false)
	cmd.Flags().StringArrayVar(&only, "only", nil, "run only this `group`, or the steps with this text in their names (can be repeated)")
	cmd.Flags().StringArrayVar(&skip, "skip", nil, "skip this `group`, or the steps with this text in their names (can be repeated)")
	cmd.Flags().BoolVar(&list, "list", false, "print the groups and names of all steps")
	cmd.Flags().StringVar(&show, "show", "", "print the step with this `name`, or part of a name, as a scenario")
	cmd.Flags().StringVar(&file, "scenario", "", "run the scenarios of this `file` instead of the usual steps")
	cmd.Flags().IntVar(&margin, "margin", 10, "accept moves that are up to this many `ms` late in the matches, as match does")
	cmd.Flags().DurationVar(&o.check.Patience, "patience", 5*time.Second, "time allowed for an answer that is due at once")
	cmd.Flags().Uint64Var(&o.check.Seed, "seed", 1, "seed of the random games")
	cmd.Flags().BoolVar(&o.json, "json", false, "write one JSON object with all dialogues")
	cmd.Flags().BoolVarP(&o.verbose, "verbose", "v", false, "print the dialogues of all steps, not only of failed ones")
	Declare(cmd, AtLeast(1, "margin"))
	return cmd
}

// readScenarios returns the scenarios of a file, whose name without its ending is their
// group, or those of check if there is no file.
func readScenarios(ctx context.Context, file string) ([]check.Scenario, error) {
	if file == "" {
		return check.Builtin(), nil
	}
	text, err := ReadText(ctx, file, "scenarios")
	if err != nil {
		return nil, err
	}
	scenarios, err := check.ParseScenarios(strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return scenarios, nil
}

// scenarioNames returns the groups and names of scenarios, one a line.
func scenarioNames(scenarios []check.Scenario) string {
	var names []string
	for _, scenario := range scenarios {
		names = append(names, scenario.String())
	}
	return strings.Join(names, "\n")
}

// showScenario prints the scenario called name, or the only one that has it in its name.
func showScenario(out io.Writer, scenarios []check.Scenario, name string) error {
	found, err := check.Select(scenarios, []string{name}, nil)
	if err != nil {
		return UsageErrorf("%w: want one of\n%s", err, scenarioNames(scenarios))
	}
	isCalled := func(s check.Scenario) bool { return s.Name == name || s.String() == name }
	if i := slices.IndexFunc(found, isCalled); i >= 0 {
		found = found[i : i+1]
	}
	if len(found) > 1 {
		return UsageErrorf("--show %q: want one of\n%s", name, scenarioNames(found))
	}
	_, err = fmt.Fprint(out, found[0].Text())
	return err
}

func (o *checkOptions) run(ctx context.Context) error {
	if !o.json {
		begun := false
		o.check.Report = func(result check.Result) {
			if begun = begun || result.Verdict != check.Failed; !begun || result.Verdict == check.NotRun {
				return
			}
			fmt.Fprintln(o.Out, result)
			for _, line := range result.Dialogue {
				if o.verbose {
					fmt.Fprintln(o.Out, "   ", line)
				}
			}
		}
	}
	report, err := check.Run(ctx, o.engine, o.check)
	if err != nil {
		return err
	}
	if o.json {
		err = WriteJSON(o.Out, report)
	} else if first := report.Steps[0]; first.Verdict != check.Failed {
		_, err = fmt.Fprintf(o.Out, "\n%s", report.Summary())
	} else {
		// All others depend on the first step.
		answered := slices.ContainsFunc(first.Dialogue, func(line string) bool { return strings.HasPrefix(line, "<") })
		for _, line := range first.Dialogue {
			if o.verbose || answered {
				fmt.Fprintln(o.Out, line)
			}
		}
		err = fmt.Errorf("%s cannot be checked: %s", o.engineCommand(), first.Problem)
		if _, missing := exec.LookPath(o.engine.Path); missing != nil && strings.Contains(o.engine.Path, " ") {
			err = fmt.Errorf("%w; arguments go after ENGINE, unquoted: cathedral check %s", err, strings.Join(strings.Fields(o.engine.Path), " "))
		}
		return err
	}
	if err == nil && !report.Conforms() {
		err = fmt.Errorf("%s: %s", o.engineCommand(), report.Conclusion())
	}
	return err
}

// engineCommand returns the engine's command line.
func (o *checkOptions) engineCommand() string {
	return strings.Join(append([]string{o.engine.Path}, o.engine.Arguments...), " ")
}
