package bench_test

// The inputs of the hot paths: positions from the games in testdata, by phase. They are
// reached by playing the games, because the next move in a position read from a text
// must judge all its enclosures.

import (
	"math/rand/v2"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/engine"
)

// step is a move and the position before it.
type step struct {
	position engine.Position
	gains    engine.Gains // of its placements
	move     engine.Move
}

// phase is a part of the game: the plies from the first up to, but not including, the
// second.
type phase struct {
	name     string
	from, to int
}

// phases returns the parts of the game. The first two plies settle nothing and have
// separate benchmarks.
func phases() []phase {
	return []phase{{"opening", 3, 6}, {"middle", 6, 14}, {"end", 14, engine.MaxPly}}
}

// games returns the games of a file of testdata, each as its steps.
func games(t testing.TB, name string) [][]step {
	t.Helper()
	var games [][]step
	for _, game := range benchtest.Games(t, benchtest.Read(t, "testdata/"+name)) {
		positions, steps := game.Positions(), make([]step, len(game.Moves))
		for i, move := range game.Moves {
			steps[i] = step{position: positions[i], move: move.Move}
		}
		games = append(games, steps)
	}
	return games
}

// allGames returns the games of the engine and the games of random moves.
func allGames(t testing.TB) [][]step {
	return append(games(t, "enginegames.txt"), games(t, "randomgames.txt")...)
}

// steps returns the placements of all games in a phase.
func steps(t testing.TB, in phase) []step {
	var steps []step
	for _, game := range allGames(t) {
		for _, s := range game {
			if ply := s.position.Ply(); s.move.IsPlacement() && ply >= in.from && ply < in.to {
				steps = append(steps, s)
			}
		}
	}
	return steps
}

// choose returns moves of all games' positions that pass a test, at most one from
// each position.
func choose(t testing.TB, test func(p *engine.Position, m engine.Move) bool) []step {
	var chosen []step
	random := rand.New(rand.NewPCG(1979, 2)) // the year the game came out
	for _, s := range steps(t, phase{"", 3, engine.MaxPly}) {
		moves := s.position.Moves(nil)
		random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
		for _, move := range moves {
			if move.IsPlacement() && test(&s.position, move) {
				chosen = append(chosen, step{position: s.position, move: move})
				break
			}
		}
	}
	return chosen
}

// ruledOut reports whether the quick test shows that a move encloses nothing.
func ruledOut(p *engine.Position, m engine.Move) bool { return !p.MayEnclose(m) }

// claims reports whether a move claims ground and captures nothing.
func claims(p *engine.Position, m engine.Move) bool {
	if ruledOut(p, m) {
		return false
	}
	settled := p.Settlement(m)
	return !settled.Claimed.IsEmpty() && len(settled.Captured) == 0
}

// captures reports whether a move captures a piece.
func captures(p *engine.Position, m engine.Move) bool {
	return !ruledOut(p, m) && len(p.Settlement(m).Captured) > 0
}

// firstBuildings returns the steps that settle nothing.
func firstBuildings(t testing.TB) []step {
	var first []step
	for _, game := range allGames(t) {
		first = append(first, game[1:3]...)
	}
	return first
}

func TestInputsAreManyOfEveryKind(t *testing.T) {
	for _, file := range []string{"enginegames.txt", "randomgames.txt"} {
		if n := len(games(t, file)); n < 20 {
			t.Errorf("%s: %d games, want at least 20", file, n)
		}
	}
	for _, in := range phases() {
		if n := len(steps(t, in)); n < 100 {
			t.Errorf("%s: %d steps, want at least 100", in.name, n)
		}
	}
	for _, kind := range []struct {
		name string
		test func(p *engine.Position, m engine.Move) bool
	}{{"ruled out", ruledOut}, {"claims", claims}, {"captures", captures}} {
		if n := len(choose(t, kind.test)); n < 100 {
			t.Errorf("%s: %d positions have such a move, want at least 100", kind.name, n)
		}
	}
}

func TestWhatIsRuledOutEnclosesNothing(t *testing.T) {
	for _, s := range choose(t, ruledOut) {
		gains := s.position.Gains()
		if !s.position.Settlement(s.move).Claimed.IsEmpty() || gains.Of(s.move) != 0 {
			t.Errorf("%s: %s encloses something", &s.position, s.move)
		}
	}
}
