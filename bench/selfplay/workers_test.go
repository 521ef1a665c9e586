package selfplay

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
	"cathedral/search"
)

// contrary is a carrier that does the jobs from the last to the first, and brings each
// result twice.
type contrary struct{}

func (contrary) Carry(ctx context.Context, run farm.Run) error {
	kind := Kind("this")
	needs, err := json.Marshal(run.Needs)
	if err != nil {
		return err
	}
	if err := kind.Check(needs); err != nil {
		return err
	}
	all := slices.Collect(run.Jobs)
	slices.Reverse(all)
	for _, job := range all {
		payload, err := json.Marshal(job.Payload)
		if err != nil {
			return err
		}
		err = kind.Work(ctx, payload, func(result any) error {
			text, err := json.Marshal(result)
			for range 2 {
				if err == nil {
					_, err = run.Accept(farm.Result{Job: job.ID, Host: "a", Payload: text})
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func TestTheFileIsTheSameWhoeverPlaysItsGames(t *testing.T) {
	var texts []string
	for _, players := range []farm.Workers{{Threads: 2}, {Carrier: contrary{}, Build: "this"}} {
		path := filepath.Join(t.TempDir(), "games.txt")
		for _, games := range []int{2, 5} { // and continued
			enginetest.Must(t, Append(t.Context(), path, quick, games, players, func(int) {}))
		}
		texts = append(texts, benchtest.Read(t, path))
	}
	if texts[0] != texts[1] || strings.Count(texts[0], "[Event ") != 5 {
		t.Errorf("in this process the file is\n%s\nby workers\n%s", texts[0], texts[1])
	}
}

func TestWorkersOfAnotherBuildPlayNoGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	err := Append(t.Context(), path, quick, 1, farm.Workers{Carrier: contrary{}, Build: "that"}, func(int) {})
	if err == nil || !strings.Contains(err.Error(), `the builds differ: this worker is this, the run "that"`) {
		t.Errorf("error %v", err)
	}
}

// playedGame returns a game of quick.
func playedGame(t testing.TB, number int) *record.Game {
	t.Helper()
	searcher, err := quick.searcher()
	enginetest.Must(t, err)
	game, err := quick.play(t.Context(), searcher, number)
	enginetest.Must(t, err)
	return game
}

func TestGamesThatAreNotOfTheRecipeAreRefused(t *testing.T) {
	game, other := playedGame(t, 0), playedGame(t, 1)
	if err := quick.check(game, 0); err != nil {
		t.Fatalf("an honest game is refused: %v", err)
	}
	searched := slices.IndexFunc(game.Moves, func(move record.Move) bool { return move.Comment != "" })
	tried := slices.IndexFunc(game.Moves, func(move record.Move) bool { return len(move.Variations) > 0 })
	for want, change := range map[string]func(*record.Game){
		"was picked":                  func(g *record.Game) { g.Moves = other.Moves },
		"move 1 has the comment":      func(g *record.Game) { g.Moves[0].Comment = "+1.00/5 0.000s" },
		"has the comment":             func(g *record.Game) { g.Moves[searched].Comment = "" },
		`has the comment "+1.00/5 }[`: func(g *record.Game) { g.Moves[searched].Comment = "+1.00/5 }[Event" },
		"it has tags":                 func(g *record.Game) { g.Moves[searched].Comment = "+1.00/5 0.100s" },
		"that no game of the recipe":  func(g *record.Game) { g.SetTag("Annotator", "Eve") },
		"does not end on the board":   func(g *record.Game) { g.Moves = g.Moves[:searched+1] },
		"for the variation":           func(g *record.Game) { g.Moves[tried].Variations = nil },
		"has tags or comments":        func(g *record.Game) { g.Moves[0].Variations = []record.Variation{{Moves: slices.Clone(g.Moves[:1])}} },
	} {
		changed := *game
		changed.Tags, changed.Moves = slices.Clone(game.Tags), slices.Clone(game.Moves)
		change(&changed)
		if err := quick.check(&changed, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

// Games of a study are searched from the first move on, and end on the board.
func TestGamesThatAreNotOfAStudyAreRefused(t *testing.T) {
	recipe := study(1, 60, nil)
	searcher, err := recipe.searcher()
	enginetest.Must(t, err)
	game, err := recipe.play(t.Context(), searcher, 0)
	if err != nil || recipe.check(game, 0) != nil {
		t.Fatalf("an honest game is refused: %v, %v", err, recipe.check(game, 0))
	}
	proven := slices.IndexFunc(game.Moves, func(move record.Move) bool { return move.Comment == "" })
	if proven < 0 {
		t.Fatal("no line is proven")
	}
	for want, change := range map[string]func(*record.Game){
		"does not end on the board":                      func(g *record.Game) { g.Moves = g.Moves[:5] },
		"where it is not its turn":                       func(g *record.Game) { g.Moves[0].Move = engine.CathedralPlacements()[1] },
		"has the comment \"book\"":                       func(g *record.Game) { g.Moves[1].Comment = "book" },
		fmt.Sprintf("move %d has the comment", proven+2): func(g *record.Game) { g.Moves[proven+1].Comment = "+1.00/5 0.000s" },
	} {
		changed := *game
		changed.Moves = slices.Clone(game.Moves)
		change(&changed)
		if err := recipe.check(&changed, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

// No job stops the worker.
func FuzzJob(f *testing.F) {
	f.Add(`{"Recipe":{"Rules":{"Set":1},"Seed":1,"Nodes":5,"Noise":3},"Number":0}`)
	f.Add(`{"Recipe":{"Rules":{"Set":9},"Nodes":0,"Noise":-1},"Number":-1}`)
	ended, end := context.WithCancel(f.Context())
	end()
	f.Fuzz(func(t *testing.T, payload string) {
		var j job
		if json.Unmarshal([]byte(payload), &j) != nil {
			return
		}
		if game, err := j.Recipe.play(ended, new(search.Searcher), j.Number); err == nil && j.Recipe.Nodes < 1 {
			t.Errorf("%s has the game %v", payload, game)
		}
	})
}

// The file can be written with any result that is accepted.
func FuzzResult(f *testing.F) {
	for number := range 2 {
		text, err := playedGame(f, number).Text()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(number, text)
	}
	f.Add(-1, "1. CAnB1 *")
	f.Fuzz(func(t *testing.T, number int, text string) {
		game, err := quick.accept(number, text)
		if err != nil {
			return
		}
		if _, err := game.Text(); err != nil {
			t.Errorf("an accepted game cannot be written: %v", err)
		}
	})
}
