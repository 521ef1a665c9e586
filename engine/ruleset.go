package engine

import (
	"fmt"
	"strings"
)

// RuleSet is one of the printed versions of the rules, which RULES.md compares.
type RuleSet uint8

const (
	Classic RuleSet = iota // neither side's first building settles anything
	Mattel                 // only Dark's first building settles nothing
	Woods                  // Dark builds, then Light places the Cathedral and builds
)

// RuleSets returns all rule sets, the default one first.
func RuleSets() []RuleSet { return []RuleSet{Classic, Mattel, Woods} }

// String returns the name of the set, such as "mattel": the value of the protocol's
// option Rules and of a record's tag Rules.
func (r RuleSet) String() string {
	switch r {
	case Mattel:
		return "mattel"
	case Woods:
		return "woods"
	}
	return "classic"
}

// ParseRuleSet reads the name of a rule set, in either case.
func ParseRuleSet(text string) (RuleSet, error) {
	for _, r := range RuleSets() {
		if strings.EqualFold(text, r.String()) {
			return r, nil
		}
	}
	return Classic, fmt.Errorf("%q is not a rule set: want classic, mattel or woods", text)
}

// Rules are the rules of a game. The zero value is the default: classic without
// optional capture.
type Rules struct {
	Set RuleSet
	// OptionalCapture gives each capturing move a second form, which spares what it
	// would capture.
	OptionalCapture bool
}

// String returns the rule set's name, such as "mattel", followed by
// " with optional capture" when that is on.
func (r Rules) String() string {
	if r.OptionalCapture {
		return r.Set.String() + " with optional capture"
	}
	return r.Set.String()
}

// cathedralPly returns the ply at which Light places the Cathedral.
func (r Rules) cathedralPly() int {
	if r.Set == Woods {
		return 1
	}
	return 0
}

// sideAt returns the side to move at a ply.
func (r Rules) sideAt(ply int) Side {
	if r.Set == Woods && ply < 2 {
		return Side(1 - ply) // Dark builds first, then Light places the Cathedral
	}
	return Side(ply & 1)
}

// settlesAt reports whether the building placed at a ply settles its side's
// enclosures. A side's first building does not, and the ply alone tells which
// building is the first.
func (r Rules) settlesAt(ply int) bool {
	switch r.Set {
	case Mattel:
		return ply != 1
	case Woods:
		return ply != 0 && ply != 2
	}
	return ply > 2
}
