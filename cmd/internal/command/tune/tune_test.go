package tune

import (
	"slices"
	"testing"

	"cathedral/bench/tune"
	"cathedral/cmd/internal/command/commandtest"
	"cathedral/engine"
)

func TestTuneGamesFlagsBecomeOptions(t *testing.T) {
	arguments := []string{"--games", "7", "--seed", "3", "--nodes", "9", "--noise", "0", "--threads", "2", "--rules", "woods", "games.txt"}
	got, err := commandtest.Options(newGamesCommand, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	want := tune.Recipe{Rules: engine.Rules{Set: engine.Woods}, Seed: 3, Nodes: 9}
	if got.recipe != want || got.Games != 7 || got.Threads != 2 || got.File != "games.txt" {
		t.Errorf("options %+v", got)
	}
}

func TestTuneEvaluationFlagsBecomeOptions(t *testing.T) {
	got, err := commandtest.Options(newEvaluationCommand, "--score", "0.25", "--epochs", "3", "a.txt", "b.txt", "--out", "folder")
	if err != nil {
		t.Fatal(err)
	}
	if got.share != 0.25 || got.epochs != 3 || got.out != "folder" || !slices.Equal(got.files, []string{"a.txt", "b.txt"}) {
		t.Errorf("options %+v", got)
	}
}

func TestTuneRankingFlagsBecomeOptions(t *testing.T) {
	got, err := commandtest.Options(newRankingCommand, "--depth", "2", "a.txt", "--out", "ranking.go")
	if err != nil {
		t.Fatal(err)
	}
	if got.depth != 2 || got.out != "ranking.go" || !slices.Equal(got.files, []string{"a.txt"}) {
		t.Errorf("options %+v", got)
	}
}
