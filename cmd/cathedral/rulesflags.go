package main

import (
	"github.com/spf13/cobra"

	"cathedral/engine"
)

// rulesFlags are the flags that say which rules a position is played by.
type rulesFlags struct{ rules engine.Rules }

func (r *rulesFlags) addTo(cmd *cobra.Command) {
	var names []string
	for _, set := range engine.RuleSets() {
		names = append(names, set.String())
	}
	cmd.Flags().Var((*ruleSetFlag)(&r.rules.Set), "rules", "the rule set: classic, mattel or woods")
	cmd.Flags().BoolVar(&r.rules.OptionalCapture, "optional-capture", false, "a move may spare what it would capture")
	registerCompletion(cmd, "rules", names)
}

// ruleSetFlag is a rule set as the value of a flag.
type ruleSetFlag engine.RuleSet

// String returns the rule set's name.
func (r *ruleSetFlag) String() string { return engine.RuleSet(*r).String() }

// Type returns what the help text calls the value.
func (r *ruleSetFlag) Type() string { return "name" }

// Set reads a rule set's name.
func (r *ruleSetFlag) Set(text string) error {
	set, err := engine.ParseRuleSet(text)
	*r = ruleSetFlag(set)
	return err
}
