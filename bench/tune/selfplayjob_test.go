package tune

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/jobs"
	"cathedral/engine/record"
	"cathedral/search"
)

// poor is a recipe of games that take little time.
var poor = Recipe{Seed: 5, Nodes: 60, Noise: 8}

// contrary is a carrier that does the jobs from the last to the first, and brings each
// result twice.
type contrary struct{}

func (contrary) Carry(ctx context.Context, run jobs.Run) error {
	kind := Kind("this", 1)
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
					_, err = run.Accept(jobs.Result{Job: job.ID, Worker: "a", Payload: text})
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
	for _, players := range []Players{{Threads: 2}, {Carrier: contrary{}, Build: "this"}} {
		path := filepath.Join(t.TempDir(), "games.txt")
		for _, games := range []int{2, 5} { // and continued
			if err := Generate(t.Context(), path, poor, games, players, func(int) {}); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] || strings.Count(texts[0], "[Event ") != 5 {
		t.Errorf("in this process the file is\n%s\nby workers\n%s", texts[0], texts[1])
	}
}

func TestWorkersOfAnotherBuildPlayNoGames(t *testing.T) {
	path := filepath.Join(t.TempDir(), "games.txt")
	err := Generate(t.Context(), path, poor, 1, Players{Carrier: contrary{}, Build: "that"}, func(int) {})
	if err == nil || !strings.Contains(err.Error(), `it is of another build: this worker is this, the run "that"`) {
		t.Errorf("error %v", err)
	}
}

// playedGames returns the games of poor with the given numbers.
func playedGames(t testing.TB, numbers ...int) []*selfplayResult {
	t.Helper()
	searcher, err := search.New(hashMiB)
	if err != nil {
		t.Fatal(err)
	}
	var games []*selfplayResult
	for _, number := range numbers {
		game, err := poor.play(t.Context(), searcher, number)
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, game)
	}
	return games
}

func TestGamesThatAreNotOfTheRecipeAreRefused(t *testing.T) {
	game := playedGames(t, 0)[0]
	if _, err := poor.record(game); err != nil || !game.Proven {
		t.Fatalf("an honest game is refused (proven %t): %v", game.Proven, err)
	}
	searched := slices.IndexFunc(game.Comments, func(text string) bool { return text != "" })
	for want, change := range map[string]func(*selfplayResult){
		"comments on":                 func(g *selfplayResult) { g.Comments = g.Comments[1:] },
		"move 1, \"nonsense\"":        func(g *selfplayResult) { g.Moves[0] = "nonsense" },
		"but ":                        func(g *selfplayResult) { g.Number++ },
		"move 1 is":                   func(g *selfplayResult) { g.Comments[0] = "+1.00/5" },
		"has the comment":             func(g *selfplayResult) { g.Comments[searched] = "" },
		`has the comment "+1.00/5 }[`: func(g *selfplayResult) { g.Comments[searched] = "+1.00/5 }[Event" },
		"neither on the board":        func(g *selfplayResult) { g.Proven = false },
		"cannot end with -1-":         func(g *selfplayResult) { g.Light = -1 },
		"-999":                        func(g *selfplayResult) { g.Dark = 999 },
		"although a random move":      func(g *selfplayResult) { g.Moves, g.Comments = nil, nil },
	} {
		changed := *game
		changed.Moves, changed.Comments = slices.Clone(game.Moves), slices.Clone(game.Comments)
		change(&changed)
		if _, err := poor.record(&changed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
}

// A result that a job cannot have is refused, and the run goes on.
func TestResultsOfOtherJobsAreRefused(t *testing.T) {
	games := playedGames(t, 0, 1)
	file, err := openGamesFile(filepath.Join(t.TempDir(), "games.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	g := &generation{recipe: &poor, file: file, early: map[int]*record.Game{}, report: func(int) {}}
	for job, payload := range map[string]any{"1": games[1], "2": games[0], "3": "junk"} {
		text, err := json.Marshal(payload)
		if err != nil {
			t.Fatal(err)
		}
		done, err := g.accept(jobs.Result{Job: job, Payload: text})
		if _, refused := err.(*jobs.RefusedError); !refused || done || file.games > 0 {
			t.Errorf("job %s: done %t, error %v", job, done, err)
		}
	}
}

// Whatever a job says, the worker goes on.
func FuzzSelfplayJob(f *testing.F) {
	f.Add(`{"rules":"classic","seed":1,"nodes":5,"noise":3,"number":0}`)
	f.Add(`{"rules":"x","nodes":0}`)
	f.Fuzz(func(t *testing.T, payload string) {
		var job selfplayJob
		if json.Unmarshal([]byte(payload), &job) != nil {
			return
		}
		if recipe, err := job.recipe(); err == nil && (recipe.Nodes < 1 || recipe.Noise < 0) {
			t.Errorf("%s has the recipe %+v", payload, recipe)
		}
	})
}

// Whatever a worker sends, the file can be written.
func FuzzSelfplayResult(f *testing.F) {
	for _, game := range playedGames(f, 0, 1) {
		text, err := json.Marshal(game)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Add(`{"number":-1,"moves":["CAnB1"],"comments":[""],"proven":true,"light":9}`)
	f.Fuzz(func(t *testing.T, payload string) {
		var played selfplayResult
		if json.Unmarshal([]byte(payload), &played) != nil {
			return
		}
		game, err := poor.record(&played)
		if err != nil {
			return
		}
		var text strings.Builder
		if err := game.Write(&text); err != nil {
			t.Errorf("an accepted game cannot be written: %v", err)
		}
	})
}
