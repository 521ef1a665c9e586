package evaluation

import "cathedral/engine"

const gamesFolder = "../../bench/testdata"

// evaluationPath is a part of the evaluation and its slow twin.
type evaluationPath struct {
	name         string
	engine, twin func(p *engine.Position)
}

// evaluationPaths returns the two parts of the evaluation, and the terms of the
// counted part. The twins work square by square. That of the counted part does only
// the expensive terms, and adds nothing up.
func evaluationPaths() []evaluationPath {
	var f Features
	both := func(work func(p *engine.Position, side engine.Side)) func(*engine.Position) {
		return func(p *engine.Position) {
			work(p, engine.Light)
			work(p, engine.Dark)
		}
	}
	buildings := func(p *engine.Position) [2]engine.Bitboard {
		return [2]engine.Bitboard{p.Buildings(engine.Light), p.Buildings(engine.Dark)}
	}
	room := both(func(p *engine.Position, side engine.Side) { slowRoom(p, side) })
	reach := func(p *engine.Position) { slowInfluence(buildings(p), p.Empty()) }
	gaps := both(func(p *engine.Position, side engine.Side) {
		slowPockets(p.Buildings(side), p.Buildings(side.Opponent()), 1)
		slowPockets(p.Buildings(side), p.Buildings(side.Opponent()), 2)
	})
	// The network follows from each position to the next, seen from both sides as in
	// a search. Its twin starts from scratch.
	last := engine.Start(engine.Rules{})
	var sums [2]hiddenSums
	for side := range sums {
		sums[side].start(defaultNetwork, engine.Side(side), &last)
	}
	network := func(p *engine.Position) {
		for side := range sums {
			sums[side].follow(defaultNetwork, engine.Side(side), &sums[side], &last, p)
		}
		last = *p
		defaultNetwork.value(&sums[p.Side()], fullCity-p.Unplaced(engine.Light)-p.Unplaced(engine.Dark))
	}
	return []evaluationPath{
		{"network", network, func(p *engine.Position) {
			for side := range sums {
				sums[side].start(defaultNetwork, engine.Side(side), p)
			}
			defaultNetwork.value(&sums[p.Side()], f.Built())
		}},
		{"counted", func(p *engine.Position) {
			f.count(p)
			phases.sum(&f, p.Side())
		}, func(p *engine.Position) { room(p); reach(p); gaps(p) }},
		{"room", both(func(p *engine.Position, side engine.Side) { f.Counts[side].countRoom(p, side, &f.Maps[side]) }), room},
		{"influence", func(p *engine.Position) {
			_, _ = influence(p.Buildings(engine.Light), p.Buildings(engine.Dark), p.Empty())
		}, reach},
		{"pockets", both(func(p *engine.Position, side engine.Side) {
			_, _ = pockets(p.Buildings(side), p.Buildings(side).Grow(), p.Buildings(side.Opponent()))
		}), gaps},
		{"sum", func(p *engine.Position) { phases.sum(&f, p.Side()) }, func(p *engine.Position) { Explain(p) }},
	}
}
