package search_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

// latePositions returns positions near the end of random games, by all rules, with the
// margins that a search has proven for the side to move.
func latePositions(t *testing.T, s *search.Searcher) (positions []engine.Position, margins []int) {
	t.Helper()
	enginetest.Walk(rand.New(rand.NewPCG(52, 1)), 6, func(_, p *engine.Position, _ engine.Move) {
		if p.PlacesCathedral() || p.Over() || p.Ply() < 19 {
			return
		}
		positions = append(positions, *p)
		margins = append(margins, solved(t, s, p))
	})
	return positions, margins
}

// isTrue reports whether a proven score agrees with the margin.
func isTrue(score search.Score, margin int) bool {
	squares := score.Squares()
	return (squares <= margin || score.Bound == search.UpperBound) && (squares >= margin || score.Bound == search.LowerBound)
}

func TestSolveVerdictEndsWhenItIsKnownWhoWins(t *testing.T) {
	s := newSearcher(t)
	positions, margins := latePositions(t, s)
	seen := map[search.Score]int{}
	for i, p := range positions {
		want := search.Score{Final: true}
		switch margin := margins[i]; {
		case margin > 0:
			want.Centi, want.Bound = 100, search.LowerBound
		case margin < 0:
			want.Centi, want.Bound = -100, search.UpperBound
		}
		for _, limits := range []search.Limits{{Solve: true, Verdict: true}, {Solve: true, Verdict: true, Depth: 30}} {
			for _, objective := range []search.Objective{search.WinFirst, search.Margin} {
				s.Clear()
				options := search.DefaultOptions()
				options.Objective, options.MultiPV = objective, 3
				var last search.Info
				result := s.Search(t.Context(), &p, limits, options, func(info search.Info) {
					if last = info; info.MultiPV != 1 {
						t.Errorf("%s: line %d is reported", p.String(), info.MultiPV)
					}
				})
				if result.Info.Score != want || last.Score != want || last.Depth < 1 {
					t.Errorf("%v %s, objective %s: %+v, want %+v", p.Rules(), p.String(), objective, last, want)
				}
				if last.PV[0] != result.Best {
					t.Errorf("%s: %v does not begin with %s", p.String(), last.PV, result.Best)
				}
				end := enginetest.PlayLine(t, p, last.PV)
				if want.Bound == search.Exact && (!end.Over() || end.Margin(p.Side()) != 0) {
					t.Errorf("%s: %v does not end in the proven draw", p.String(), last.PV)
				}
			}
		}
		seen[want]++
	}
	if len(seen) < 3 {
		t.Errorf("only these verdicts were asked for: %v", seen)
	}
}

// All that a proof of the margin reports is true, and begins with a move that wins what is
// proven at least. However soon the proof is given up, it ends with what it has proven.
func TestAProofThatIsGivenUpKeepsWhatIsProven(t *testing.T) {
	s, judge := newSearcher(t), newSearcher(t)
	games, reports, partial := 7, 0, 0
	if enginetest.IsNight() {
		games = 20
	}
	enginetest.Walk(rand.New(rand.NewPCG(52, 2)), games, func(_, p *engine.Position, _ engine.Move) {
		if p.PlacesCathedral() || p.Over() || p.Ply() < 17 || p.CountMoves() > 150 {
			return
		}
		margin, margins := solved(t, judge, p), map[engine.Move]int{} // that moves lead to
		for _, nodes := range []uint64{20, 300, 1_000, 5_000, 100_000} {
			s.Clear()
			proven := search.Score{}
			result := s.Search(t.Context(), p, search.Limits{Solve: true, Nodes: nodes}, search.DefaultOptions(), func(info search.Info) {
				if !info.Score.Final {
					return
				}
				proven = info.Score
				reports++
				if !isTrue(proven, margin) {
					t.Errorf("%v %s: %+v, but the margin is %d", p.Rules(), p, proven, margin)
				}
				if proven.Bound == search.UpperBound {
					return
				}
				m := info.PV[0]
				if _, known := margins[m]; !known {
					margins[m] = marginAfter(judge, p, m)
				}
				if margins[m] < info.Score.Squares() {
					t.Errorf("%v %s: %v is reported for %s, which leads to %d", p.Rules(), p, info.Score, m, margins[m])
				}
			})
			if proven.Final && proven.Bound != search.Exact {
				partial++
			}
			if last := result.Info; last.Score != proven && proven.Final || last.PV[0] != result.Best {
				t.Errorf("%v %s: ends with %+v, %+v was proven", p.Rules(), p, last, proven)
			}
		}
	})
	if reports < 200 || partial < 10 {
		t.Errorf("only %d proven scores, %d proofs were given up on the way", reports, partial)
	}
}

