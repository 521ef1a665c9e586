package study

import (
	"fmt"
	"slices"
	"strings"

	"cathedral/engine"
	"cathedral/search/book"
)

// firstLine is a line of an opening book: a placement of the Cathedral, Dark's best first
// buildings and Light's best answers to the first, the best first.
type firstLine struct {
	placement        engine.Move
	replies, answers []book.Move
}

// The tables show the best places of the Cathedral, and the best moves after them. The picture has
// the values of all places, and "cathedral book show" all moves.
const (
	shownPlaces  = 10
	shownReplies = 3
)

// firstLines returns the lines of the book that begin with each pair of placements of the
// Cathedral, those with the best values in the games first; none if Dark builds before it stands.
func (r *Report) firstLines() []firstLine {
	start := engine.Start(r.Rules)
	if !start.PlacesCathedral() {
		return nil
	}
	var lines []firstLine
	values, pairs := r.placementValues(), pairPlacements(nil)
	for _, i := range values.order() {
		move := engine.CathedralPlacements()[pairs[i].first]
		after := start.Play(move)
		line := firstLine{placement: move, replies: r.explored(&after)}
		if len(line.replies) == 0 {
			continue
		}
		after = after.Play(line.replies[0].Move)
		line.answers = r.explored(&after)
		lines = append(lines, line)
	}
	return lines
}

// explored returns the best moves of the book in a position, but for those that only one search has
// valued.
func (r *Report) explored(p *engine.Position) []book.Move {
	moves := slices.DeleteFunc(r.book.Moves(p), func(m book.Move) bool { return m.Unexplored })
	return moves[:min(shownReplies, len(moves))]
}

// firstMoves is the table of the first lines of the book, each with the values of the best
// moves for the side that plays them.
func (r *Report) firstMoves() string {
	var t markdown
	t.row("Cathedral", "Dark's best buildings", "Light's best answers to the first")
	for _, line := range r.lines[:min(shownPlaces, len(r.lines))] {
		t.row(line.placement.String(), valuedMoves(line.replies), valuedMoves(line.answers))
	}
	return t.String()
}

// valuedMoves returns moves with their values in squares.
func valuedMoves(moves []book.Move) string {
	var words []string
	for i := range moves {
		words = append(words, fmt.Sprintf("%s %+.1f", moves[i].Move, float64(moves[i].Centi)/100))
	}
	return strings.Join(words, ", ")
}
