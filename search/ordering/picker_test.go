package ordering

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search/evaluation"
)

// picked returns all moves that a picker hands out.
func picked(k *Picker) []engine.Move {
	var moves []engine.Move
	for m := k.Next(); m != engine.NoMove; m = k.Next() {
		moves = append(moves, m)
	}
	return moves
}

// TestEachMoveIsPickedOnce picks all moves of random positions. Any legal move may
// be the known one, even one that the list leaves out.
func TestEachMoveIsPickedOnce(t *testing.T) {
	random := rand.New(rand.NewPCG(40, 1))
	ranker := NewRanker(NewHistory(), func(int) {})
	var node evaluation.Node
	var picker Picker
	leftOut := 0
	enginetest.Walk(random, 36, func(_, p *engine.Position, last engine.Move) {
		legal := p.Moves(nil)
		if p.PlacesCathedral() || !p.CanPlace(p.Side()) {
			return
		}
		node.Start(p, last)
		limit := 1 + random.IntN(40)
		listed := map[engine.Move]bool{}
		for _, ranked := range ranker.append(nil, &node, limit, true) {
			listed[ranked.move] = true
		}
		first := legal[random.IntN(len(legal))]
		if !listed[first] {
			leftOut++
			listed[first] = true
		}
		picker.Begin(ranker, &node, first, false, limit)
		for m := picker.Next(); m != engine.NoMove; m = picker.Next() {
			if !listed[m] || picker.Index() == 0 && m != first {
				t.Fatalf("%s: pick %d is %s", p.String(), picker.Index(), m)
			}
			delete(listed, m)
		}
		if len(listed) > 0 {
			t.Fatalf("%s: %d moves are never picked", p.String(), len(listed))
		}
	})
	if leftOut < 20 {
		t.Errorf("only %d first moves were not on the list", leftOut)
	}
}

func TestMovesArePickedByRankUpToTheLimit(t *testing.T) {
	random := rand.New(rand.NewPCG(40, 2))
	ranker := NewRanker(NewHistory(), func(int) {})
	var node evaluation.Node
	var picker Picker
	enginetest.Walk(random, 24, func(_, p *engine.Position, last engine.Move) {
		if p.Over() {
			return
		}
		node.Start(p, last)
		limit := 1 + random.IntN(40)
		picker.Begin(ranker, &node, engine.NoMove, false, limit)
		picker.Unlimited = false
		got := picked(&picker)
		var ranks []int32
		rankOf := map[engine.Move]int32{}
		for _, ranked := range ranker.append(nil, &node, limit, true) {
			ranks = append(ranks, ranked.rank)
			rankOf[ranked.move] = ranked.rank
		}
		slices.SortFunc(ranks, func(a, b int32) int { return int(b) - int(a) })
		if len(got) != min(limit, len(ranks)) {
			t.Fatalf("%s: %d moves of %d up to the limit %d", p.String(), len(got), len(ranks), limit)
		}
		for i, m := range got {
			if rankOf[m] != ranks[i] {
				t.Fatalf("%s: move %d is %s with the rank %d, want %d", p.String(), i, m, rankOf[m], ranks[i])
			}
		}
	})
}

// crowded returns a node with many moves, and the moves in the order of their ranks.
func crowded(ranker *Ranker) (*evaluation.Node, []engine.Move) {
	p := enginetest.RandomPosition(rand.New(rand.NewPCG(40, 3)), engine.Rules{}, 4)
	node := new(evaluation.Node)
	node.Start(&p, engine.NoMove)
	return node, ranker.Sorted(node)
}

func TestThePickerGoesOnAfterTheLimitWhileItIsUnlimited(t *testing.T) {
	ranker := NewRanker(NewHistory(), func(int) {})
	node, _ := crowded(ranker)
	var picker Picker
	picker.Begin(ranker, node, engine.NoMove, false, 5)
	for range 9 {
		if picker.Next() == engine.NoMove {
			t.Fatal("the moves end at the limit")
		}
	}
	picker.Unlimited = false
	if m := picker.Next(); m != engine.NoMove {
		t.Errorf("%s comes beyond the limit", m)
	}
}