// A search for a move reports who wins as soon as that is proven, but ends with what it
// expects of the margin, or with its proof.
func TestWhoWinsIsReportedOnceWhenItIsProven(t *testing.T) {
	s := newSearcher(t)
	positions, margins := latePositions(t, s)
	told := 0
	for i, p := range positions {
		s.Clear()
		verdicts := 0
		options := search.DefaultOptions()
		result := s.Search(t.Context(), &p, search.Limits{Nodes: 100_000}, options, func(info search.Info) {
			score := info.Score
			if !score.Final || score.Bound == search.Exact {
				return
			}
			verdicts++
			if !isTrue(score, margins[i]) {
				t.Errorf("%s: %+v, but the margin is %d", p.String(), score, margins[i])
			}
			if win, _, loss := score.WDL(p.Ply()); max(win, loss) != 1000 || win > 0 != (margins[i] > 0) {
				t.Errorf("%s: the chances of %+v are %d to %d", p.String(), score, win, loss)
			}
		})
		if score := result.Info.Score; score.Final && score.Bound != search.Exact {
			t.Errorf("%s: the search ends with %+v", p.String(), score)
		}
		if verdicts > 1 || margins[i] == 0 && verdicts > 0 {
			t.Errorf("%s: %d verdicts", p.String(), verdicts)
		}
		told += verdicts
	}
	if told < len(positions)/2 {
		t.Errorf("only %d verdicts in %d positions", told, len(positions))
	}
}

func TestLinesAreReportedInOrder(t *testing.T) {
	s := newSearcher(t)
	for _, plies := range []int{0, 5, 12, 20} {
		p := enginetest.RandomPosition(rand.New(rand.NewPCG(53, uint64(plies))), engine.Rules{}, plies)
		options := search.DefaultOptions()
		options.MultiPV = 4
		var ranks []int
		s.Search(t.Context(), &p, search.Limits{Depth: 2}, options, func(info search.Info) { ranks = append(ranks, info.MultiPV) })
		for i := 1; i < len(ranks); i++ {
			if ranks[i] != ranks[i-1]+1 && ranks[i] != 1 {
				t.Errorf("%s: line %d follows line %d", p.String(), ranks[i], ranks[i-1])
			}
		}
		if want := min(4, p.CountMoves()); slices.Max(ranks) != want {
			t.Errorf("%s: the last of %d lines is not reported", p.String(), want)
		}
	}
}

func TestAProofWithALimitOfDepthEnds(t *testing.T) {
	s := newSearcher(t)
	p := engine.Start(engine.Rules{})
	if result := find(s, &p, search.Limits{Solve: true, Depth: 1}); result.Info.Depth != 1 {
		t.Errorf("%+v", result.Info)
	}
	positions, margins := latePositions(t, s)
	for i, p := range positions {
		s.Clear()
		result := find(s, &p, search.Limits{Solve: true, Depth: 30})
		if score := result.Info.Score; score != (search.Score{Centi: 100 * margins[i], Final: true}) {
			t.Errorf("%s: %+v, want %d", p.String(), score, margins[i])
		}
	}
}

