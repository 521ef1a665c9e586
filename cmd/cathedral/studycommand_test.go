package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cathedral/bench/study"
	"cathedral/engine"
)

func TestStudyGrowFlagsBecomeOptions(t *testing.T) {
	var got *studyGrowOptions
	cmd := newStudyGrowCommand(testFactory("", io.Discard), func(_ context.Context, options *studyGrowOptions) error {
		got = options
		return nil
	})
	err := execute(cmd, "tree.txt", "--rules", "woods", "--optional-capture", "--nodes", "500", "--lines", "4", "--proof-nodes", "9",
		"--positions", "70", "--time", "3m", "--placements", "20", "--threads", "2")
	if err != nil {
		t.Fatal(err)
	}
	settings := study.Settings{Rules: engine.Rules{Set: engine.Woods, OptionalCapture: true}, Nodes: 500, Lines: 4, ProofNodes: 9}
	growth := study.Growth{Positions: 70, Time: 3 * time.Minute, Share: 20, AtATime: 2}
	if got.settings != settings || got.growth != growth || got.file != "tree.txt" {
		t.Errorf("options %+v", got)
	}
	for _, arguments := range [][]string{
		{}, {"a.txt", "b.txt"}, {"a.txt", "--nodes", "0"}, {"a.txt", "--lines", "0"}, {"a.txt", "--positions", "0"},
		{"a.txt", "--time", "-1s"}, {"a.txt", "--placements", "101"}, {"a.txt", "--threads", "0"},
	} {
		var usage *usageError
		if err := execute(newStudyGrowCommand(testFactory("", io.Discard), nil), arguments...); !errors.As(err, &usage) {
			t.Errorf("%q: the error is %v, want one of usage", arguments, err)
		}
	}
}

// Games of other rules than the tree's are refused before anything is searched.
func TestATreeTakesGamesOfItsRulesOnly(t *testing.T) {
	folder := t.TempDir()
	games, tree := filepath.Join(folder, "games.txt"), filepath.Join(folder, "tree.txt")
	if err := os.WriteFile(games, []byte("[Event \"x\"]\n[Rules \"mattel\"]\n\n1. CAnF5 *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := execute(newStudyGrowCommand(testFactory("", io.Discard), nil), tree, "--games", games); err == nil {
		t.Error("games of mattel are counted in a tree of classic")
	}
	if _, err := os.Stat(tree); err == nil {
		t.Error("a tree was begun")
	}
}
