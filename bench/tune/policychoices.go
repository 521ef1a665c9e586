package tune

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/search"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
)

// PolicyGames describes the positions that a policy is fitted to: those of games whose moves are
// drawn by the estimates of the positions that they lead to. Such games take no search, so that there
// can be many. The same description gives the same positions, on any number of processors.
type PolicyGames struct {
	Seed      uint64
	Positions int    // at least
	Every     int    // one position in this number is searched, 0: none
	Nodes     uint64 // of a search, which leaves out no move at the root
}

const (
	sketchedPly    = 12  // the last ply of a game that counts
	sketchedRandom = 5   // the most random plies at its beginning
	sketchedPicks  = 6   // moves of which the largest is played there
	sketchedWild   = 8   // one later move in this number is any of the candidates
	sketchedSpread = 0.6 // squares by which a move becomes e times less likely
	otherRules     = 8   // one game in this number has other rules than the classic ones

	ranked    = 64 // the candidates of a position that rank first
	unlikely  = 24 // a sample of the others
	batchSize = 64 // games that are played side by side

	sketchedHash = 4 // MiB of a search
)

// PolicyExample is a position with candidates for its best move.
type PolicyExample struct {
	Inputs     []uint16 // of the network, as the side to move sees them
	Phase, Ply int
	Candidates []Candidate
	Drawn      int  // the index of the first candidate of the sample; those before it rank first
	Unlikely   int  // the number of placements that the sample stands for
	Chosen     int  // the candidate that a search chose, or -1
	Held       bool // it measures, and is not learned from
	// Rest has all other placements, without estimates, if the example is held and one was chosen.
	Rest []Candidate
}

// Candidate is a placement of an example.
type Candidate struct {
	Placement uint16 // its index, see [ordering.PlacementIndex]
	Estimate  int16  // of the position that it leads to, in hundredths of a square for its side
	Rank      int32  // without the policy, in thousandths
}

// Examples returns the examples of the games. It calls report with the number of positions so far. It
// returns ctx's error.
func (g *PolicyGames) Examples(ctx context.Context, report func(positions int)) ([]PolicyExample, error) {
	searchers := make([]*search.Searcher, runtime.GOMAXPROCS(0))
	for i := range searchers {
		var err error
		if searchers[i], err = search.New(sketchedHash); err != nil {
			return nil, err
		}
	}
	var all []PolicyExample
	for first := 0; len(all) < g.Positions; first += batchSize {
		var games [batchSize][]PolicyExample
		var working sync.WaitGroup
		next := make(chan int, batchSize)
		for i := range batchSize {
			next <- i
		}
		close(next)
		for worker := range searchers {
			working.Go(func() {
				for i := range next {
					if ctx.Err() == nil {
						games[i] = g.play(ctx, searchers[worker], first+i)
					}
				}
			})
		}
		working.Wait()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		for _, examples := range games {
			all = append(all, examples...)
		}
		report(min(len(all), g.Positions))
	}
	return all, nil
}

// play returns the examples of game number.
func (g *PolicyGames) play(ctx context.Context, searcher *search.Searcher, number int) []PolicyExample {
	random := rand.New(rand.NewPCG(g.Seed, uint64(number)))
	rules, plies := engine.Rules{}, 1+random.IntN(sketchedRandom)
	if random.IntN(otherRules) == 0 {
		sets := engine.RuleSets()
		rules.Set = sets[random.IntN(len(sets))]
	}
	var examples []PolicyExample
	held, last := false, engine.NoMove
	for p := engine.Start(rules); !p.Over() && p.Ply() <= sketchedPly; {
		if p.Ply() == plies {
			held = openingOf([]Moment{{Position: p}})%heldOut == 0
		}
		var move engine.Move
		if p.Ply() < plies || p.PlacesCathedral() {
			move = selfplay.Largest(p.Moves(nil), sketchedPicks, random)
		} else {
			s := newSketch(&p, last, random)
			if s.moves[0].IsPlacement() && len(s.moves) > 1 {
				examples = append(examples, *s.example(ctx, g, searcher, held))
			}
			move = s.draw()
		}
		last, p = move, p.Play(move)
	}
	return examples
}

