package engine

import (
	"fmt"
	"strconv"
	"strings"
)

// FairGame is a change of the game that gives equal players about equal chances. It
// restricts Dark's first building, gives Light squares in advance, or both. The zero value
// changes nothing. bench/study/FAIRGAME.md reports how even such games are.
type FairGame struct {
	First FirstBuilding
	// HalfSquares is twice the number of squares that are added to Light's margin at the end
	// of the game. It is negative if Dark has squares in advance.
	HalfSquares int
}

// FirstBuilding is a restriction of Dark's first building.
type FirstBuilding uint8

const (
	AnyBuilding FirstBuilding = iota // not a restriction
	InnOrBridge                      // a building of three squares
	OnlyStable                       // a building of two squares
)

// firstBuildings has the name, the rule and the size of the buildings of each restriction.
var firstBuildings = [...]struct {
	name, rule string
	squares    int // 0: any
}{
	AnyBuilding: {"any", "Dark begins with any building", 0},
	InnOrBridge: {"inn-or-bridge", "Dark begins with an inn or a bridge", 3},
	OnlyStable:  {"stable", "Dark begins with a stable", 2},
}

// FirstBuildings returns all restrictions of Dark's first building, the weakest first. The
// caller owns the slice.
func FirstBuildings() []FirstBuilding {
	list := make([]FirstBuilding, len(firstBuildings))
	for i := range list {
		list[i] = FirstBuilding(i)
	}
	return list
}

// String returns the name of a restriction, such as "inn-or-bridge".
func (f FirstBuilding) String() string { return firstBuildings[f].name }

// ParseFairGame reads the text of a FairGame: the name of a FirstBuilding, a number of
// squares in advance of at most two digits, or both, such as "inn-or-bridge", "4.5" and
// "inn-or-bridge+0.5". "any" and "0" are the zero value. The error lists the allowed values.
func ParseFairGame(text string) (FairGame, error) {
	var fair FairGame
	rest := text
	for _, first := range FirstBuildings() {
		if after, found := strings.CutPrefix(text, first.String()); found {
			fair.First, rest = first, after
			if after == "" {
				return fair, nil
			}
			if after[0] != '+' && after[0] != '-' {
				return FairGame{}, notFair(text)
			}
		}
	}
	digits := strings.TrimLeft(rest, "+-")
	whole, half, isHalf := strings.Cut(digits, ".")
	number, err := strconv.ParseUint(whole, 10, 8)
	if err != nil || len(rest)-len(digits) > 1 || number > SideSquares || isHalf && half != "0" && half != "5" {
		return FairGame{}, notFair(text)
	}
	fair.HalfSquares = 2 * int(number)
	if half == "5" {
		fair.HalfSquares++
	}
	if rest[0] == '-' {
		fair.HalfSquares = -fair.HalfSquares
	}
	return fair, nil
}

func notFair(text string) error {
	var names []string
	for _, first := range FirstBuildings() {
		names = append(names, first.String())
	}
	return fmt.Errorf("%.40q is not a fair game: want %s, and a number of squares for Light such as +4.5, or one of the two", text, strings.Join(names, ", "))
}

// String returns the text that ParseFairGame reads: "any" for the zero value.
func (f FairGame) String() string {
	switch {
	case f.HalfSquares == 0:
		return f.First.String()
	case f.First == AnyBuilding:
		return f.squares()
	case f.HalfSquares > 0:
		return f.First.String() + "+" + f.squares()
	}
	return f.First.String() + f.squares()
}

// squares returns the number of squares in advance, such as "4.5" or "-1".
func (f FairGame) squares() string { return strconv.FormatFloat(f.Squares(), 'f', -1, 64) }

// Rule returns the change of the game as a sentence.
func (f FairGame) Rule() string {
	rule := firstBuildings[f.First].rule
	switch squares := strings.TrimPrefix(f.squares(), "-"); {
	case f.HalfSquares > 0:
		rule += "; Light has " + squares + " in advance"
	case f.HalfSquares < 0:
		rule += "; Dark has " + squares + " in advance"
	}
	return rule + "."
}

// Restricts reports whether the next move of p is Dark's first building, and not all buildings
// are allowed.
func (f FairGame) Restricts(p *Position) bool {
	return f.First != AnyBuilding && p.Side() == Dark && p.Ply() < OpeningPlies
}

// Allows reports whether the fair game allows a legal move of p.
func (f FairGame) Allows(p *Position, move Move) bool {
	return !f.Restricts(p) || move.Building().Size() == firstBuildings[f.First].squares
}

// OutcomeOf returns the outcome of a finished game that Light won by margin squares on the
// board; margin is negative if Dark did.
func (f FairGame) OutcomeOf(margin int) Outcome {
	switch total := 2*margin + f.HalfSquares; {
	case total > 0:
		return LightWins
	case total < 0:
		return DarkWins
	}
	return Draw
}

// Margin returns the number of squares by which Light is ahead at p, with those in advance. It
// is negative if Dark is ahead.
func (f FairGame) Margin(p *Position) float64 { return float64(p.Margin(Light)) + f.Squares() }

// Squares returns the number of squares that Light has in advance, negative if Dark has them.
func (f FairGame) Squares() float64 { return float64(f.HalfSquares) / 2 }

// Outcome returns the outcome of the game at p, or Undecided before its end.
func (f FairGame) Outcome(p *Position) Outcome {
	if !p.Over() {
		return Undecided
	}
	return f.OutcomeOf(p.Margin(Light))
}

// MarshalText implements encoding.TextMarshaler.
func (f FairGame) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *FairGame) UnmarshalText(text []byte) (err error) {
	*f, err = ParseFairGame(string(text))
	return err
}
