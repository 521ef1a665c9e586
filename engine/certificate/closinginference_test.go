package certificate

import (
	"slices"

	"cathedral/engine"
	"cathedral/engine/enginetest"
)

// tryClosings looks for the best bound that any closings give.
func (i *inferences) tryClosings(tree *twinTree, n *twinNode) {
	waited, winner := tree.waited(n), n.side().Opponent()
	if waited == nil || !waited.places() {
		return
	}
	own := i.pack(n, winner)
	count := 1 + i.random.IntN(4)
	w := new(writer).number(count)
	for range count {
		m := waited.moves[i.random.IntN(len(waited.moves))]
		packing := slices.DeleteFunc(slices.Clone(own), func(o engine.Move) bool {
			return o.Building() == m.Building() || o.Squares().Intersects(m.Squares())
		})
		w.bytes(byte(1 + len(packing))).move(m).moves(packing)
	}
	least := -engine.SideSquares - 1
	for ; ; least++ {
		i.begin(n, winner, least+1, w.text)
		if _, err := i.checker.closings(0, 0); err != nil {
			break
		}
	}
	switch {
	case least < -engine.SideSquares:
		return
	case least > n.margins[winner]:
		i.t.Fatalf("%s %s: the bound %d of %s by closings is accepted, but the margin is %d", n.position.Rules(), n.position, least, winner, n.margins[winner])
	case least == n.margins[winner]:
		i.counts["closings that give the margin"]++
	}
	i.counts["closings"]++
}

// tryWithout leaves out a building of a side that does better with it, so that any proof without it would be wrong.
func (i *inferences) tryWithout(n *twinNode) {
	winner := engine.Side(i.random.IntN(2))
	loser := winner.Opponent()
	pieces := slices.Collect(n.position.Pieces(loser))
	if len(pieces) == 0 {
		return
	}
	m := pieces[i.random.IntN(len(pieces))]
	if i.random.IntN(2) == 0 {
		m = m.Sparing()
	}
	v := n.position
	if !v.LeaveOut(loser, m) || !settled(&n.position) || !settled(&v) {
		return
	}
	tree := &twinTree{map[enginetest.TwinKey]*twinNode{}, nil, mostWithout}
	less := tree.at(enginetest.NaiveGame(i.t, &v), v)
	if less == nil {
		return
	}
	least := less.margins[winner]
	w := &proofWriter{wrong: -1}
	w.number(1).move(m)
	w.write(i.newArguer(tree, winner, least).argue(less))
	i.begin(n, winner, least, w.text)
	_, err := i.checker.without(0, 0)
	switch wrong := least > n.margins[winner]; {
	case err == nil && wrong:
		i.t.Fatalf("%s %s: %s is left out, so that %s wins %d, but it wins %d", n.position.Rules(), n.position, m.Plain(), winner, least, n.margins[winner])
	case err == nil:
		i.counts["left out in vain"]++
	case wrong:
		i.counts["left out"]++
	}
}
