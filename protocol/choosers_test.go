package protocol

import (
	"testing"

	"cathedral/engine"
)

// playThrough plays a game between two choosers and hands each position and move
// over.
func playThrough(rules engine.Rules, choosers [2]Chooser, visit func(p *engine.Position, m engine.Move)) engine.Position {
	position := engine.Start(rules)
	for !position.Over() {
		move := choosers[position.Side()](&position)
		visit(&position, move)
		position = position.Play(move)
	}
	return position
}

func TestBuiltInPlayersPlayLegally(t *testing.T) {
	for _, set := range engine.RuleSets() {
		for seed := range uint64(20) {
			rules := engine.Rules{Set: set, OptionalCapture: seed%2 == 1}
			playThrough(rules, [2]Chooser{Random(seed), Greedy(seed)}, func(p *engine.Position, m engine.Move) {
				if err := p.Check(m); err != nil {
					t.Fatalf("%s in %s: %v", m, p.String(), err)
				}
			})
		}
	}
}

func TestGreedyTakesAMoveThatNoneBeats(t *testing.T) {
	held := func(p *engine.Position, side engine.Side) int {
		return p.Buildings(side).Count() + p.Territory(side).Count() -
			p.Buildings(side.Opponent()).Count() - p.Territory(side.Opponent()).Count()
	}
	for seed := range uint64(5) {
		playThrough(engine.Rules{}, [2]Chooser{Greedy(seed), Random(seed)}, func(p *engine.Position, m engine.Move) {
			if p.Side() != engine.Light {
				return
			}
			taken := p.Play(m)
			for _, other := range p.Moves(nil) {
				if next := p.Play(other); held(&next, engine.Light) > held(&taken, engine.Light) {
					t.Fatalf("%s in %s, but %s gains more", m, p.String(), other)
				}
			}
		})
	}
}

func TestGreedyBeatsRandom(t *testing.T) {
	won := 0
	for seed := range uint64(40) {
		choosers := [2]Chooser{Greedy(seed), Random(seed)}
		if end := playThrough(engine.Rules{}, choosers, func(*engine.Position, engine.Move) {}); end.Outcome() == engine.LightWins {
			won++
		}
	}
	if won < 36 {
		t.Errorf("greedy won %d of 40 games against random, want 36 or more", won)
	}
}

func TestSeedsDecideOnTheGame(t *testing.T) {
	game := func(make func(uint64) Chooser, seed uint64) (moves string) {
		playThrough(engine.Rules{}, [2]Chooser{make(seed), make(seed + 1)}, func(_ *engine.Position, m engine.Move) { moves += m.String() + " " })
		return moves
	}
	for name, make := range map[string]func(uint64) Chooser{"random": Random, "greedy": Greedy, "largest": Largest} {
		if first, again := game(make, 1), game(make, 1); first != again {
			t.Errorf("%s plays two games with one seed", name)
		}
		if game(make, 1) == game(make, 2) {
			t.Errorf("%s plays one game with two seeds", name)
		}
	}
}

func TestLargestPlacesTheLargestBuildingThatItCan(t *testing.T) {
	for _, set := range engine.RuleSets() {
		for seed := range uint64(10) {
			playThrough(engine.Rules{Set: set}, [2]Chooser{Largest(seed), Largest(seed + 1)}, func(p *engine.Position, m engine.Move) {
				if err := p.Check(m); err != nil {
					t.Fatalf("%s in %s: %v", m, p.String(), err)
				}
				for _, other := range p.Moves(nil) {
					if other.Squares().Count() > m.Squares().Count() {
						t.Fatalf("%s in %s, but %s is larger", m, p.String(), other)
					}
				}
			})
		}
	}
}

func TestRandomTakesEveryMoveAboutAsOften(t *testing.T) {
	position := engine.Start(engine.Rules{})
	moves := position.Moves(nil)
	choose := Random(1)
	counts := map[engine.Move]int{}
	const each = 200
	for range each * len(moves) {
		counts[choose(&position)]++
	}
	for _, move := range moves {
		if n := counts[move]; n < each/2 || n > each*3/2 {
			t.Errorf("%s was taken %d times of %d expected", move, n, each)
		}
	}
}
