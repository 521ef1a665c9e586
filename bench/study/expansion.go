package study

import (
	"cmp"
	"math"

	"cathedral/engine"
	"cathedral/search/book"
)

// lossWeight is the number of plies that a path costs for each square lost on it. With a
// higher weight the tree is deeper and narrower.
const lossWeight = 5

// expansion is a position to be analysed, without some of its moves.
type expansion struct {
	position engine.Position // canonical
	without  []engine.Move
}

// step returns the cost of a path's move with a value, in hundredths of a square, from n.
func (n *node) step(centi float64) float64 {
	best := n.lines[n.best].value.Centi
	return 1 + lossWeight*max(0, best-centi)/100
}

// findPath computes the cheapest path from a node to a drop-out.
func (t *Tree) findPath(n *node) {
	n.path, n.toward = math.Inf(1), widening
	if n.low == n.high || len(n.lines) == 0 {
		return
	}
	whole := true // all lines are expanded
	for i := range n.lines {
		l := &n.lines[i]
		whole = whole && l.node != nil
		if cost := n.step(l.value.Centi) + t.pathAfter(l); cost < n.path {
			n.path, n.toward = cost, i
		}
	}
	if !whole || n.Rest == 0 || t.underway[n.key] {
		return
	}
	if cost := n.step(t.searched(n.Lines[len(n.Lines)-1].Centi, &n.Position).Centi); cost < n.path {
		n.path, n.toward = cost, widening
	}
}

// pathAfter returns the cost of the cheapest path that begins with a line, after the line.
func (t *Tree) pathAfter(l *line) float64 {
	switch {
	case l.node != nil:
		return l.node.path
	case t.underway[l.after]:
		return math.Inf(1)
	}
	return 0
}

// anyPlacement stands for all placements of the Cathedral.
const anyPlacement = -1

// next returns the drop-out with the cheapest path of those with a placement of the
// Cathedral, and marks it as under way. It returns false if there is none.
func (t *Tree) next(placement int) (expansion, bool) {
	n := t.root()
	if n == nil {
		start := engine.Start(t.Rules)
		first, _ := book.Canonical(&start)
		if t.underway[first.Key()] {
			return expansion{}, false
		}
		return t.begin(first, nil), true
	}
	for {
		cost, toward := n.path, n.toward
		if placement != anyPlacement && n.Position.CathedralPending() {
			cost, toward = t.pathWith(n, placement)
		}
		switch {
		case math.IsInf(cost, 1):
			return expansion{}, false
		case toward == widening:
			return t.widen(n), true
		case n.lines[toward].node == nil:
			return t.begin(canonicalAfter(&n.Position, n.lines[toward].Move), nil), true
		}
		n = n.lines[toward].node
	}
}

// pathWith returns the cost of the cheapest path, with a placement of the Cathedral, from a
// node in which it does not stand, and the line to go by.
func (t *Tree) pathWith(n *node, placement int) (cost float64, toward int) {
	cost, toward = math.Inf(1), widening
	places := n.Position.PlacesCathedral()
	best := math.Inf(-1)
	for i := range n.lines {
		if !places || t.placed[n.lines[i].Move] == placement {
			best = max(best, n.lines[i].value.Centi)
		}
	}
	for i := range n.lines {
		l := &n.lines[i]
		if places && t.placed[l.Move] != placement {
			continue
		}
		rest := t.pathAfter(l)
		if l.node != nil && l.node.Position.CathedralPending() {
			rest, _ = t.pathWith(l.node, placement)
		}
		if through := 1 + lossWeight*(best-l.value.Centi)/100 + rest; through < cost {
			cost, toward = through, i
		}
	}
	return cost, toward
}

// lastPlayedPly is the last ply of positions that are expanded because games passed them.
const lastPlayedPly = 6

// nextPlayed returns the position that most games passed of those that are not in the tree,
// and marks it as under way. It returns false if none was passed by the given number.
func (t *Tree) nextPlayed(games int) (expansion, bool) {
	var most *played
	for key, passed := range t.games {
		p := &passed.position
		if passed.Games() < games || t.nodes[key] != nil || t.underway[key] || p.Ply() > lastPlayedPly || p.Over() {
			continue
		}
		if most == nil || cmp.Or(passed.Games()-most.Games(), most.position.Ply()-p.Ply(), cmp.Compare(key, most.position.Key())) > 0 {
			most = passed
		}
	}
	if most == nil {
		return expansion{}, false
	}
	return t.begin(most.position, nil), true
}

// widen begins an expansion of a node without the moves that have lines.
func (t *Tree) widen(n *node) expansion {
	without := make([]engine.Move, len(n.Lines))
	for i := range n.Lines {
		without[i] = n.Lines[i].Move
	}
	return t.begin(n.Position, without)
}

// begin marks an expansion as under way.
func (t *Tree) begin(position engine.Position, without []engine.Move) expansion {
	t.underway[position.Key()] = true
	if number, stands := t.placed[position.CathedralPiece()]; stands && without == nil {
		t.positions[number]++ // insert takes its place
	}
	t.update(position.Key())
	return expansion{position, without}
}

// end marks an expansion as no longer under way, without changing values.
func (t *Tree) end(e *expansion) {
	delete(t.underway, e.position.Key())
	if number, stands := t.placed[e.position.CathedralPiece()]; stands && e.without == nil {
		t.positions[number]--
	}
}
