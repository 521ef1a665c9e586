package search_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
	"cathedral/search/strength"
)

// optionsAt returns the default options at a level.
func optionsAt(level strength.Level, seed uint64) search.Options {
	options := search.DefaultOptions()
	options.Strength, options.Seed = level, seed
	return options
}

// playOut plays a game of a level against itself, and returns its moves.
func playOut(t *testing.T, s *search.Searcher, rules engine.Rules, level strength.Level, seed uint64) []engine.Move {
	t.Helper()
	var moves []engine.Move
	for p := engine.Start(rules); !p.Over(); {
		limits := search.Limits{Before: moves}
		result := s.Search(context.Background(), &p, limits, optionsAt(level, seed), nil)
		if err := p.Check(result.Best); err != nil {
			t.Fatalf("%s in %s: %v", level.Name, p.String(), err)
		}
		enginetest.PlayLine(t, p, result.Info.PV)
		if result.Info.Nodes > level.Nodes+level.Nodes/4+256 {
			t.Errorf("%s searched %d nodes, want about %d at most", level.Name, result.Info.Nodes, level.Nodes)
		}
		moves, p = append(moves, result.Best), p.Play(result.Best)
	}
	return moves
}

// levelsToTest returns the weakest level and one in the middle, and at night the strongest.
func levelsToTest(t *testing.T) []strength.Level {
	t.Helper()
	levels := strength.Levels()
	if enginetest.IsNight() {
		return []strength.Level{levels[0], levels[len(levels)/2], levels[len(levels)-1]}
	}
	return []strength.Level{levels[0], levels[len(levels)/2]}
}

func TestEveryLevelPlaysLegallyInAllRules(t *testing.T) {
	s := newSearcher(t)
	for i, level := range levelsToTest(t) {
		for j, rules := range enginetest.AllRules() {
			if enginetest.IsNight() || (i+j)%2 == 0 {
				playOut(t, s, rules, level, uint64(j))
			}
		}
	}
}

// The whims of the weakest level may exceed all that a move is worth.
func TestALevelReportsNoMoreThanAGameCanEndWith(t *testing.T) {
	s, start := newSearcher(t), engine.Start(engine.Rules{})
	p := start.Play(engine.CathedralPlacements()[0])
	for seed := range uint64(200) {
		s.Search(context.Background(), &p, search.Limits{}, optionsAt(strength.Levels()[0], seed), func(info search.Info) {
			if centi := info.Score.Centi; max(centi, -centi) > 100*engine.SideSquares {
				t.Errorf("seed %d: %d hundredths of a square", seed, centi)
			}
		})
	}
}

func TestTheSeedDecidesTheGameOfALevel(t *testing.T) {
	s := newSearcher(t)
	for _, level := range levelsToTest(t) {
		games := map[string]uint64{}
		for seed := range uint64(10) {
			s.Clear()
			games[fmt.Sprint(playOut(t, s, engine.Rules{}, level, seed))] = seed
		}
		if len(games) != 10 {
			t.Errorf("%s plays %d different games with ten seeds", level.Name, len(games))
		}
		if seed, known := games[fmt.Sprint(playOut(t, newSearcher(t), engine.Rules{}, level, 5))]; !known || seed != 5 {
			t.Errorf("%s plays another game with the same seed", level.Name)
		}
	}
}

func TestWeakLevelsProveNothing(t *testing.T) {
	s := newSearcher(t)
	levels := strength.Levels()
	for _, e := range readEndgames(t) {
		p := e.position
		for _, level := range []strength.Level{levels[0], levels[len(levels)/2]} {
			result := s.Search(context.Background(), &p, search.Limits{}, optionsAt(level, 3), func(info search.Info) {
				if info.Score.Final {
					t.Errorf("%s proves a margin in %s", level.Name, p.String())
				}
			})
			if !p.IsLegal(result.Best) {
				t.Errorf("%s: no legal move but %s in %s", level.Name, result.Best, p.String())
			}
		}
	}
}

func TestAProofThatIsAskedForIsFoundAtEveryLevel(t *testing.T) {
	s := newSearcher(t)
	e := readEndgames(t)[0]
	result := s.Search(context.Background(), &e.position, search.Limits{Solve: true}, optionsAt(strength.Levels()[0], 3), nil)
	if want := (search.Score{Centi: 100 * e.margin, Final: true}); result.Info.Score != want {
		t.Errorf("%s: got %+v, want %+v", &e.position, result.Info.Score, want)
	}
}

// TestAThreatIsOverlookedAltogether counts the searches in which a weak player does not
// take what hangs: it must be some, but not most, because it lies beside the last move.
func TestAThreatIsOverlookedAltogether(t *testing.T) {
	s := newSearcher(t)
	level := strength.AtElo(strength.FirstGame)
	random := rand.New(rand.NewPCG(17, 1))
	missed, searched := 0, 0
	for searched < 40 {
		p := enginetest.RandomPosition(random, engine.Rules{}, 8)
		gains := p.Gains()
		most := 0
		for _, m := range p.Moves(nil) {
			most = max(most, gains.Of(m))
		}
		if most < 12 {
			continue
		}
		searched++
		best := s.Search(context.Background(), &p, search.Limits{}, optionsAt(level, uint64(searched)), nil).Best
		if gains.Of(best) < most/2 {
			missed++
		}
	}
	if missed == 0 || missed == searched {
		t.Errorf("the weakest level misses %d of %d captures and enclosures of twelve squares or more", missed, searched)
	}
}