// sketch is a position of such a game.
type sketch struct {
	node      evaluation.Node
	random    *rand.Rand
	moves     []engine.Move // the candidates first
	ranks     []int32
	estimates []float64 // of candidates, in squares
	first     int       // the number of candidates that rank first
}

func newSketch(p *engine.Position, last engine.Move, random *rand.Rand) *sketch {
	s := &sketch{random: random}
	s.node.Start(p, last)
	s.moves, s.ranks = ordering.NewRanker(ordering.NewHistory(), func(int) {}).Ranks(&s.node)
	s.first = min(ranked, len(s.moves))
	for i := s.first; i < min(s.first+unlikely, len(s.moves)); i++ {
		s.swap(i, i+random.IntN(len(s.moves)-i))
	}
	for i := range min(s.first+unlikely, len(s.moves)) {
		s.estimates = append(s.estimates, s.estimate(i))
	}
	return s
}

func (s *sketch) swap(i, j int) {
	s.moves[i], s.moves[j] = s.moves[j], s.moves[i]
	s.ranks[i], s.ranks[j] = s.ranks[j], s.ranks[i]
}

// estimate returns the estimate of the position that a move leads to, for the side to move.
func (s *sketch) estimate(i int) float64 {
	var after evaluation.Node
	after.Play(&s.node, s.moves[i])
	estimate := float64(after.Evaluate()) / 100
	if after.Position().Side() != s.node.Position().Side() {
		return -estimate
	}
	return estimate
}

// example returns the example of the position, which may have been searched.
func (s *sketch) example(ctx context.Context, g *PolicyGames, searcher *search.Searcher, held bool) *PolicyExample {
	p := s.node.Position()
	e := &PolicyExample{
		Inputs: evaluation.Inputs(p, p.Side()), Phase: s.node.Features().Phase(), Ply: p.Ply(),
		Drawn: s.first, Unlikely: len(s.moves) - s.first, Chosen: -1, Held: held,
	}
	if g.Every > 0 && s.random.IntN(g.Every) == 0 {
		options := search.DefaultOptions()
		t := &options.Techniques
		t.RootMovesDepth1, t.RootMovesDepth2, t.RootMovesDepth3, t.RootMoves = 0, 0, 0, 0
		searcher.Clear()
		best := searcher.Search(ctx, p, search.Limits{Nodes: g.Nodes}, options, nil).Best
		if e.Chosen = slices.Index(s.moves, best); e.Chosen >= len(s.estimates) {
			next := len(s.estimates)
			s.swap(e.Chosen, next)
			e.Chosen, s.estimates = next, append(s.estimates, s.estimate(next))
		}
	}
	for i, m := range s.moves {
		c := Candidate{Placement: uint16(ordering.PlacementIndex(m, p.Side())), Rank: s.ranks[i]}
		switch {
		case i < len(s.estimates):
			c.Estimate = int16(100 * s.estimates[i])
			e.Candidates = append(e.Candidates, c)
		case held && e.Chosen >= 0:
			e.Rest = append(e.Rest, c)
		}
	}
	return e
}

// draw returns a candidate, the more likely the higher its estimate, or any.
func (s *sketch) draw() engine.Move {
	if s.random.IntN(sketchedWild) == 0 {
		return s.moves[s.random.IntN(len(s.estimates))]
	}
	best, most := 0, math.Inf(-1)
	for i, estimate := range s.estimates {
		// The largest of these sums is distributed like a draw by the odds (Gumbel, 1954).
		if sum := estimate/sketchedSpread - math.Log(s.random.ExpFloat64()); sum > most {
			best, most = i, sum
		}
	}
	return s.moves[best]
}
