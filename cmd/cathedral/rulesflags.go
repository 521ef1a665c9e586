package main

import (
	"github.com/spf13/cobra"

	"cathedral/engine"
)

// rulesFlags are the flags that select the rules.
type rulesFlags struct{ rules engine.Rules }

func (r *rulesFlags) addTo(cmd *cobra.Command) {
	var names []string
	for _, set := range engine.RuleSets() {
		names = append(names, set.String())
	}
	cmd.Flags().Var((*ruleSetFlag)(&r.rules.Set), "rules", "rule set: classic, mattel or woods")
	cmd.Flags().BoolVar(&r.rules.OptionalCapture, "optional-capture", false, "allow a move to spare what it would capture")
	registerCompletion(cmd, "rules", names)
}

// ruleSetFlag is a rule set as the value of a flag.
type ruleSetFlag engine.RuleSet

// String returns the rule set's name.
func (r *ruleSetFlag) String() string { return engine.RuleSet(*r).String() }

// Type returns what the value is called in the help text.
func (r *ruleSetFlag) Type() string { return "name" }

// Set parses a rule set's name.
func (r *ruleSetFlag) Set(text string) error {
	set, err := engine.ParseRuleSet(text)
	*r = ruleSetFlag(set)
	return err
}
