package evaluation

import "cathedral/engine"

const gamesFolder = "../../bench/testdata"

// evaluationPath is a part of the evaluation and its slow twin.
type evaluationPath struct {
	name         string
	engine, twin func(n *Node)
}

// evaluationPaths returns the two parts of the evaluation, and the terms of the
// counted part. The twins work square by square. That of the counted part does only
// the expensive terms, and adds nothing up.
func evaluationPaths() []evaluationPath {
	var f Features
	of := func(work func(p *engine.Position)) func(*Node) {
		return func(n *Node) { work(&n.position) }
	}
	both := func(work func(p *engine.Position, side engine.Side)) func(*Node) {
		return func(n *Node) {
			work(&n.position, engine.Light)
			work(&n.position, engine.Dark)
		}
	}
	buildings := func(p *engine.Position) [2]engine.Bitboard {
		return [2]engine.Bitboard{p.Buildings(engine.Light), p.Buildings(engine.Dark)}
	}
	room := both(func(p *engine.Position, side engine.Side) { slowRoom(p.Open(side), side) })
	reach := of(func(p *engine.Position) { slowInfluence(buildings(p), p.Empty()) })
	gaps := both(func(p *engine.Position, side engine.Side) {
		slowPockets(p.Buildings(side), p.Buildings(side.Opponent()), 1)
		slowPockets(p.Buildings(side), p.Buildings(side.Opponent()), 2)
	})
	// The network follows from each position to the next, as in a search. Its twin
	// starts from scratch. Both know the features.
	var last Node
	start := engine.Start(engine.Rules{})
	last.Start(&start, engine.NoMove)
	before, sums := &last, new(perspectives)
	sums.start(defaultNetwork, before)
	network := func(n *Node) {
		sums.follow(defaultNetwork, sums, before, n)
		before = n
		defaultNetwork.value(sums, &n.features, n.position.Side(), true)
	}
	var anew perspectives
	return []evaluationPath{
		{"network", network, func(n *Node) {
			anew.start(defaultNetwork, n)
			defaultNetwork.value(&anew, &n.features, n.position.Side(), true)
		}},
		{"counted", of(func(p *engine.Position) {
			f.count(p, nil)
			phases.sum(&f, p.Side())
		}), func(n *Node) { room(n); reach(n); gaps(n) }},
		{"room", both(func(p *engine.Position, side engine.Side) { f.countRoom(p, side) }), room},
		{"influence", of(func(p *engine.Position) {
			_, _ = influence(p.Buildings(engine.Light), p.Buildings(engine.Dark), p.Empty())
		}), reach},
		{"pockets", both(func(p *engine.Position, side engine.Side) {
			_, _ = pockets(p.Buildings(side), p.Buildings(side).Grow(), p.Buildings(side.Opponent()))
		}), gaps},
		{"sum", func(n *Node) { phases.sum(&n.features, n.position.Side()) }, of(func(p *engine.Position) { Explain(p) })},
	}
}
