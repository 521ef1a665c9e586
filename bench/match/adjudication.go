package match

import (
	"fmt"
	"strconv"
	"strings"

	"cathedral/bench/termination"
	"cathedral/engine"
)

// Adjudication says when the referee ends a game before its end. The zero value
// never does.
type Adjudication struct {
	Resign *ResignRule
	Draw   *DrawRule
	// Proven ends a game whose final score the referee has proven.
	Proven bool
}

// ResignRule ends a game as lost for a player whose last scores were all bad.
type ResignRule struct {
	Moves    int // how many of its moves in a row
	Centi    int // how far its score was below zero, in hundredths of a square
	TwoSided bool
}

// DrawRule ends a game as drawn when both players' last scores were all near zero.
type DrawRule struct {
	Plies int // that have been played at least, the opening's too
	Moves int // how many moves in a row, of each player
	Centi int // how far from zero, in hundredths of a square
}

// ParseResignRule reads a rule such as "moves=3,score=10": score in squares. With
// ",twosided" the opponent's scores must agree.
func ParseResignRule(text string) (*ResignRule, error) {
	rule := &ResignRule{}
	err := parseRule(text, map[string]func(string) error{
		"moves": wholeNumberInto(&rule.Moves), "score": squaresInto(&rule.Centi),
		"twosided": func(value string) (err error) {
			if value != "" {
				rule.TwoSided, err = strconv.ParseBool(value)
			} else {
				rule.TwoSided = true
			}
			return err
		},
	})
	if err == nil && (rule.Moves == 0 || rule.Centi == 0) {
		err = fmt.Errorf("want moves=N,score=SQUARES and perhaps twosided")
	}
	return rule, err
}

// ParseDrawRule reads a rule such as "ply=14,moves=3,score=0.25": score in squares.
func ParseDrawRule(text string) (*DrawRule, error) {
	rule := &DrawRule{}
	err := parseRule(text, map[string]func(string) error{
		"ply": wholeNumberInto(&rule.Plies), "moves": wholeNumberInto(&rule.Moves), "score": squaresInto(&rule.Centi),
	})
	if err == nil && rule.Moves == 0 {
		err = fmt.Errorf("want moves=N,score=SQUARES and perhaps ply=N")
	}
	return rule, err
}

func parseRule(text string, parts map[string]func(string) error) error {
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		set, known := parts[name]
		if !known {
			return fmt.Errorf("%q is no part of the rule", part)
		}
		if err := set(value); err != nil {
			return fmt.Errorf("%s %q: want a number, not negative", name, value)
		}
	}
	return nil
}

func wholeNumberInto(target *int) func(string) error {
	return func(value string) error {
		number, err := strconv.ParseUint(value, 10, 16)
		*target = int(number)
		return err
	}
}

func squaresInto(target *int) func(string) error {
	return func(value string) error {
		number, err := strconv.ParseFloat(value, 64)
		if err == nil && !(number >= 0 && number <= engine.SideSquares) {
			err = strconv.ErrRange
		}
		*target = int(number*100 + 0.5)
		return err
	}
}

// scoreTrail counts how long the scores of one side have been what a rule asks
// for.
type scoreTrail struct{ bad, good, even int }

// adjudicator applies the rules to a game as it goes on.
type adjudicator struct {
	rules  Adjudication
	trails [2]scoreTrail
}

// note takes a move's score into account, from the mover's side.
func (a *adjudicator) note(side engine.Side, move *answer) {
	trail := &a.trails[side]
	if !move.scored {
		*trail = scoreTrail{}
		return
	}
	if rule := a.rules.Resign; rule != nil {
		extend(&trail.bad, move.score.Centi <= -rule.Centi)
		extend(&trail.good, move.score.Centi >= rule.Centi)
	}
	if rule := a.rules.Draw; rule != nil {
		extend(&trail.even, max(move.score.Centi, -move.score.Centi) <= rule.Centi)
	}
}

func extend(count *int, goesOn bool) {
	if *count++; !goesOn {
		*count = 0
	}
}

// verdict returns how the game ends by the resign and draw rules. Its outcome is
// Undecided when the game goes on.
func (a *adjudicator) verdict(ply int) verdict {
	if rule := a.rules.Resign; rule != nil {
		for _, side := range []engine.Side{engine.Light, engine.Dark} {
			other := &a.trails[side.Opponent()]
			if a.trails[side].bad >= rule.Moves && (!rule.TwoSided || other.good >= rule.Moves) {
				return verdict{winOf(side.Opponent()), termination.Adjudication, termination.Resignation,
					fmt.Sprintf("%s's score was %.2f or worse for %d moves", side, -float64(rule.Centi)/100, rule.Moves)}
			}
		}
	}
	if rule := a.rules.Draw; rule != nil && ply >= rule.Plies &&
		min(a.trails[engine.Light].even, a.trails[engine.Dark].even) >= rule.Moves {
		return verdict{engine.Draw, termination.Adjudication, termination.Draw,
			fmt.Sprintf("both scores were within %.2f for %d moves", float64(rule.Centi)/100, rule.Moves)}
	}
	return verdict{}
}

func winOf(side engine.Side) engine.Outcome {
	if side == engine.Light {
		return engine.LightWins
	}
	return engine.DarkWins
}
