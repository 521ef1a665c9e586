package engine_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
)

// The engine and the naive game play the same random games, and are compared
// at every ply. The games are the same in every run; other ones are played with
//
//	go test ./engine -run Twin -twin.seed 7 -twin.plies 1000000
var (
	twinPlies = flag.Int("twin.plies", 100_000, "plies that the engine and the naive game are compared at (a tenth with -short)")
	twinSeed  = flag.Uint64("twin.seed", 1, "seed of the games that the engine and the naive game play")
)

func TestTwinPlaysTheSameGames(t *testing.T) {
	plies := *twinPlies
	if testing.Short() {
		plies /= 10
	}
	const parts = 2 // a rule set, so that all processors have work to the end
	for _, set := range []string{"classic", "mattel", "woods"} {
		for _, optional := range []bool{false, true} {
			for part := range uint64(parts) {
				rules := naiveRules{set, optional}
				t.Run(fmt.Sprintf("%s/optional=%v/%d", set, optional, part), func(t *testing.T) {
					t.Parallel()
					series := twinSeries{rules: rules, texts: map[uint64]string{}}
					for game := uint64(0); series.plies < plies/6/parts; game++ {
						seed := *twinSeed<<32 | part<<24 | game
						if err := series.playGame(seed); err != nil {
							t.Fatalf("seed %d: %v", seed, err)
						}
					}
					t.Logf("%d plies: %s", series.plies, series.seen.report())
					if missing := series.seen.missing(rules); !testing.Short() && missing != "" {
						t.Errorf("the games never came upon: %s", missing)
					}
				})
			}
		}
	}
}

// twinSeries is a number of games under the same rules.
type twinSeries struct {
	rules naiveRules
	plies int
	texts map[uint64]string // every text seen, by its key
	pool  []*naiveGame      // positions met, from which odd ones are made
	seen  twinEvents
}

// twinEvents counts what happened in the games, so that a run which never saw
// what is hard to get right does not pass for a test of it.
type twinEvents struct {
	claims, captures, churches, returns, cities, distant, spared, passes, ends int
}

func (e *twinEvents) report() string {
	return fmt.Sprintf("%d claims, %d captures, the Cathedral %d times, %d buildings placed again, %d whole cities, "+
		"%d enclosures away from the building, %d spared, %d passes, %d games to the end",
		e.claims, e.captures, e.churches, e.returns, e.cities, e.distant, e.spared, e.passes, e.ends)
}

func (e *twinEvents) missing(rules naiveRules) string {
	var names []string
	for name, count := range map[string]int{"claims": e.claims, "captures": e.captures, "the Cathedral captured": e.churches,
		"a captured building placed again": e.returns, "the whole city settled": e.cities,
		"an enclosure away from the building": e.distant, "passes": e.passes, "the end of a game": e.ends} {
		if count == 0 {
			names = append(names, name)
		}
	}
	if rules.optional && e.spared == 0 {
		names = append(names, "spared pieces")
	}
	return strings.Join(names, ", ")
}

// twinGame is a game that both play.
type twinGame struct {
	random *rand.Rand
	series *twinSeries
	naive  *naiveGame
	engine engine.Position
	start  string
	moves  []string
	taken  map[string]bool // codes of buildings captured in this game, with their owner
}

// playGame plays one game, from the start or from an odd position, and returns
// the first difference.
func (s *twinSeries) playGame(seed uint64) error {
	random := rand.New(rand.NewPCG(seed, 0))
	game := &twinGame{random: random, series: s, taken: map[string]bool{}}
	game.naive = &naiveGame{naiveRules: s.rules}
	if random.IntN(3) > 0 {
		game.naive = game.series.oddPosition(random)
	}
	game.start = game.naive.String()
	if err := game.play(); err != nil {
		return fmt.Errorf("%s, optional capture %v\nstart %s\nmoves %s\n%w",
			s.rules.set, s.rules.optional, game.start, strings.Join(game.moves, " "), err)
	}
	return nil
}

