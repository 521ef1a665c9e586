package strength

import (
	"math"
	"math/rand/v2"

	"cathedral/engine"
	"cathedral/search/evaluation"
)

// Attention decides which moves a player of a level notices in one search, and which
// of about equal ones it likes. Luck decides, and depends on nothing but the seed, the
// position on the board and the move. So a move overlooked once is overlooked wherever it
// is as hard to see, and a threat can be missed altogether. A nil
// Attention notices all moves. It keeps scratch memory for one thread.
type Attention struct {
	level  Level
	seed   uint64
	recent engine.Bitboard // the last two buildings on the board

	// Of the node that is looked at:
	share   float64                   // the chance to notice a move that is as easy to see as can be
	reach   [farthest]engine.Bitboard // by number of steps: squares that near to the last buildings
	walls   engine.Bitboard           // squares beside the walls of the side to move, or along the edge
	largest int                       // squares of the largest building that it can place
}

// How hard moves are to see. Not measured one by one: bench/rating/LEVELS.md has the
// strength of the levels that come of them.
const (
	// farthest is the number of steps, and stepSight what each leaves of the chance to
	// notice a move. A step is a king's move over squares that are not built on, from
	// the last two buildings: what lies behind a corner is farther than it looks.
	farthest  = 6
	stepSight = 0.75
	// smallSight is what each square that a building is smaller than the largest in
	// hand leaves, and aloneSight what a place apart from one's walls and the edge does.
	smallSight = 0.4
	aloneSight = 0.5
	// ownSight is what each ply of one's own plans leaves, and enemySight what each ply
	// of the opponent's does.
	ownSight   = 0.8
	enemySight = 0.5
	// zone is the width in squares of the blind spots: moves of a zone are noticed or
	// overlooked together more often than others.
	zone = 3
)

// Attend returns the attention of a player of the level to a position, for one search.
// before are the moves that led there, none if they are not known.
func (l Level) Attend(p *engine.Position, before []engine.Move, seed uint64) *Attention {
	if l.IsFull() {
		return nil
	}
	a := &Attention{level: l, seed: rand.NewPCG(seed, p.Key()).Uint64()}
	for _, m := range before[max(0, len(before)-2):] {
		a.recent = a.recent.Or(m.Squares())
	}
	return a
}

// Depth returns the number of plies to search.
func (a *Attention) Depth() int {
	whole, more := math.Modf(a.level.Depth)
	if a.luck(depthLuck) < more {
		whole++
	}
	return max(1, int(whole))
}

// Proves reports whether the search may prove how the game ends. At full strength it
// may.
func (a *Attention) Proves() bool { return a == nil || a.luck(proofLuck) < a.level.Proofs }

// Salt returns a number that keeps values found by this search apart in the
// transposition table, 0 if nothing is overlooked.
func (a *Attention) Salt() uint64 {
	if a.seesAll() {
		return 0
	}
	return a.seed
}

// Whim returns how much more than its value the player likes m, a move of the position on
// the board, in hundredths of a square. Adding a number of Gumbel's distribution to
// each value and taking the best picks from a softmax (Gumbel, Statistical Theory of
// Extreme Values, 1954).
func (a *Attention) Whim(m engine.Move) int32 {
	if a == nil || a.level.Whim == 0 {
		return 0
	}
	gumbel := -math.Log(-math.Log(a.luck(whimLuck ^ uint64(m))))
	return int32(100 * a.level.Whim * gumbel)
}

// Noticed returns the entries of a list whose moves the player notices at a node, in
// the memory of the list. If it notices none, it returns the one that is easiest to
// see.
func Noticed[T any](a *Attention, n *evaluation.Node, list []T, move func(T) engine.Move) []T {
	if a.seesAll() || len(list) == 0 {
		return list
	}
	a.look(n)
	noticed, best, bestSight := list[:0], list[0], 0.0
	for _, entry := range list {
		sight := a.sight(move(entry))
		if sight > bestSight {
			best, bestSight = entry, sight
		}
		if sight >= 1 {
			noticed = append(noticed, entry)
		}
	}
	if len(noticed) == 0 {
		noticed = append(noticed, best)
	}
	return noticed
}

// Notices reports whether the player notices m at n.
func (a *Attention) Notices(n *evaluation.Node, m engine.Move) bool {
	if a.seesAll() {
		return true
	}
	a.look(n)
	return a.sight(m) >= 1
}

// seesAll reports whether no move is overlooked.
func (a *Attention) seesAll() bool { return a == nil || a.level.Span >= Everything }

// look works out what is the same for all moves of a node.
func (a *Attention) look(n *evaluation.Node) {
	p := n.Position()
	side := p.Side()
	own, enemy := float64(n.Ply()/2), float64((n.Ply()+1)/2)
	span := a.level.Span * math.Pow(ownSight, own) * math.Pow(enemySight, enemy)
	a.share = span / float64(p.CountMoves())
	passable := p.Empty()
	near := a.recent.Or(n.Last().Squares())
	for i := range a.reach {
		near = near.Or(near.Grow().And(passable))
		a.reach[i] = near
	}
	a.walls = p.Buildings(side).GrowOrthogonally().Or(engine.AllSquares().AndNot(engine.InnerSquares(1)))
	a.largest = 0
	for b := range p.Hand(side).LargestFirst() {
		a.largest = b.Size()
		break
	}
}

// sight returns how easy a move of the node is to see: it is noticed from 1 on.
func (a *Attention) sight(m engine.Move) float64 {
	if !m.IsPlacement() {
		return 1
	}
	squares := m.Squares()
	chance := a.share
	if !a.reach[0].IsEmpty() {
		for i := 0; i < farthest && !squares.Intersects(a.reach[i]); i++ {
			chance *= stepSight
		}
	}
	for range a.largest - squares.Count() {
		chance *= smallSight
	}
	if !squares.Intersects(a.walls) {
		chance *= aloneSight
	}
	return chance / a.luckOf(m)
}

// luckOf returns the luck of a move, evenly distributed from 0 to 1: the larger of two
// numbers, squared, of which one belongs to its zone of the board.
func (a *Attention) luckOf(m engine.Move) float64 {
	first := m.Squares().First()
	row := (first.Row() + int(a.seed%zone)) / zone
	column := (first.Column() + int(a.seed/zone%zone)) / zone
	luck := max(a.luck(uint64(m.Plain())), a.luck(zoneLuck^uint64(row*engine.Columns+column)))
	return luck * luck
}

// What luck is drawn for, besides moves.
const (
	depthLuck = 1 << (32 + iota)
	proofLuck
	whimLuck
	zoneLuck
)

// luck returns a number between 0 and 1, without either, that the seed and what it is
// drawn for determine.
func (a *Attention) luck(of uint64) float64 {
	return (float64(rand.NewPCG(a.seed, of).Uint64()>>11) + 0.5) / (1 << 53)
}
