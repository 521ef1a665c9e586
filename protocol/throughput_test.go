package protocol

import (
	"context"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// quickSearcher gives the first legal move at once, or when it is stopped.
type quickSearcher struct{}

func (quickSearcher) Search(ctx context.Context, p *engine.Position, limits search.Limits, _ search.Options, report func(search.Info)) search.Result {
	best := p.Moves(nil)[0]
	info := search.Info{Depth: 1, PV: []engine.Move{best}}
	report(info)
	if limits.Infinite || limits.PonderHit != nil {
		select {
		case <-ctx.Done():
		case <-limits.PonderHit:
		}
	}
	return search.Result{Best: best, Info: info}
}
func (quickSearcher) Resize(int) error { return nil }
func (quickSearcher) Clear()           {}

// BenchmarkPliesThroughPipes plays games between two engine processes that move
// without thinking: an operation is one ply, asked, answered and played.
func BenchmarkPliesThroughPipes(b *testing.B) {
	players := [2]*Client{badEngine(b, "quick"), badEngine(b, "quick")}
	for _, player := range players {
		if err := player.Handshake(b.Context(), patience); err != nil {
			b.Fatal(err)
		}
	}
	position := engine.Start(engine.Rules{})
	var moves []engine.Move
	b.ReportAllocs()
	for b.Loop() {
		if position.Over() {
			position = engine.Start(engine.Rules{})
			moves = moves[:0]
		}
		side := position.Side()
		question := Question{Moves: moves, Clocks: &Clocks{Remaining: [2]time.Duration{time.Second, time.Second}}}
		answer, err := players[side].Go(b.Context(), &question, Deadline{Due: patience})
		if err != nil {
			b.Fatal(err)
		}
		move, err := engine.ParseMove(answer.Move, side)
		if err != nil || !position.IsLegal(move) {
			b.Fatal(answer.Move, err)
		}
		position = position.Play(move)
		moves = append(moves, move)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "plies/s")
}
