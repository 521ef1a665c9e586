package engine_test

import (
	"os"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// A rule set that is missing somewhere is named by a test that fails. This one looks at the
// twin and RULES.md, recordedgames_test.go at the games by another program, and the tests of the page
// at its texts and its built-in puzzles.
func TestEveryRuleSetHasATwinAndIsDescribed(t *testing.T) {
	rules, err := os.ReadFile("RULES.md")
	enginetest.Must(t, err)
	twin := naive.RuleSets()
	for i, set := range engine.RuleSets() {
		if i >= len(twin) || twin[i] != set.String() {
			t.Errorf("the naive twin does not know %s, or has it at another place: %v", set, twin)
		}
		if !strings.Contains(string(rules), "`"+set.String()+"`") {
			t.Errorf("RULES.md does not describe %s", set)
		}
		if got, err := engine.ParseRuleSet(strings.ToUpper(set.String())); got != set || err != nil {
			t.Errorf("%s is read as %s, %v", set, got, err)
		}
	}
	if _, err := engine.ParseRuleSet("chess"); err == nil || !strings.HasSuffix(err.Error(), "want classic, mattel or woods") {
		t.Errorf("another name: %v", err)
	}
}

func TestANumberThatIsNoRuleSetCountsAsClassic(t *testing.T) {
	unknown := engine.RuleSet(len(engine.RuleSets()))
	p := engine.Start(engine.Rules{Set: unknown})
	if unknown.String() != "classic" || p.Side() != engine.Light || !p.PlacesCathedral() {
		t.Errorf("%s begins with %s", unknown, p.Side())
	}
}
