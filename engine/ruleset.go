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

// OpeningPlies is the number of plies in which rule sets differ. From this ply on the
// Cathedral has been placed, Light moves at even and Dark at odd plies, and every building
// settles its side's enclosures.
const OpeningPlies = 3

// ruleSetTraits is all that the program knows of a rule set.
type ruleSetTraits struct {
	name         string
	cathedralPly int                // at which Light places the Cathedral
	sides        [OpeningPlies]Side // to move at each ply
	// settles reports at which plies a building settles its side's enclosures. A side's
	// first building may not.
	settles [OpeningPlies]bool
}

var ruleSets = [...]ruleSetTraits{
	Classic: {"classic", 0, [...]Side{Light, Dark, Light}, [...]bool{false, false, false}},
	Mattel:  {"mattel", 0, [...]Side{Light, Dark, Light}, [...]bool{true, false, true}},
	Woods:   {"woods", 1, [...]Side{Dark, Light, Light}, [...]bool{false, true, false}},
}

// traits returns the traits of a rule set. A number that is not one, as a broken message
// may have it, counts as Classic.
func (r RuleSet) traits() *ruleSetTraits {
	if int(r) >= len(ruleSets) {
		r = Classic
	}
	return &ruleSets[r]
}

// RuleSets returns all rule sets, the default one first. The caller owns the slice.
func RuleSets() []RuleSet {
	sets := make([]RuleSet, len(ruleSets))
	for i := range sets {
		sets[i] = RuleSet(i)
	}
	return sets
}

// String returns the name of the set, such as "mattel": the value of the protocol's
// option Rules and of a record's tag Rules.
func (r RuleSet) String() string { return r.traits().name }

// ParseRuleSet returns the rule set whose name is text, in either case. Its error lists the names.
func ParseRuleSet(text string) (RuleSet, error) {
	var names []string
	for _, r := range RuleSets() {
		if strings.EqualFold(text, r.String()) {
			return r, nil
		}
		names = append(names, r.String())
	}
	last := len(names) - 1
	return Classic, fmt.Errorf("%q is not a rule set: want %s or %s", text, strings.Join(names[:last], ", "), names[last])
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

// CathedralPly returns the ply at which Light places the Cathedral.
func (r Rules) CathedralPly() int { return r.Set.traits().cathedralPly }

// SideAt returns the side to move at a ply.
func (r Rules) SideAt(ply int) Side {
	if ply < OpeningPlies {
		return r.Set.traits().sides[ply]
	}
	return Side(ply & 1)
}

// settlesAt reports whether the building placed at a ply settles its side's enclosures.
func (r Rules) settlesAt(ply int) bool {
	return ply >= OpeningPlies || r.Set.traits().settles[ply]
}
