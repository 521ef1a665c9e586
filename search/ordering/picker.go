package ordering

import (
	"slices"

	"cathedral/engine"
	"cathedral/search/evaluation"
	"cathedral/search/strength"
)

// All is a limit larger than the number of moves of any position.
const All = 1 << 30

// Picker hands out the moves of a node, most promising first: the move from the
// transposition table, then the others by rank. It lists the others only if the
// first move does not suffice. A picker may be used again, and allocates nothing
// once its list has grown.
type Picker struct {
	ranker *Ranker
	node   *evaluation.Node
	// Unlimited lets Next continue beyond the limit. It may change from move to move.
	// Begin sets it to true.
	Unlimited bool
	// Consult lets the policy rank the moves, at plies where the ranker consults it. Begin sets it to
	// false.
	Consult bool

	first   engine.Move // handed out before the moves are listed, NoMove if there is none
	limit   int
	listed  bool
	ordered bool // the list is already in the order in which it is handed out
	moves   []Ranked
	next    int  // index of the next move
	index   int  // of the last move
	again   bool // the last move had been deferred before
	waiting []deferred
	tried   []Ranked // scratch space of Tried
}

// Ranked is a move with its rank; higher ranks come first.
type Ranked struct {
	move engine.Move
	rank int32
}

// deferred is a deferred move with its index.
type deferred struct {
	move  engine.Move
	index int
}

// Begin starts with the moves of node. If known is legal, it comes first; if not,
// and killersFirst is set, a legal killer does. The others follow, up to limit moves
// in all unless Unlimited is set.
func (k *Picker) Begin(ranker *Ranker, node *evaluation.Node, known engine.Move, killersFirst bool, limit int) {
	k.reset(limit)
	k.ranker, k.node = ranker, node
	k.first = ranker.history.first(node, known, killersFirst)
	if k.first != engine.NoMove && !ranker.attention.Notices(node, k.first) {
		k.first = engine.NoMove
	}
	k.listed, k.ordered = false, false
}

// BeginWith starts with the given moves, which are handed out in their order.
func (k *Picker) BeginWith(moves []engine.Move) {
	k.reset(All)
	k.first, k.listed, k.ordered = engine.NoMove, true, true
	for _, m := range moves {
		k.moves = append(k.moves, Ranked{move: m})
	}
}

func (k *Picker) reset(limit int) {
	k.limit, k.next, k.Unlimited, k.Consult = limit, 0, true, false
	k.moves, k.waiting = k.moves[:0], k.waiting[:0]
}

// Next returns the next move, or NoMove after the last one. Deferred moves come
// after all others.
func (k *Picker) Next() engine.Move {
	if k.next < k.limit || k.Unlimited {
		if m := k.pick(k.next); m != engine.NoMove {
			k.index, k.again = k.next, false
			k.next++
			return m
		}
	}
	if len(k.waiting) == 0 {
		return engine.NoMove
	}
	first := k.waiting[0]
	k.waiting = k.waiting[:copy(k.waiting, k.waiting[1:])]
	k.index, k.again = first.index, true
	return first.move
}

// Index returns the number of moves handed out before the last one. A deferred move
// keeps the index that it had at first.
func (k *Picker) Index() int { return k.index }

// Done returns the number of moves handed out before the last one and before all that are still
// deferred.
func (k *Picker) Done() int {
	if len(k.waiting) > 0 {
		return min(k.index, k.waiting[0].index)
	}
	return k.index
}

// Defer puts m, the move that Next has just returned, behind all others, and reports
// whether it did. It does not defer the first move, nor a move for the second time.
func (k *Picker) Defer(m engine.Move) bool {
	if k.index == 0 || k.again {
		return false
	}
	k.waiting = append(k.waiting, deferred{m, k.index})
	return true
}

// Tried returns the moves handed out before the last one, except those that are
// still deferred. They are valid until the next call of Next or Begin.
func (k *Picker) Tried() []Ranked {
	handed := k.next // the last one is among them
	if !k.again {
		handed--
	}
	tried := k.moves[:max(0, min(handed, len(k.moves)))]
	if len(k.waiting) == 0 {
		return tried
	}
	k.tried = k.tried[:0]
	for _, ranked := range tried {
		if !slices.ContainsFunc(k.waiting, func(d deferred) bool { return d.move == ranked.move }) {
			k.tried = append(k.tried, ranked)
		}
	}
	return k.tried
}

