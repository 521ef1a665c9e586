package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

// newSearcher returns a searcher with a small table.
func newSearcher(t testing.TB) *search.Searcher {
	t.Helper()
	s, err := search.New(16)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// find searches with the default options and without reports.
func find(s *search.Searcher, p *engine.Position, limits search.Limits) search.Result {
	return s.Search(context.Background(), p, limits, search.DefaultOptions(), func(search.Info) {})
}

// readFields returns the columns of each line of a file of facts.
func readFields(t testing.TB, name string) [][]string {
	t.Helper()
	var lines [][]string
	for _, line := range enginetest.Lines(t, name) {
		lines = append(lines, strings.Split(line.Text, " | "))
	}
	return lines
}

func parse(t testing.TB, text string) engine.Position {
	t.Helper()
	p, err := engine.ParsePosition(text, engine.Rules{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkLine fails the test unless the line can be played from p. It returns the
// position at the end of the line.
func checkLine(t testing.TB, p engine.Position, line []engine.Move) engine.Position {
	t.Helper()
	for i, m := range line {
		if err := p.Check(m); err != nil {
			t.Fatalf("move %d of %v: %v in %s", i+1, line, err, p.String())
		}
		p = p.Play(m)
	}
	return p
}

func TestSearchAnswersWithALegalMoveHoweverShortTheLimit(t *testing.T) {
	s := newSearcher(t)
	for _, limits := range []search.Limits{
		{Nodes: 1}, {MoveTime: 1}, {Depth: 1}, {Nodes: 300}, {Clock: &search.Clock{}}, {Clock: &search.Clock{Increment: time.Millisecond}},
	} {
		for _, rules := range enginetest.AllRules() {
			for p := engine.Start(rules); !p.Over(); {
				var last search.Info
				result := s.Search(context.Background(), &p, limits, search.DefaultOptions(), func(info search.Info) { last = info })
				if len(last.PV) == 0 || last.PV[0] != result.Best || last.Depth < 1 {
					t.Fatalf("best move %s after the report %+v", result.Best, last)
				}
				checkLine(t, p, last.PV)
				p = p.Play(result.Best)
			}
		}
	}
}

func TestSearchOfAFinishedGameHasNoMoveAndTheFinalScore(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	p := engine.Start(engine.Rules{})
	for !p.Over() {
		moves := p.Moves(nil)
		p = p.Play(moves[random.IntN(len(moves))])
	}
	result := find(newSearcher(t), &p, search.Limits{Infinite: true})
	want := search.Score{Centi: 100 * p.Margin(p.Side()), Final: true}
	if result.Best != engine.NoMove || result.Info.Score != want || result.Info.Depth != 0 {
		t.Errorf("got %v with %+v, want no move and %+v", result.Best, result.Info, want)
	}
}

func TestSearchEndsAtOnceWhenStopped(t *testing.T) {
	s := newSearcher(t)
	p := engine.Start(engine.Rules{})
	options := search.DefaultOptions()
	options.Threads = 2
	for _, limits := range []search.Limits{{Infinite: true}, {Solve: true}, {PonderHit: make(chan struct{})}} {
		ctx, cancel := context.WithCancel(context.Background())
		result := s.Search(ctx, &p, limits, options, func(info search.Info) {
			if info.Depth >= 1 {
				cancel()
			}
		})
		cancel()
		if !p.IsLegal(result.Best) {
			t.Errorf("%+v: no legal move but %s", limits, result.Best)
		}
	}
}

func TestAnInfiniteSearchWaitsToBeStoppedEvenWhenAllIsProven(t *testing.T) {
	s := newSearcher(t)
	p := parse(t, readFields(t, "endgames.txt")[0][0])
	ctx, cancel := context.WithCancel(context.Background())
	proven, ended := make(chan struct{}), make(chan search.Result, 1)
	go func() {
		told := false
		ended <- s.Search(ctx, &p, search.Limits{Infinite: true}, search.DefaultOptions(), func(info search.Info) {
			if info.Score.Final && !told {
				told = true
				close(proven)
			}
		})
	}()
	<-proven
	select {
	case <-ended:
		t.Error("the search ended by itself")
	case <-time.After(20 * time.Millisecond):
	}
	cancel()
	<-ended
}

func TestAPonderingSearchEndsAfterThePonderHit(t *testing.T) {
	s := newSearcher(t)
	p := engine.Start(engine.Rules{})
	hit := make(chan struct{})
	reported := make(chan struct{}, 1000)
	ended := make(chan search.Result, 1)
	go func() {
		ended <- s.Search(context.Background(), &p, search.Limits{MoveTime: time.Millisecond, PonderHit: hit}, search.DefaultOptions(),
			func(search.Info) { reported <- struct{}{} })
	}()
	for range 3 { // much longer than a millisecond
		<-reported
	}
	select {
	case <-ended:
		t.Fatal("the search ended before the ponder hit")
	default:
	}
	close(hit)
	if result := <-ended; !p.IsLegal(result.Best) {
		t.Errorf("no legal move but %s", result.Best)
	}
}

func TestSearchWithOneThreadIsDeterministic(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	one, other := newSearcher(t), newSearcher(t)
	limits := search.Limits{Nodes: 20_000}
	if !enginetest.IsLong(t) {
		limits.Nodes = 6_000
	}
	for plies := range 24 {
		p := enginetest.RandomPosition(random, engine.Rules{}, plies)
		describe := func(s *search.Searcher) string {
			r := find(s, &p, limits)
			return fmt.Sprint(r.Best, r.Ponder, r.Info.Score, r.Info.Nodes, r.Info.PV)
		}
		one.Clear()
		first := describe(one)
		if again := describe(other); again != first {
			t.Errorf("%s: two searchers: %s and %s", p.String(), first, again)
		}
		one.Clear()
		if again := describe(one); again != first {
			t.Errorf("%s: after Clear %s, before it %s", p.String(), again, first)
		}
		other.Clear()
	}
}

func TestSearchMovesRestrictsTheRoot(t *testing.T) {
	s := newSearcher(t)
	random := rand.New(rand.NewPCG(3, 1))
	p := enginetest.RandomPosition(random, engine.Rules{}, 6)
	moves := p.Moves(nil)
	for range 5 {
		only := []engine.Move{moves[random.IntN(len(moves))], moves[random.IntN(len(moves))]}
		if result := find(s, &p, search.Limits{Nodes: 2000, Moves: only}); !slices.Contains(only, result.Best) {
			t.Errorf("searched %v, found %s", only, result.Best)
		}
	}
}

func TestSolveFindsTheMarginsOfTheEndgames(t *testing.T) {
	s := newSearcher(t)
	for _, fields := range readFields(t, "endgames.txt") {
		p := parse(t, fields[0])
		result := find(s, &p, search.Limits{Solve: true})
		if got := fmt.Sprint(result.Info.Score.Squares()); got != fields[1] || !result.Info.Score.Final {
			t.Errorf("%s: got %+v, want %s", fields[0], result.Info.Score, fields[1])
		}
		end := checkLine(t, p, result.Info.PV)
		if !end.Over() || end.Margin(p.Side()) != result.Info.Score.Squares() {
			t.Errorf("%s: the line %v leads to %d (over: %t), not to %d", fields[0], result.Info.PV,
				end.Margin(p.Side()), end.Over(), result.Info.Score.Squares())
		}
	}
}

// exhaustive is the slow twin of the solver: plain negamax over all games. It gives
// up, with a meaningless value, if there are too many positions.
func exhaustive(p *engine.Position, known map[uint64]int) int {
	if value, found := known[p.Key()]; found {
		return value
	}
	moves := p.Moves(nil)
	best := -1000
	if len(known) >= exhaustiveLimit {
		return best
	}
	for _, m := range moves {
		next := p.Play(m)
		best = max(best, -exhaustive(&next, known))
	}
	if len(moves) == 0 {
		best = p.Margin(p.Side())
	}
	known[p.Key()] = best
	return best
}

const exhaustiveLimit = 50_000

// TestSolveEqualsExhaustiveSearch solves late positions of random games under all
// rules, early enough for captures to happen.
func TestSolveEqualsExhaustiveSearch(t *testing.T) {
	count := 100
	if enginetest.IsLong(t) {
		count = 1000
	}
	s := newSearcher(t)
	random := rand.New(rand.NewPCG(11, 1))
	rules := enginetest.AllRules()
	for done := 0; done < count; {
		p := enginetest.RandomPosition(random, rules[done%len(rules)], 17+random.IntN(8))
		known := map[uint64]int{}
		if len(p.Moves(nil)) > 40 {
			continue
		}
		want := exhaustive(&p, known)
		if len(known) >= exhaustiveLimit {
			continue
		}
		done++
		result := find(s, &p, search.Limits{Solve: true})
		if result.Info.Score.Squares() != want || !result.Info.Score.Final {
			t.Errorf("%v %s: solved %+v, want %d", p.Rules(), p.String(), result.Info.Score, want)
		}
		end := checkLine(t, p, result.Info.PV)
		if !end.Over() || end.Margin(p.Side()) != want {
			t.Errorf("%v %s: the line %v does not lead to the end", p.Rules(), p.String(), result.Info.PV)
		}
	}
}
