package search

import (
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/ordering"
)

// A thread that defers moves because another one is searching them finds the same
// value in the end.
func TestMovesThatAnotherThreadIsSearchingComeLast(t *testing.T) {
	random := rand.New(rand.NewPCG(41, 1))
	options := DefaultOptions()
	options.Techniques = Techniques{}
	waited := 0
	enginetest.Walk(random, 24, func(_, p *engine.Position, _ engine.Move) {
		moves := p.Moves(nil)
		if p.Ply() < 14 || len(moves) < 2 || len(moves) > 60 {
			return
		}
		const depth = 3
		var salt uint64
		value := func(shared *ordering.InProgress) int32 {
			s, err := New(1)
			enginetest.Must(t, err)
			w := s.prepare(&control{}, options, nil)[0]
			salt = w.salt
			w.inProgress = shared
			roots := w.start(p, moves)
			w.iterate(roots, 0, depth)
			return roots[0].value
		}
		want := value(nil)
		shared := new(ordering.InProgress)
		for range 200 { // some of these may share a slot
			q := *p
			for plies := range depth - sharedDepth + 1 {
				next := q.Moves(nil)
				if len(next) == 0 || next[0] == engine.Pass {
					break
				}
				m := next[random.IntN(len(next))]
				shared.Begin(shared.Task(q.Key()^salt, m, depth-plies, true))
				waited++
				q = q.Play(m)
			}
		}
		if got := value(shared); got != want {
			t.Errorf("%s: %d, with one thread %d", p.String(), got, want)
		}
	})
	if waited < 1000 {
		t.Errorf("only %d moves were in progress", waited)
	}
}

func TestShallowTasksAndThoseOfOneThreadAreNotShared(t *testing.T) {
	alone, together := new(worker), &worker{inProgress: new(ordering.InProgress)}
	if alone.sharedTask(1, 300, 9) != 0 || together.sharedTask(1, 300, sharedDepth-1) != 0 {
		t.Error("a task is shared")
	}
	if together.sharedTask(1, 300, sharedDepth) == 0 {
		t.Error("a deep task is not shared")
	}
}