// A search that has proven that its move does not lose binds the next one of the game. That
// one plays a move that keeps the result, even if it has only a few nodes, is stopped before
// it has begun, or pondered another reply.
func TestTheNextSearchKeepsWhatIsProven(t *testing.T) {
	several := search.DefaultOptions()
	several.MultiPV = 3
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for name, next := range map[string]struct {
		ctx     context.Context
		limits  search.Limits
		options search.Options
		ponders bool
	}{
		"few nodes":                      {t.Context(), search.Limits{Nodes: 500}, search.DefaultOptions(), false},
		"one node":                       {t.Context(), search.Limits{Nodes: 1}, search.DefaultOptions(), false},
		"stopped":                        {stopped, search.Limits{Infinite: true}, search.DefaultOptions(), false},
		"several lines":                  {t.Context(), search.Limits{Nodes: 300}, several, false},
		"one of several lines, one node": {t.Context(), search.Limits{Nodes: 1}, several, false},
		"another reply pondered":         {t.Context(), search.Limits{Nodes: 1}, search.DefaultOptions(), true},
	} {
		t.Run(name, func(t *testing.T) {
			keepsWhatIsProven(t, next.ponders, func(s *search.Searcher, p *engine.Position) engine.Move {
				return s.Search(next.ctx, p, next.limits, next.options, nil).Best
			})
		})
	}
}

// keepsWhatIsProven plays a move with a proof and a reply, and judges the next move, which
// is found by the same searcher. Before, it may ponder the first reply.
func keepsWhatIsProven(t *testing.T, ponders bool, findNext func(*search.Searcher, *engine.Position) engine.Move) {
	s, judge := newSearcher(t), newSearcher(t)
	positions, margins := latePositions(t, judge)
	kept := 0
	for i, p := range positions {
		if margins[i] < 0 {
			continue
		}
		for reply := range 3 {
			s.Clear()
			won := find(s, &p, search.Limits{Nodes: 50_000})
			if !won.Info.Score.Final {
				break
			}
			led := p.Play(won.Best)
			replies := led.Moves(nil)
			if len(replies) == 0 {
				break
			}
			next := led.Play(replies[reply*(len(replies)-1)/2])
			if next.Over() || next.Side() != p.Side() {
				continue
			}
			if pondered := led.Play(replies[0]); ponders && !pondered.Over() {
				find(s, &pondered, search.Limits{Nodes: 300})
			}
			margin := marginAfter(judge, &next, findNext(s, &next))
			if kept++; margin < min(margins[i], 1) {
				t.Errorf("%s: a margin of %d was proven, and after %s and %s the next move makes it %d", p.String(), margins[i], won.Best, next.String(), margin)
			}
		}
	}
	if kept < 10 {
		t.Errorf("only %d proven results", kept)
	}
}

// Each of several lines reports who wins as soon as that is proven, and the margin when it is.
// The reports are true, and the move played keeps the proven result.
func TestEachLineTellsWhoWinsByItsMove(t *testing.T) {
	s, judge := newSearcher(t), newSearcher(t)
	positions, margins := latePositions(t, judge)
	options := search.DefaultOptions()
	options.MultiPV = 4
	told, mixed := 0, 0
	for i, p := range positions {
		won := map[engine.Move]int{}
		for _, m := range p.Moves(nil) {
			won[m] = marginAfter(judge, &p, m)
		}
		for nodes := uint64(30); nodes < 10_000; nodes *= 2 {
			s.Clear()
			verdicts, proven := map[int]bool{}, -engine.SideSquares
			result := s.Search(t.Context(), &p, search.Limits{Nodes: nodes}, options, func(info search.Info) {
				score, margin := info.Score, won[info.PV[0]]
				enginetest.PlayLine(t, p, info.PV)
				if !score.Final {
					return
				}
				squares := score.Squares()
				if !isTrue(score, margin) {
					t.Errorf("%s: line %d, %s: %+v, but its margin is %d", p.String(), info.MultiPV, info.PV[0], score, margin)
				}
				if score.Bound != search.UpperBound {
					proven = max(proven, squares)
				}
				if info.MultiPV == 1 && score.Bound == search.UpperBound && squares < margins[i] {
					t.Errorf("%s: line 1, %s: %+v, but the margin is %d", p.String(), info.PV[0], score, margins[i])
				}
				if score.Bound != search.Exact {
					told++
					verdicts[sign(squares)] = true
				}
			})
			if len(verdicts) > 1 {
				mixed++
			}
			if got := won[result.Best]; sign(got) < sign(proven) {
				t.Errorf("%s, %d nodes: %d squares are proven, and %s wins %d of %d", p.String(), nodes, proven, result.Best, got, margins[i])
			}
		}
	}
	if told < 50 || mixed < 5 {
		t.Errorf("only %d verdicts were told, in %d searches of wins and losses", told, mixed)
	}
}
