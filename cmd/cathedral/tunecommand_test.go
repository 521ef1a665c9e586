package main

import (
	"context"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/bench/tune"
	"cathedral/engine"
)

func TestTuneGamesFlagsBecomeOptions(t *testing.T) {
	var got *tuneGamesOptions
	cmd := newTuneGamesCommand(testFactory("", io.Discard), func(_ context.Context, options *tuneGamesOptions) error {
		got = options
		return nil
	})
	arguments := []string{"--games", "7", "--seed", "3", "--nodes", "9", "--noise", "0", "--threads", "2", "--rules", "woods", "games.txt"}
	if err := execute(cmd, arguments...); err != nil {
		t.Fatal(err)
	}
	want := tune.Recipe{Rules: engine.Rules{Set: engine.Woods}, Seed: 3, Nodes: 9}
	if got.recipe != want || got.games != 7 || got.threads != 2 || got.file != "games.txt" {
		t.Errorf("options %+v", got)
	}
}

func TestTuneEvaluationFlagsBecomeOptions(t *testing.T) {
	var got *tuneEvaluationOptions
	cmd := newTuneEvaluationCommand(testFactory("", io.Discard), func(_ context.Context, options *tuneEvaluationOptions) error {
		got = options
		return nil
	})
	if err := execute(cmd, "--score", "0.25", "--epochs", "3", "a.txt", "b.txt", "--out", "folder"); err != nil {
		t.Fatal(err)
	}
	if got.share != 0.25 || got.epochs != 3 || got.folder != "folder" || !slices.Equal(got.files, []string{"a.txt", "b.txt"}) {
		t.Errorf("options %+v", got)
	}
}

func TestTuneRankingFlagsBecomeOptions(t *testing.T) {
	var got *tuneRankingOptions
	cmd := newTuneRankingCommand(testFactory("", io.Discard), func(_ context.Context, options *tuneRankingOptions) error {
		got = options
		return nil
	})
	if err := execute(cmd, "--depth", "2", "a.txt", "--out", "ranking.go"); err != nil {
		t.Fatal(err)
	}
	if got.depth != 2 || got.source != "ranking.go" || !slices.Equal(got.files, []string{"a.txt"}) {
		t.Errorf("options %+v", got)
	}
}

func TestProgressIsToldInLinesNowAndThen(t *testing.T) {
	var out strings.Builder
	f := testFactory("", io.Discard)
	f.err = &out
	p := f.newProgress("games", 100)
	p.set(20) // were there before
	p.set(30)
	if out.Len() > 0 {
		t.Errorf("%q at once", out.String())
	}
	p.begin = p.begin.Add(-20 * time.Second)
	p.reported = p.begin
	p.set(40)
	p.set(41)
	if got, want := out.String(), "40 of 100 games, 1m0s left\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.end()
	(*progress)(nil).end()
}

func TestProgressIsABarWhereAPersonLooksOn(t *testing.T) {
	var out strings.Builder
	f := testFactory("", io.Discard)
	f.err, f.interactive = &out, true
	p := f.newProgress("games", 4)
	p.set(2)
	p.set(4)
	p.end()
	if !strings.Contains(out.String(), "games") || !strings.Contains(out.String(), "(2/4)") {
		t.Errorf("%q", out.String())
	}
}
