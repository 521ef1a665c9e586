package match

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/engine/wording"
	"cathedral/search"
)

// Adjudication holds the rules by which the referee ends games early. The zero value
// has none.
type Adjudication struct {
	Resign *ResignRule // nil: no such rule
	Draw   *DrawRule   // nil: no such rule
	// Proven ends a game as soon as the referee has proven its final score.
	Proven bool
}

// ResignRule ends a game as lost for a player whose last scores were all bad.
type ResignRule struct {
	Moves    int  // the number of such moves in a row
	Centi    int  // the deficit that counts as bad, in hundredths of a square
	TwoSided bool // the opponent's scores must agree
}

// DrawRule ends a game as drawn when both players' last scores were all near zero.
type DrawRule struct {
	Plies int // the least length of the game, opening included
	Moves int // the number of such moves in a row, for each player
	Centi int // the largest distance from zero, in hundredths of a square
}

// has reports whether a game can end by the rule.
func (a *Adjudication) has(rule record.AdjudicationRule) bool {
	switch rule {
	case record.Resignation:
		return a.Resign != nil
	case record.DrawByScores:
		return a.Draw != nil
	case record.ProvenScore:
		return a.Proven
	}
	return false
}

// ParseResignRule reads a rule from text such as "moves=3,score=10", with the score in
// squares. ",twosided" sets TwoSided.
func ParseResignRule(text string) (*ResignRule, error) {
	rule := &ResignRule{}
	err := parseRule(text, map[string]func(string) error{
		"moves": wholeNumberInto(&rule.Moves), "score": squaresInto(&rule.Centi),
		"twosided": func(value string) (err error) {
			rule.TwoSided, err = strconv.ParseBool(cmp.Or(value, "true"))
			return err
		},
	})
	if err == nil && (rule.Moves == 0 || rule.Centi == 0) {
		err = fmt.Errorf("want moves=N,score=SQUARES and optionally twosided")
	}
	return rule, err
}

// ParseDrawRule reads a rule from text such as "ply=14,moves=3,score=0.25", with the score
// in squares.
func ParseDrawRule(text string) (*DrawRule, error) {
	rule := &DrawRule{}
	err := parseRule(text, map[string]func(string) error{
		"ply": wholeNumberInto(&rule.Plies), "moves": wholeNumberInto(&rule.Moves), "score": squaresInto(&rule.Centi),
	})
	if err == nil && rule.Moves == 0 {
		err = fmt.Errorf("want moves=N,score=SQUARES and optionally ply=N")
	}
	return rule, err
}

func parseRule(text string, parts map[string]func(string) error) error {
	for part := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		set, known := parts[name]
		if !known {
			return fmt.Errorf("unknown part %q", part)
		}
		if err := set(value); err != nil {
			return fmt.Errorf("%s %q: %w", name, value, err)
		}
	}
	return nil
}

func wholeNumberInto(target *int) func(string) error {
	return func(value string) error {
		number, err := strconv.ParseUint(value, 10, 16)
		if err != nil {
			return fmt.Errorf("want a whole number, from 0 to %d", math.MaxUint16)
		}
		*target = int(number)
		return nil
	}
}

func squaresInto(target *int) func(string) error {
	return func(value string) error {
		number, err := strconv.ParseFloat(value, 64)
		if err != nil || !(number >= 0 && number <= engine.SideSquares) {
			return fmt.Errorf("want squares, from 0 to %d", engine.SideSquares)
		}
		*target = int(number*100 + 0.5)
		return nil
	}
}

// streaks counts a side's last moves in a row with bad, good and even scores.
type streaks struct{ bad, good, even int }

// adjudicator applies the rules to a game in progress.
type adjudicator struct {
	rules   Adjudication
	streaks [2]streaks // by side
}

// note counts the score of a move by side.
func (a *adjudicator) note(side engine.Side, move *player.Answer) {
	streaks := &a.streaks[side]
	if !move.Scored {
		streaks.bad, streaks.good, streaks.even = 0, 0, 0
		return
	}
	centi := outermost(move.Score)
	if rule := a.rules.Resign; rule != nil {
		extend(&streaks.bad, centi <= -rule.Centi)
		extend(&streaks.good, centi >= rule.Centi)
	}
	if rule := a.rules.Draw; rule != nil {
		extend(&streaks.even, max(centi, -centi) <= rule.Centi)
	}
}

// outermost returns a score in hundredths of a square. A proven win or loss by an
// unknown margin counts as one by the largest: it is as decided.
func outermost(score search.Score) int {
	const largest = 100 * engine.SideSquares
	switch {
	case score.Final && score.Bound == search.LowerBound && score.Centi > 0:
		return largest
	case score.Final && score.Bound == search.UpperBound && score.Centi < 0:
		return -largest
	}
	return score.Centi
}

func extend(count *int, continues bool) {
	if *count++; !continues {
		*count = 0
	}
}

// endAt returns the end by the resign and draw rules on a game of ply plies.
// Its outcome is Undecided if the game continues.
func (a *adjudicator) endAt(ply int) gameEnd {
	if rule := a.rules.Resign; rule != nil {
		for _, side := range []engine.Side{engine.Light, engine.Dark} {
			other := &a.streaks[side.Opponent()]
			if a.streaks[side].bad >= rule.Moves && (!rule.TwoSided || other.good >= rule.Moves) {
				return gameEnd{winOf(side.Opponent()), record.Adjudication, record.Resignation,
					fmt.Sprintf("%s's score was %.2f or worse for %s", side, -float64(rule.Centi)/100, wording.Count(rule.Moves, "move"))}
			}
		}
	}
	if rule := a.rules.Draw; rule != nil && ply >= rule.Plies &&
		min(a.streaks[engine.Light].even, a.streaks[engine.Dark].even) >= rule.Moves {
		return gameEnd{engine.Draw, record.Adjudication, record.DrawByScores,
			fmt.Sprintf("both scores were within %.2f for %s", float64(rule.Centi)/100, wording.Count(rule.Moves, "move"))}
	}
	return gameEnd{}
}

func winOf(side engine.Side) engine.Outcome {
	return [2]engine.Outcome{engine.LightWins, engine.DarkWins}[side]
}