func TestAnIllegalKnownMoveMakesWayForAKiller(t *testing.T) {
	history := NewHistory()
	ranker := NewRanker(history, func(int) {})
	node, moves := crowded(ranker)
	killer, known, illegal := moves[17], moves[29], engine.Pass
	history.Remember(node, 1, nil, killer)
	var picker Picker
	for _, test := range []struct {
		known   engine.Move
		killers bool
		want    engine.Move
	}{
		{known, true, known}, {known, false, known}, {illegal, true, killer}, {engine.NoMove, true, killer},
		{illegal, false, ranker.Sorted(node)[0]}, {engine.NoMove, false, ranker.Sorted(node)[0]},
	} {
		picker.Begin(ranker, node, test.known, test.killers, All)
		if got := picker.Next(); got != test.want {
			t.Errorf("known %s, killers %t: %s comes first, want %s", test.known, test.killers, got, test.want)
		}
	}
	history.Age()
	picker.Begin(ranker, node, illegal, true, All)
	if got := picker.Next(); got == killer {
		t.Error("a killer of the previous search comes first")
	}
}

// TestMovesAreListedWhenTheFirstDoesNotSuffice measures the effort spent on the list.
func TestMovesAreListedWhenTheFirstDoesNotSuffice(t *testing.T) {
	effort := 0
	ranker := NewRanker(NewHistory(), func(spent int) { effort += spent })
	node, moves := crowded(ranker)
	effort = 0
	var picker Picker
	picker.Begin(ranker, node, moves[3], false, All)
	if picker.Next(); effort != 0 || len(picker.Tried()) != 0 {
		t.Errorf("the known move took an effort of %d", effort)
	}
	if picker.Next(); effort != len(moves)/movesOfNode {
		t.Errorf("an effort of %d for a list of %d moves", effort, len(moves))
	}
	if tried := picker.Tried(); len(tried) != 1 || tried[0].move != moves[3] {
		t.Errorf("tried %v before the second move, want %s", tried, moves[3])
	}
}

// TestDroppedMovesAreNotPicked drops every other move after some have been picked.
func TestDroppedMovesAreNotPicked(t *testing.T) {
	ranker := NewRanker(NewHistory(), func(int) {})
	node, moves := crowded(ranker)
	var picker Picker
	for _, before := range []int{0, 1, 4} {
		picker.Begin(ranker, node, engine.NoMove, false, All)
		want := slices.Clone(moves[:before])
		for _, m := range want {
			if got := picker.Next(); got != m {
				t.Fatalf("%s is picked, want %s", got, m)
			}
		}
		dropped := map[engine.Move]bool{}
		for i, m := range moves {
			if i%2 == 0 {
				dropped[m] = true
			} else if i >= before {
				want = append(want, m)
			}
		}
		picker.Drop(func(m engine.Move) bool { return dropped[m] })
		rest := picked(&picker)
		if got := append(slices.Clone(moves[:before]), rest...); len(got) != len(want) || slices.ContainsFunc(rest, func(m engine.Move) bool { return dropped[m] }) {
			t.Errorf("after %d picks: %d moves, want %d without those dropped", before, len(got), len(want))
		}
	}
}

func TestDeferredMovesComeLast(t *testing.T) {
	ranker := NewRanker(NewHistory(), func(int) {})
	node, moves := crowded(ranker)
	begin := func(k *Picker) { k.Begin(ranker, node, engine.NoMove, false, All) }
	beginWith := func(k *Picker) { k.BeginWith(moves) }
	for name, begin := range map[string]func(*Picker){"a node": begin, "a list": beginWith} {
		var picker Picker
		begin(&picker)
		order := picked(&picker)
		begin(&picker)
		var got []engine.Move
		var indexes []int
		for m := picker.Next(); m != engine.NoMove; m = picker.Next() {
			if i := picker.Index(); i%3 == 0 && picker.Defer(m) {
				if picker.Done() != 3 {
					t.Errorf("%s: %d moves are done before the first deferred one, want 3", name, picker.Done())
				}
				continue
			}
			got, indexes = append(got, m), append(indexes, picker.Index())
		}
		var want []int
		for i := range order {
			if i == 0 || i%3 != 0 {
				want = append(want, i)
			}
		}
		for i := 3; i < len(order); i += 3 {
			want = append(want, i)
		}
		if !slices.Equal(indexes, want) {
			t.Errorf("%s: the indexes are %v, want %v", name, indexes, want)
		}
		for i, index := range want {
			if got[i] != order[index] {
				t.Errorf("%s: move %d is %s, want %s", name, i, got[i], order[index])
			}
		}
	}
}

