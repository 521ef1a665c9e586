package protocol

// The d and eval commands, for people.

import (
	"fmt"

	"cathedral/engine"
	"cathedral/search/evaluation"
)

// display handles `d`. It draws the board and lists what programs may want to
// read too.
func (s *session) display([]string) error {
	position := &s.position
	text := fmt.Appendf(nil, "%s\nFen: %s\nKey: %016X\n", position.Drawing(), position, position.Key())
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		text = fmt.Appendf(text, "Hand %s:", side)
		for building := engine.Tavern; building < engine.Cathedral; building++ {
			if count := position.Hand(side).Count(building); count > 0 {
				text = fmt.Appendf(text, " %d %s", count, building)
			}
		}
		text = fmt.Appendf(text, " (%d squares)\n", position.Unplaced(side))
	}
	for _, side := range []engine.Side{engine.Light, engine.Dark} {
		text = fmt.Appendf(text, "Territory %s:", side)
		for square := range position.Territory(side).Squares() {
			text = fmt.Appendf(text, " %s", square)
		}
		text = append(text, '\n')
	}
	moves := position.Moves(nil)
	text = appendMoves(fmt.Appendf(text, "Legal moves (%d):", len(moves)), moves)
	s.out.lines(append(text, '\n'))
	return nil
}

// explain handles `eval`. It shows the evaluation in squares, by term and side.
func (s *session) explain([]string) error {
	terms, total := evaluation.Explain(&s.position)
	text := fmt.Appendf(nil, "%-24s %8s %8s\n", "term (squares)", "Light", "Dark")
	for _, term := range terms {
		text = fmt.Appendf(text, "%-24s %8.2f %8.2f\n", term.Name, squares(term.Light), squares(term.Dark))
	}
	s.out.lines(fmt.Appendf(text, "Total: %+.2f for %s, who is to move\n", squares(total), s.position.Side()))
	return nil
}

// squares converts hundredths of a square to squares.
func squares(centi int) float64 { return float64(centi) / 100 }
