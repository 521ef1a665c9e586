package tune

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"cathedral/bench/jobs"
	"cathedral/engine"
	"cathedral/search"
)

// JobKind is the kind of the jobs of games of the engine against itself.
const JobKind = "selfplay"

// selfplayJob describes one game to a worker.
type selfplayJob struct {
	Rules           string `json:"rules"` // the name of the set
	OptionalCapture bool   `json:"optionalCapture,omitempty"`
	Seed            uint64 `json:"seed"`
	Nodes           uint64 `json:"nodes"`
	Noise           int    `json:"noise"`
	Number          int    `json:"number"` // of the game, from 0
}

// selfplayResult is what a worker tells of a game. The random moves have no comment. They
// follow from the recipe, so the process that appends the game draws them again.
type selfplayResult struct {
	Number   int      `json:"number"`
	Moves    []string `json:"moves"`
	Comments []string `json:"comments"`
	// Proven says that the game ends with the proven numbers of unplaced squares.
	Proven bool `json:"proven,omitempty"`
	Light  int  `json:"light,omitempty"`
	Dark   int  `json:"dark,omitempty"`
}

// jobID returns the identity of the job of a game.
func jobID(number int) string { return fmt.Sprint(number + 1) }

// jobs returns the jobs of the games numbered from up to, but not including, to.
func (r *Recipe) jobs(from, to int) iter.Seq[jobs.Job] {
	return func(yield func(jobs.Job) bool) {
		for number := from; number < to; number++ {
			job := selfplayJob{r.Rules.Set.String(), r.Rules.OptionalCapture, r.Seed, r.Nodes, r.Noise, number}
			if !yield(jobs.Job{ID: jobID(number), Payload: job}) {
				return
			}
		}
	}
}

// recipe returns the recipe of the job's game.
func (j *selfplayJob) recipe() (Recipe, error) {
	set, err := engine.ParseRuleSet(j.Rules)
	if err == nil && (j.Nodes < 1 || j.Noise < 0 || j.Number < 0) {
		err = fmt.Errorf("a game cannot have the number %d, %d nodes and the noise %d", j.Number, j.Nodes, j.Noise)
	}
	return Recipe{Rules: engine.Rules{Set: set, OptionalCapture: j.OptionalCapture}, Seed: j.Seed, Nodes: j.Nodes, Noise: j.Noise}, err
}

// selfplayWorker plays games of recipes. It is safe for concurrent use.
type selfplayWorker struct{ searchers chan *search.Searcher } // idle

// newSelfplayWorker returns a worker that keeps the tables of the given number of games.
func newSelfplayWorker(games int) *selfplayWorker {
	return &selfplayWorker{make(chan *search.Searcher, games)}
}

// Kind returns the kind of jobs of a worker. build is that of this program, and games the
// number of games it plays at a time.
func Kind(build string, games int) jobs.Kind {
	return jobs.Kind{Name: JobKind, Work: newSelfplayWorker(games).work, Check: jobs.CheckBuildNeeds(build)}
}

// work plays the game of a job.
func (w *selfplayWorker) work(ctx context.Context, payload json.RawMessage, deliver func(result any) error) error {
	var job selfplayJob
	if err := json.Unmarshal(payload, &job); err != nil {
		return err
	}
	recipe, err := job.recipe()
	if err != nil {
		return err
	}
	var searcher *search.Searcher
	select {
	case searcher = <-w.searchers:
	default:
		if searcher, err = search.New(hashMiB); err != nil {
			return err
		}
	}
	played, err := recipe.play(ctx, searcher, job.Number)
	select {
	case w.searchers <- searcher:
	default:
	}
	if err != nil {
		return err
	}
	return deliver(played)
}