// list lists the moves, unless that is done.
func (k *Picker) list() {
	if !k.listed {
		k.listed = true
		k.moves = k.ranker.append(k.moves, k.node, k.limit, k.Consult)
		k.moves = strength.Noticed(k.ranker.attention, k.node, k.moves, func(ranked Ranked) engine.Move { return ranked.move })
		if k.first != engine.NoMove && len(k.moves) > 0 {
			k.moves = putFirst(k.moves, k.first)
		}
	}
}

// Drop leaves out those of the moves still to come that unwanted reports. The indexes of the
// others change, unless nothing is dropped.
func (k *Picker) Drop(unwanted func(engine.Move) bool) {
	k.list()
	rest := slices.DeleteFunc(k.moves[k.next:], func(ranked Ranked) bool { return unwanted(ranked.move) })
	k.moves = k.moves[:k.next+len(rest)]
}

// selectAfter is the number of moves that are picked from the whole list one by one.
// They usually suffice; for later ones, the moves up to the limit are first set
// apart.
const selectAfter = 3

// pick returns the i-th move, or NoMove after the last one. It sets the moves up to
// the limit apart from the rest, because later moves are rarely asked for.
func (k *Picker) pick(i int) engine.Move {
	if i == 0 && k.first != engine.NoMove {
		return k.first
	}
	k.list()
	if i >= len(k.moves) {
		return engine.NoMove
	}
	if !k.ordered {
		candidates := k.moves
		if i >= selectAfter && i < min(k.limit, len(candidates)) {
			if i == selectAfter {
				selectTop(candidates[i:], k.limit-i)
			}
			candidates = candidates[:min(k.limit, len(candidates))]
		}
		best(candidates, i)
	}
	return k.moves[i].move
}

// first returns the move of n that comes before the moves are listed: known if it is
// legal, else a legal killer if killers is set, else NoMove.
func (h *History) first(n *evaluation.Node, known engine.Move, killers bool) engine.Move {
	p := n.Position()
	if known != engine.NoMove && p.IsLegal(known) {
		return known
	}
	if killers {
		for _, m := range h.killers[n.Ply()] {
			if m != engine.NoMove && p.IsLegal(m) {
				return m
			}
		}
	}
	return engine.NoMove
}

// putFirst makes m the first of moves, which must not be empty, and returns the
// list. If the list has left m out, it is added.
func putFirst(moves []Ranked, m engine.Move) []Ranked {
	at := slices.IndexFunc(moves, func(ranked Ranked) bool { return ranked.move == m })
	if at < 0 {
		at = len(moves)
		moves = append(moves, Ranked{move: m})
	}
	moves[0], moves[at] = moves[at], moves[0]
	return moves
}

// best puts the highest ranked of the moves from index i on at index i. Among equal
// ranks it takes the first.
func best(moves []Ranked, i int) {
	top := i
	for j := i + 1; j < len(moves); j++ {
		if moves[j].rank > moves[top].rank {
			top = j
		}
	}
	moves[i], moves[top] = moves[top], moves[i]
}

// pivotFor returns a rank near the count-th highest of moves. In long lists it comes from a sample
// (Floyd and Rivest, Expected Time Bounds for Selection, 1975).
func pivotFor(moves []Ranked, count int) int32 {
	const size = 16
	if len(moves) < 4*size {
		return moves[len(moves)/2].rank
	}
	var sample [size]int32
	for i := range sample {
		sample[i] = moves[i*len(moves)/size].rank
	}
	slices.Sort(sample[:])
	return sample[size-1-min(count*size/len(moves)+1, size-1)]
}

// selectTop moves the count highest ranked moves to the front, in no particular
// order, so that the rest need not be searched again. It is Hoare's quickselect
// (Algorithm 65: find, 1961).
func selectTop(moves []Ranked, count int) {
	for count > 0 && count < len(moves) {
		pivot := pivotFor(moves, count)
		i, j := 0, len(moves)-1
		for i <= j {
			for moves[i].rank > pivot {
				i++
			}
			for moves[j].rank < pivot {
				j--
			}
			if i <= j {
				moves[i], moves[j] = moves[j], moves[i]
				i++
				j--
			}
		}
		switch {
		case count <= j:
			moves = moves[:j+1]
		case count >= i:
			moves, count = moves[i:], count-i
		default:
			return
		}
	}
}