func (g *twinGame) play() error {
	var err error
	if g.engine, err = engine.ParsePosition(g.start, engineRules(g.series.rules)); err != nil {
		return fmt.Errorf("a good text is refused: %w", err)
	}
	if g.start == (&naiveGame{naiveRules: g.series.rules}).String() {
		parsed := g.engine.Key()
		g.engine = engine.Start(engineRules(g.series.rules))
		if g.engine.Key() != parsed {
			return fmt.Errorf("the start has the key %x, its text %x", g.engine.Key(), parsed)
		}
	}
	const (
		longest = 45  // most games have ended by then
		lastPly = 999 // of a position text
	)
	for i := 0; i < longest && g.naive.ply <= lastPly; i++ {
		g.series.plies++
		moves := g.naive.moves()
		if err := g.compare(moves); err != nil {
			return err
		}
		if g.random.IntN(4) == 0 {
			g.series.keep(g.random, g.naive)
		}
		if len(moves) == 0 {
			g.series.seen.ends++
			return nil
		}
		move := g.choose(moves)
		g.moves = append(g.moves, move.String())
		after, err := g.compareMove(move)
		if err != nil {
			return err
		}
		g.count(move)
		g.naive, g.engine = g.naive.play(move), after
	}
	return nil
}

// choose picks a move. Random moves seldom enclose anything, so that every
// other one is picked for what it settles or for the own walls that it touches.
func (g *twinGame) choose(moves []naiveMove) naiveMove {
	best := moves[g.random.IntN(len(moves))]
	if best.naivePlacement == nil || g.random.IntN(2) == 0 {
		return best
	}
	tries, most := 16, -1
	if g.random.IntN(8) == 0 {
		tries = 200
	}
	for range tries {
		move := moves[g.random.IntN(len(moves))]
		settled := g.naive.judge(move.naivePlacement)
		worth := 20*len(settled.captured) + g.naive.contact(g.naive.side(), move.naivePlacement)
		for _, square := range append(settled.claimed, settled.prey...) {
			if g.naive.territory[square.row][square.column] != g.naive.side() {
				worth += 3
			}
		}
		if worth > most {
			best, most = move, worth
		}
	}
	return best
}

// contact counts how often a placement touches the owner's walls or the edge.
func (g *naiveGame) contact(owner naiveOwner, placement *naivePlacement) (squares int) {
	board := g.standing()
	for _, square := range placement.squares {
		for row := square.row - 1; row <= square.row+1; row++ {
			for column := square.column - 1; column <= square.column+1; column++ {
				if near := (naiveSquare{row, column}); !near.onBoard() {
					squares++
				} else if piece := board[row][column]; piece > 0 && g.pieces[piece-1].owner == owner {
					squares++
				}
			}
		}
	}
	return squares
}

// count notes what a move is an example of.
func (g *twinGame) count(move naiveMove) {
	seen := &g.series.seen
	if move.naivePlacement == nil {
		seen.passes++
		return
	}
	settled := g.naive.judge(move.naivePlacement)
	if slices.ContainsFunc(settled.claimed, func(at naiveSquare) bool {
		return g.naive.territory[at.row][at.column] != g.naive.side()
	}) {
		seen.claims++
	}
	if move.spares {
		seen.spared += len(settled.captured)
	} else {
		for _, i := range settled.captured {
			seen.captures++
			piece := g.naive.pieces[i]
			if piece.building == naiveCathedral {
				seen.churches++
			}
			g.taken[string(piece.letter())] = true
		}
	}
	if g.taken[string(naivePiece{move.naivePlacement, g.naive.side(), false}.letter())] {
		seen.returns++
	}
	if len(settled.claimed)+len(settled.prey) > 70 {
		seen.cities++
	}
	for _, square := range append(settled.claimed, settled.prey...) {
		if g.naive.territory[square.row][square.column] == g.naive.side() {
			continue
		}
		if g.naive.farFrom(square, move.naivePlacement) {
			seen.distant++
			break
		}
	}
}

// farFrom says whether the region around a square touches the placement nowhere.
func (g *naiveGame) farFrom(square naiveSquare, placement *naivePlacement) bool {
	after := naiveGame{naiveRules: g.naiveRules, ply: g.ply, pieces: g.pieces}
	board := after.standing()
	for row := range 10 {
		for column := range 10 {
			if piece := board[row][column]; piece > 0 && g.pieces[piece-1].owner == g.side() {
				board[row][column] = naiveWall
			}
		}
	}
	for _, built := range placement.squares {
		board[built.row][built.column] = naiveWall
	}
	region, _ := naiveFlood(&board, square, nil)
	for _, near := range region {
		for _, built := range placement.squares {
			if max(near.row-built.row, built.row-near.row) <= 1 && max(near.column-built.column, built.column-near.column) <= 1 {
				return false
			}
		}
	}
	return true
}

func engineRules(rules naiveRules) engine.Rules {
	set := map[string]engine.RuleSet{"classic": engine.Classic, "mattel": engine.Mattel, "woods": engine.Woods}[rules.set]
	return engine.Rules{Set: set, OptionalCapture: rules.optional}
}
