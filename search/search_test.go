package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
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
	enginetest.Must(t, err)
	return s
}

// find searches with the default options and without reports.
func find(s *search.Searcher, p *engine.Position, limits search.Limits) search.Result {
	return s.Search(context.Background(), p, limits, search.DefaultOptions(), nil)
}

// endgame is a late position of the facts with its margin for the side to move.
type endgame struct {
	position engine.Position
	margin   int
}

// readEndgames returns the late positions of the facts.
func readEndgames(t testing.TB) (endgames []endgame) {
	t.Helper()
	for _, line := range enginetest.Lines(t, "endgames.txt") {
		fields := line.Fields(t, 3)
		margin, err := strconv.Atoi(fields[1])
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		endgames = append(endgames, endgame{enginetest.Position(t, fields[0], engine.Rules{}), margin})
	}
	return endgames
}

// marginAfter returns the margin that m leads to for the side to move in p.
func marginAfter(judge *search.Searcher, p *engine.Position, m engine.Move) int {
	after := p.Play(m)
	margin := find(judge, &after, search.Limits{Solve: true}).Info.Score.Squares()
	if after.Side() != p.Side() {
		return -margin
	}
	return margin
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
				enginetest.PlayLine(t, p, last.PV)
				p = p.Play(result.Best)
				if result.Ponder == engine.NoMove {
					continue
				}
				if after := p.Play(result.Ponder); after.Over() {
					t.Fatalf("to ponder on %s after %s is to ponder on the end of the game", result.Ponder, result.Best)
				}
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
	result := newSearcher(t).Search(t.Context(), &p, search.Limits{Infinite: true}, search.Options{}, nil)
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
	p := readEndgames(t)[0].position
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
	if !enginetest.IsLong() {
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

// solved returns the margin that s proves, with a line to the end of the game.
func solved(t *testing.T, s *search.Searcher, p *engine.Position) int {
	t.Helper()
	result := find(s, p, search.Limits{Solve: true})
	score := result.Info.Score
	end := enginetest.PlayLine(t, *p, result.Info.PV)
	if !score.Final || score.Bound != search.Exact || !end.Over() || end.Margin(p.Side()) != score.Squares() {
		t.Errorf("%v %s: solved %+v, the line %v leads to %d (over: %t)", p.Rules(), p, score, result.Info.PV, end.Margin(p.Side()), end.Over())
	}
	return score.Squares()
}

func TestSolveFindsTheMarginsOfTheEndgames(t *testing.T) {
	s := newSearcher(t)
	for _, e := range readEndgames(t) {
		if margin := solved(t, s, &e.position); margin != e.margin {
			t.Errorf("%s: solved %d, want %d", &e.position, margin, e.margin)
		}
	}
}
