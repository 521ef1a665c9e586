package tune

import (
	"flag"
	"math/rand/v2"
	"testing"

	"cathedral/bench/selfplay"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
	"cathedral/search/evaluation"
	"cathedral/search/ordering"
)

// How often deep searches choose one of the policy's first moves is shown by
//
//	CATHEDRAL_NIGHT=1 go test ./bench/tune -run DeepChoices -references 300 -timeout 2h -v
var references = flag.Int("references", 40, "look at this `number` of positions of each phase")

// reference returns an example of all placements of a position, of which a search of 300,000 nodes with
// 400 root moves chose one, and false if it chose none.
func reference(t *testing.T, searcher *search.Searcher, p *engine.Position) (PolicyExample, bool) {
	t.Helper()
	options := search.DefaultOptions()
	techniques := &options.Techniques
	techniques.RootMovesDepth1, techniques.RootMovesDepth2, techniques.RootMovesDepth3, techniques.RootMoves = 0, 400, 400, 400
	searcher.Clear()
	best := searcher.Search(t.Context(), p, search.Limits{Nodes: 300_000}, options, nil).Best
	var node evaluation.Node
	node.Start(p, engine.NoMove)
	e := PolicyExample{Inputs: evaluation.Inputs(p, p.Side()), Phase: node.Features().Phase(), Ply: p.Ply(), Chosen: -1, Held: true, Unlikely: 1}
	moves, ranks := ordering.NewRanker(ordering.NewHistory(), func(int) {}).Ranks(&node)
	for i, m := range moves {
		if m == best {
			e.Chosen = i
		}
		e.Candidates = append(e.Candidates, Candidate{Placement: uint16(ordering.PlacementIndex(m, p.Side())), Rank: ranks[i]})
	}
	e.Drawn = len(moves)
	return e, best.IsPlacement()
}

// TestDeepChoicesAreAmongTheFirst plays games at 12,000 nodes a move. One of a game's positions at plies
// 3 to 5, or 6 to 8, is a reference, or what a random one of the first 60 moves leads to from there.
func TestDeepChoicesAreAmongTheFirst(t *testing.T) {
	enginetest.Night(t)
	searcher, err := search.New(16)
	enginetest.Must(t, err)
	var examples []PolicyExample
	for phase := range 2 {
		for number := 0; len(examples) < (phase+1)**references; number++ {
			random := rand.New(rand.NewPCG(uint64(61+phase), uint64(number)))
			opening, wanted := 1+random.IntN(2), 3*(phase+1)+random.IntN(3)
			aside := random.IntN(2) == 0
			if aside {
				wanted--
			}
			p := engine.Start(engine.Rules{})
			for p.Ply() < wanted && !p.Over() {
				move := engine.NoMove
				if p.Ply() < opening {
					move = selfplay.Largest(p.Moves(nil), sketchedPicks, random)
				} else {
					searcher.Clear()
					move = searcher.Search(t.Context(), &p, search.Limits{Nodes: 12_000}, search.DefaultOptions(), nil).Best
				}
				p = p.Play(move)
			}
			if aside && !p.Over() {
				var node evaluation.Node
				node.Start(&p, engine.NoMove)
				moves := ordering.NewRanker(ordering.NewHistory(), func(int) {}).Sorted(&node)
				p = p.Play(moves[random.IntN(min(60, len(moves)))])
			}
			if p.Over() || p.PlacesCathedral() {
				continue
			}
			if e, chosen := reference(t, searcher, &p); chosen {
				examples = append(examples, e)
			}
		}
	}
	_, _, recall := NewPolicyModel(ordering.DefaultPolicy()).Measure(examples)
	t.Logf("\n%s", &recall)
	if found, choices := recall.Found[0][2]+recall.Found[1][2], len(examples); 2*found < choices {
		t.Errorf("%d of %d choices are among the first eight, want half of them", found, choices)
	}
}
