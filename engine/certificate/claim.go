package certificate

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cathedral/engine"
)

// Claim says that the final margin under best play is at least, or at most, a number of
// squares for the side to move.
type Claim struct {
	Position engine.Position
	AtLeast  bool
	Margin   int
}

// String returns the claim without its position, such as "at least 3 for the side to
// move".
func (c Claim) String() string {
	return fmt.Sprintf("%s %d for the side to move", c.bound(), c.Margin)
}

func (c Claim) bound() string {
	if c.AtLeast {
		return "at least"
	}
	return "at most"
}

// goal returns the side for which something is to be shown, and its least final margin.
func (c *Claim) goal() (engine.Side, int) {
	if c.AtLeast {
		return c.Position.Side(), c.Margin
	}
	return c.Position.Side().Opponent(), -c.Margin
}

// parseClaim reads the line of a claim without its first word.
func parseClaim(text string) (Claim, error) {
	var c Claim
	rest, found := strings.CutPrefix(text, "at least ")
	if c.AtLeast = found; !found {
		if rest, found = strings.CutPrefix(text, "at most "); !found {
			return Claim{}, errors.New("the claim is neither of a margin at least nor at most")
		}
	}
	word, rest, _ := strings.Cut(rest, " ")
	margin, err := strconv.Atoi(word)
	if err != nil || strconv.Itoa(margin) != word || margin < -engine.SideSquares || margin > engine.SideSquares {
		return Claim{}, fmt.Errorf("%.30q is not a whole number from %d to %d", word, -engine.SideSquares, engine.SideSquares)
	}
	c.Margin = margin
	var rules engine.Rules
	word, rest, _ = strings.Cut(rest, " ")
	if rules.Set, err = engine.ParseRuleSet(word); err != nil {
		return Claim{}, err
	}
	if rules.Set.String() != word {
		return Claim{}, fmt.Errorf("%q is not written in small letters", word)
	}
	if after, optional := strings.CutPrefix(rest, "optional-capture "); optional {
		rules.OptionalCapture, rest = true, after
	}
	if c.Position, err = engine.ParsePosition(rest, rules); err != nil {
		return Claim{}, err
	}
	if c.Position.String() != rest {
		return Claim{}, errors.New("the fields of the position are not separated by single spaces")
	}
	return c, nil
}
