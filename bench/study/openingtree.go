package study

import (
	"cmp"
	"maps"
	"slices"

	"cathedral/bench/proofs"
	"cathedral/bench/rating"
	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/record"
	"cathedral/search/book"
)

// Tree is a graph of positions of the opening, with what searches and games say of them.
// The package comment describes how it values them and how it grows. Several goroutines may
// read it, if none gives it games.
type Tree struct {
	Settings
	nodes     map[uint64]*node    // by canonical key
	referrers map[uint64][]*node  // those with a line to a position, by its canonical key
	games     map[uint64]*played  // by the canonical key of a position
	bias      searchBias          // of the games
	underway  map[uint64]bool     // the positions that are being analysed, by canonical key
	placed    map[engine.Move]int // the numbers of placements of the Cathedral
	positions []int               // with the Cathedral on the board, by the number of its placement
}

// node is a position of a tree.
type node struct {
	analysis
	key    uint64
	lines  []line // those of the analysis
	value  estimate
	best   int            // the line of the value
	low    proofs.Verdict // the result is proven to be between low and high
	high   proofs.Verdict
	path   float64 // the cost of the cheapest path to a drop-out
	toward int     // the line to go by, or widening
}

// widening stands for the moves without a line.
const widening = -1

// line is a move of a node.
type line struct {
	searchedMove
	after uint64 // the canonical key of the position after it
	node  *node  // nil: a drop-out
	value estimate
}

// played is a position that games passed, with their results for Light.
type played struct {
	rating.CountWithMargin
	position engine.Position // canonical
}

// newTree returns an empty tree.
func newTree(settings Settings) *Tree {
	t := &Tree{
		Settings: settings, nodes: map[uint64]*node{}, referrers: map[uint64][]*node{},
		games: map[uint64]*played{}, underway: map[uint64]bool{}, placed: placementNumbers(),
	}
	t.positions = make([]int, len(engine.CathedralPlacements()))
	return t
}

// placementNumbers returns the numbers of all placements of the Cathedral, from 0. Rotations
// have the same.
func placementNumbers() map[engine.Move]int {
	numbers := map[engine.Move]int{}
	for number, placement := range engine.CathedralPlacements() {
		for quarters := range 4 {
			numbers[placement.Rotate(quarters)] = number
		}
	}
	return numbers
}

// Len returns the number of positions.
func (t *Tree) Len() int { return len(t.nodes) }

// at returns the node of a position, or nil, and the clockwise quarter turns that lead from
// the position to it.
func (t *Tree) at(p *engine.Position) (*node, int) {
	canonical, quarters := book.Canonical(p)
	return t.nodes[canonical.Key()], quarters
}

// root returns the node of the beginning of the game, or nil.
func (t *Tree) root() *node {
	start := engine.Start(t.Rules)
	n, _ := t.at(&start)
	return n
}

// insert adds an analysis, or replaces one that it supersedes, without changing values.
// It returns the node.
func (t *Tree) insert(a analysis) *node {
	key := a.Position.Key()
	n := t.nodes[key]
	switch {
	case n == nil:
		n = &node{key: key}
		t.nodes[key] = n
		if number, stands := t.placed[a.Position.CathedralPiece()]; stands {
			t.positions[number]++
		}
		for _, referrer := range t.referrers[key] {
			referrer.link(n)
		}
	case !a.supersedes(&n.analysis, &t.Settings):
		return n
	}
	n.analysis = a
	known := map[uint64]bool{}
	for i := range n.lines {
		known[n.lines[i].after] = true
	}
	n.lines = n.lines[:0]
	for _, l := range a.Lines {
		position := canonicalAfter(&a.Position, l.Move)
		after := position.Key()
		n.lines = append(n.lines, line{searchedMove: l, after: after, node: t.nodes[after]})
		if !known[after] {
			known[after] = true
			t.referrers[after] = append(t.referrers[after], n)
		}
	}
	return n
}

// link makes a node the one of the lines that lead to it.
func (n *node) link(to *node) {
	for i := range n.lines {
		if n.lines[i].after == to.key {
			n.lines[i].node = to
		}
	}
}

// add adds an analysis and brings all values up to date.
func (t *Tree) add(a analysis) {
	t.update(t.insert(a).key)
}

// update brings a position's node up to date, if it has one, and all before it.
func (t *Tree) update(key uint64) {
	changed := map[*node]bool{}
	mark := func(key uint64) {
		for _, referrer := range t.referrers[key] {
			changed[referrer] = true
		}
	}
	if n := t.nodes[key]; n != nil {
		changed[n] = true
	}
	mark(key)
	for len(changed) > 0 {
		last := slices.MaxFunc(slices.Collect(maps.Keys(changed)), func(a, b *node) int { return a.Position.Ply() - b.Position.Ply() })
		delete(changed, last)
		t.evaluate(last)
		mark(last.key)
	}
}

// valueAll brings all nodes up to date.
func (t *Tree) valueAll() {
	for _, n := range slices.Backward(t.sorted()) {
		t.evaluate(n)
	}
}

// sorted returns the nodes, those of earlier plies first.
func (t *Tree) sorted() []*node {
	return slices.SortedFunc(maps.Values(t.nodes), func(a, b *node) int {
		return cmp.Or(a.Position.Ply()-b.Position.Ply(), cmp.Compare(a.key, b.key))
	})
}

// mostGamePlies is the number of plies of a game whose positions are kept.
const mostGamePlies = 20

// AddGames adds finished games, which have the tree's rules, to the results of the
// positions that they passed. Only the first of games that are the same up to newGamePly
// counts. Fair games and those of a level do not count (selfplay.IsOrdinary).
func (t *Tree) AddGames(games []*record.Game) {
	for _, game := range games {
		t.count(game)
	}
	t.valueAll()
}

// newGamePly is the ply at which a game must have left all others to count. The ends of games
// that have not differ little, and the luck of one of them would count as often as its
// opening is played.
const newGamePly = 8

// openingKey returns the canonical key of the position of a game by which it is told from
// others: that at newGamePly, or the last one of a shorter game.
func openingKey(positions []engine.Position) uint64 {
	canonical, _ := book.Canonical(&positions[min(newGamePly, len(positions)-1)])
	return canonical.Key()
}

// count adds a game as AddGames does, without changing values.
func (t *Tree) count(game *record.Game) {
	positions := game.Positions()
	last := positions[len(positions)-1]
	if !last.Over() || game.Rules != t.Rules || !selfplay.IsOrdinary(game) {
		return
	}
	if len(positions) > newGamePly && t.games[openingKey(positions)] != nil {
		return
	}
	margin := last.Margin(engine.Light)
	t.bias.add(game, positions, margin)
	for i := range positions[:min(len(positions), mostGamePlies)] {
		canonical, _ := book.Canonical(&positions[i])
		key := canonical.Key()
		passed := t.games[key]
		if passed == nil {
			passed = &played{position: canonical}
			t.games[key] = passed
		}
		passed.Add(margin)
	}
}
