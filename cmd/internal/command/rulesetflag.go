package command

import (
	"strings"

	"github.com/spf13/cobra"

	"cathedral/engine"
)

// AddRules adds the flags that select the rules to a command.
func AddRules(cmd *cobra.Command, rules *engine.Rules) {
	var names []string
	for _, set := range engine.RuleSets() {
		names = append(names, set.String())
	}
	last := len(names) - 1
	cmd.Flags().Var((*ruleSetFlag)(&rules.Set), "rules", "rule set: "+strings.Join(names[:last], ", ")+" or "+names[last])
	cmd.Flags().BoolVar(&rules.OptionalCapture, "optional-capture", false, "allow a move to spare what it would capture")
	RegisterCompletion(cmd, "rules", names)
}

// ruleSetFlag is a rule set as the value of a flag.
type ruleSetFlag engine.RuleSet

// String returns the rule set's name.
func (r *ruleSetFlag) String() string { return engine.RuleSet(*r).String() }

// Type returns the name of the value in the help text.
func (r *ruleSetFlag) Type() string { return "name" }

// Set parses a rule set's name.
func (r *ruleSetFlag) Set(text string) error {
	set, err := engine.ParseRuleSet(text)
	*r = ruleSetFlag(set)
	return err
}

// RegisterCompletion makes the shell complete a flag with the given values.
func RegisterCompletion(cmd *cobra.Command, flag string, values []string) {
	// It fails only if there is no such flag or if the flag was registered
	// before.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}
