package pagetest

import (
	"slices"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/engine"
	"cathedral/search/book"
)

// The placement of the Cathedral and Dark's replies to it that the book of the tests has
// after the start. A castle is the best reply, an abbey may be as good, a manor is even by one
// search, and a tavern is proven to lose.
const (
	bookPlacement = "CAnF5"
	bestReply     = "CSnE8"
	goodReply     = "ABnB2"
	evenReply     = "MAnB2"
	losingReply   = "TAnA1"
)

// bookServer starts a server for a browser, with a small opening book, and returns the page's address. The
// best placement of the Cathedral for Light is bookPlacement, followed by those that
// engine.CathedralPlacements lists first.
func bookServer(t *testing.T) string {
	t.Helper()
	start := engine.Start(engine.Rules{})
	first := book.Entry{Position: start}
	best := mustMove(t, bookPlacement, engine.Light)
	first.Moves = append(first.Moves, book.Move{Move: best, Centi: -196, Error: 45, Wins: 4, Losses: 36})
	for i, placement := range engine.CathedralPlacements() {
		if !slices.Contains([]engine.Move{placement, placement.Rotate(1), placement.Rotate(2), placement.Rotate(3)}, best) {
			first.Moves = append(first.Moves, book.Move{Move: placement, Centi: -200 - 4*i, Error: 45, Wins: 2, Draws: 1, Losses: 37})
		}
	}
	second := book.Entry{Position: start.Play(best)}
	for _, reply := range []book.Move{
		{Move: mustMove(t, bestReply, engine.Dark), Centi: 320, Error: 40, Wins: 38, Draws: 1, Losses: 1},
		{Move: mustMove(t, goodReply, engine.Dark), Centi: 290, Error: 120, Wins: 20},
		{Move: mustMove(t, evenReply, engine.Dark), Centi: 0, Error: 90, Unexplored: true},
		{Move: mustMove(t, losingReply, engine.Dark), Centi: -400, Proven: true},
	} {
		if !second.Position.IsLegal(reply.Move) {
			t.Fatalf("%v is not legal", reply.Move)
		}
		second.Moves = append(second.Moves, reply)
	}
	small := book.New([]book.Entry{first, second})
	return mortalServer(t, func(config *serve.Config) {
		pageConfig(config)
		config.Book = func() (*book.Book, error) { return small, nil }
	}).page("")
}