func TestDeferredMovesThatWereNotTriedLoseNoHistory(t *testing.T) {
	history := NewHistory()
	ranker := NewRanker(history, func(int) {})
	node, moves := crowded(ranker)
	var picker Picker
	picker.Begin(ranker, node, engine.NoMove, false, 10)
	picker.Unlimited = false
	var tried, put []engine.Move
	for m := picker.Next(); m != engine.NoMove; m = picker.Next() {
		if i := picker.Index(); (i == 2 || i == 5 || i == 7) && picker.Defer(m) {
			put = append(put, m)
			continue
		}
		var got []engine.Move
		for _, ranked := range picker.Tried() {
			if ranked.move != m { // Remember leaves out the best move
				got = append(got, ranked.move)
			}
		}
		want := slices.Clone(tried)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("before move %d: tried %v, want %v", picker.Index(), got, want)
		}
		if picker.Index() == 9 {
			history.Remember(node, 8, picker.Tried(), m)
		}
		tried = append(tried, m)
	}
	if len(put) != 3 || len(tried) != 10 {
		t.Fatalf("%d moves of %d were deferred, %d tried", len(put), len(moves), len(tried))
	}
	scores := history.scores[node.Position().Side()]
	for _, m := range put {
		if scores[m.Plain()] != 0 {
			t.Errorf("%s was not tried, and its score is %d", m, scores[m.Plain()])
		}
	}
	if scores[tried[0].Plain()] >= 0 {
		t.Error("a move tried in vain loses no score")
	}
}

func TestTheHistoryBringsMovesForward(t *testing.T) {
	history := NewHistory()
	ranker := NewRanker(history, func(int) {})
	node, moves := crowded(ranker)
	late, first := moves[len(moves)/2], moves[0]
	place := func(m engine.Move) int { return slices.Index(ranker.Sorted(node), m) }
	before := place(late)
	var picker Picker
	picker.Begin(ranker, node, engine.NoMove, false, All)
	for picker.Next() != moves[1] { // the first is tried
	}
	for range 100 {
		history.Remember(node, 8, picker.Tried(), late)
	}
	if after := place(late); after >= before {
		t.Errorf("the best move was at %d and is at %d", before, after)
	}
	if score := history.scores[node.Position().Side()][first.Plain()]; score >= 0 || score < -historyLimit {
		t.Errorf("a move tried in vain has the score %d", score)
	}
	score := history.scores[node.Position().Side()][late.Plain()]
	if score <= 0 || score > historyLimit {
		t.Errorf("the best move has the score %d", score)
	}
	history.Age()
	if aged := history.scores[node.Position().Side()][late.Plain()]; aged != score/2 {
		t.Errorf("the score %d became %d", score, aged)
	}
}

func TestThePickerAllocatesNothing(t *testing.T) {
	history := NewHistory()
	ranker := NewRanker(history, func(int) {})
	node, moves := crowded(ranker)
	var picker Picker
	if each := enginetest.Allocations(20, func() {
		picker.Begin(ranker, node, moves[3], true, 30)
		for m := picker.Next(); m != engine.NoMove; m = picker.Next() {
			picker.Defer(m)
		}
		history.Remember(node, 3, picker.Tried(), moves[2])
	}); each != 0 {
		t.Errorf("%v allocations, want none", each)
	}
}
