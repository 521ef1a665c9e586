package engine_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/enginetest/naive"
)

// The engine and the naive game play the same random games, and are compared
// at every ply. The games are the same in every run; other ones are played with
//
//	go test ./engine -run Twin -twin.seed 7 -twin.plies 1000000
//
// Long tests compare 20 times as many plies, and only they are sure to come upon
// whatever is hard to get right.
var (
	twinPlies = flag.Int("twin.plies", 0, "compare the engine and the naive game at this many plies (0: 2000, or 40000 in long tests)")
	twinSeed  = flag.Uint64("twin.seed", 1, "seed of the games that the engine and the naive game play")
)

func TestTwinPlaysTheSameGames(t *testing.T) {
	plies := 2_000
	switch {
	case enginetest.IsNight():
		plies = 100_000
	case enginetest.IsLong():
		plies = 12_000
	}
	if *twinPlies > 0 {
		plies = *twinPlies
	}
	const parts = 2 // of each rule set's games, so that all processors have work to the end
	for _, rules := range enginetest.AllRules() {
		for part := range uint64(parts) {
			rules := enginetest.NaiveRules(rules)
			t.Run(fmt.Sprintf("%s/optional=%v/%d", rules.Set, rules.Optional, part), func(t *testing.T) {
				t.Parallel()
				series := twinSeries{rules: rules, texts: [2]map[uint64]string{{}, {}}}
				for game := uint64(0); series.plies < plies/6/parts; game++ {
					seed := *twinSeed<<32 | part<<24 | game
					if err := series.playGame(seed); err != nil {
						t.Fatalf("seed %d: %v", seed, err)
					}
				}
				t.Logf("%d plies: %s", series.plies, series.seen.report())
				if missing := series.seen.missing(rules); enginetest.IsLong() && missing != "" {
					t.Errorf("the games never came upon: %s", missing)
				}
			})
		}
	}
}

// twinSeries is a number of games under the same rules.
type twinSeries struct {
	rules naive.Rules
	plies int
	texts [2]map[uint64]string // every text seen, by its keys
	pool  []*naive.Game        // positions met, from which odd ones are made
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

func (e *twinEvents) missing(rules naive.Rules) string {
	var names []string
	for name, count := range map[string]int{"claims": e.claims, "captures": e.captures, "the Cathedral captured": e.churches,
		"a captured building placed again": e.returns, "the whole city settled": e.cities,
		"an enclosure away from the building": e.distant, "passes": e.passes, "the end of a game": e.ends} {
		if count == 0 {
			names = append(names, name)
		}
	}
	if rules.Optional && e.spared == 0 {
		names = append(names, "spared pieces")
	}
	return strings.Join(names, ", ")
}

// twinGame is a game that both play.
type twinGame struct {
	random *rand.Rand
	series *twinSeries
	naive  *naive.Game
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
	game.naive = &naive.Game{Rules: s.rules}
	if random.IntN(3) > 0 {
		game.naive = game.series.oddPosition(random)
	}
	game.start = game.naive.String()
	if err := game.play(); err != nil {
		return fmt.Errorf("%s, optional capture %v\nstart %s\nmoves %s\n%w",
			s.rules.Set, s.rules.Optional, game.start, strings.Join(game.moves, " "), err)
	}
	return nil
}

func (g *twinGame) play() error {
	var err error
	if g.engine, err = engine.ParsePosition(g.start, enginetest.EngineRules(g.series.rules)); err != nil {
		return fmt.Errorf("a good text is refused: %w", err)
	}
	if g.start == (&naive.Game{Rules: g.series.rules}).String() {
		parsed := g.engine.Key()
		g.engine = engine.Start(enginetest.EngineRules(g.series.rules))
		if g.engine.Key() != parsed {
			return fmt.Errorf("the start has the key %x, its text %x", g.engine.Key(), parsed)
		}
	}
	const longest = 45 // most games have ended by then
	for range longest {
		g.series.plies++
		moves := g.naive.Moves()
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
		g.naive, g.engine = g.naive.Play(move), after
	}
	return nil
}

// choose picks a move. Random moves rarely enclose anything, so that every
// other one is picked for what it settles or for the own walls that it touches.
func (g *twinGame) choose(moves []naive.Move) naive.Move {
	best := moves[g.random.IntN(len(moves))]
	if best.Placement == nil || g.random.IntN(2) == 0 {
		return best
	}
	tries, most := 16, -1
	if g.random.IntN(8) == 0 {
		tries = 200
	}
	for range tries {
		move := moves[g.random.IntN(len(moves))]
		settled := g.naive.Judge(move.Placement)
		worth := 20*len(settled.Captured) + contact(g.naive, g.naive.Side(), move.Placement)
		for _, square := range append(settled.Claimed, settled.Prey...) {
			if g.naive.Territory[square.Row][square.Column] != g.naive.Side() {
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
func contact(g *naive.Game, owner naive.Owner, placement *naive.Placement) (squares int) {
	board := g.Standing()
	for _, square := range placement.Squares {
		for row := square.Row - 1; row <= square.Row+1; row++ {
			for column := square.Column - 1; column <= square.Column+1; column++ {
				if near := (naive.Square{Row: row, Column: column}); !near.OnBoard() {
					squares++
				} else if piece := board[row][column]; piece > 0 && g.Pieces[piece-1].Owner == owner {
					squares++
				}
			}
		}
	}
	return squares
}

// count notes what a move is an example of.
func (g *twinGame) count(move naive.Move) {
	seen := &g.series.seen
	if move.Placement == nil {
		seen.passes++
		return
	}
	settled := g.naive.Judge(move.Placement)
	if slices.ContainsFunc(settled.Claimed, func(at naive.Square) bool {
		return g.naive.Territory[at.Row][at.Column] != g.naive.Side()
	}) {
		seen.claims++
	}
	if move.Spares {
		seen.spared += len(settled.Captured)
	} else {
		for _, i := range settled.Captured {
			seen.captures++
			piece := g.naive.Pieces[i]
			if piece.Building == naive.Cathedral {
				seen.churches++
			}
			g.taken[string(piece.Letter())] = true
		}
	}
	if g.taken[string(naive.Piece{Placement: move.Placement, Owner: g.naive.Side()}.Letter())] {
		seen.returns++
	}
	if len(settled.Claimed)+len(settled.Prey) > 70 {
		seen.cities++
	}
	for _, square := range append(settled.Claimed, settled.Prey...) {
		if g.naive.Territory[square.Row][square.Column] == g.naive.Side() {
			continue
		}
		if farFrom(g.naive, square, move.Placement) {
			seen.distant++
			break
		}
	}
}

// farFrom reports whether the region around a square touches the placement nowhere.
func farFrom(g *naive.Game, square naive.Square, placement *naive.Placement) bool {
	after := naive.Game{Rules: g.Rules, Ply: g.Ply, Pieces: g.Pieces}
	board := after.Standing()
	for row := range 10 {
		for column := range 10 {
			if piece := board[row][column]; piece > 0 && g.Pieces[piece-1].Owner == g.Side() {
				board[row][column] = naive.Wall
			}
		}
	}
	for _, built := range placement.Squares {
		board[built.Row][built.Column] = naive.Wall
	}
	region, _ := naive.Flood(&board, square, nil)
	for _, near := range region {
		for _, built := range placement.Squares {
			if max(near.Row-built.Row, built.Row-near.Row) <= 1 && max(near.Column-built.Column, built.Column-near.Column) <= 1 {
				return false
			}
		}
	}
	return true
}
