package engine

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
)

// Perft returns the number of ways to play depth plies from a position. A forced pass
// is one way; a game that ends earlier counts for nothing. Perft counts the last ply
// on the placement maps and plays the others. It shares the legal moves among
// threads goroutines, 0 or less counting as one, and calls report, unless it is
// nil, with the count under each move in the order of Moves. When ctx ends, Perft
// stops reporting and returns the context's error. A depth below 1 is an error.
func Perft(ctx context.Context, p *Position, depth, threads int, report func(m Move, count uint64)) (uint64, error) {
	if depth < 1 {
		return 0, errors.New("perft: the depth must be 1 or more")
	}
	depth = min(depth, MaxPly) // no game is longer
	var stopped atomic.Bool
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()

	moves := p.Moves(nil)
	counts := make([]uint64, len(moves))
	done := make([]chan struct{}, len(moves))
	for i := range done {
		done[i] = make(chan struct{})
	}
	var next atomic.Int64
	var workers sync.WaitGroup
	for range max(1, threads) {
		workers.Go(func() {
			counter := perftCounter{stopped: &stopped, frames: make([]perftFrame, depth)}
			for i := next.Add(1) - 1; i < int64(len(moves)); i = next.Add(1) - 1 {
				counts[i] = counter.countAfter(p, moves[i], depth-1)
				close(done[i])
			}
		})
	}
	defer workers.Wait()
	total := uint64(0)
	for i := range moves {
		<-done[i]
		if stopped.Load() {
			return 0, ctx.Err()
		}
		total += counts[i]
		if report != nil {
			report(moves[i], counts[i])
		}
	}
	return total, nil
}

// perftCounter has a frame for each ply, so counting stops allocating once the lists
// of moves have grown.
type perftCounter struct {
	stopped *atomic.Bool
	frames  []perftFrame
}

type perftFrame struct {
	position Position
	moves    []Move
}

func (c *perftCounter) countAfter(p *Position, m Move, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	frame := &c.frames[depth]
	p.PlayInto(&frame.position, m)
	if depth == 1 {
		return uint64(frame.position.CountMoves())
	}
	if c.stopped.Load() {
		return 0
	}
	frame.moves = frame.position.Moves(frame.moves[:0])
	total := uint64(0)
	for _, reply := range frame.moves {
		total += c.countAfter(&frame.position, reply, depth-1)
	}
	return total
}
