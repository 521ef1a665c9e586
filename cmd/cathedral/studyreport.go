package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"cathedral/bench/study"
	"cathedral/engine"
	"cathedral/engine/record"
)

// studyReportOptions are the options of `cathedral study report`.
type studyReportOptions struct {
	out   io.Writer
	file  string
	games func() ([]*record.Game, error)
	trees []string
}

// newStudyReportCommand returns the command that writes what a study has found. Tests replace
// the work by runF.
func newStudyReportCommand(f *factory, runF func(context.Context, *studyReportOptions) error) *cobra.Command {
	options := &studyReportOptions{out: f.out}
	if runF == nil {
		runF = runStudyReport
	}
	var games []string
	cmd := &cobra.Command{
		Use:   "report FILE",
		Short: "Write tables and pictures of what a study has found",
		Long: `Write what games and trees say about the opening, under each of their rules, as tables
into the Markdown document FILE: the results of all games and of each placement of the
Cathedral, the tree's values and how they agree with the games, the score if squares
were given to Light, what is built first, captures, territories, and how games end.

Each table replaces what stands between its marks, <!-- study: classic placements -->
and <!-- end of study -->; a table without marks is added at the end. The pictures are
written beside FILE. Errors are half the width of 95 % intervals. The games of "study
practice" count for the tree's values alone.`,
		Example: `  cathedral study report OPENINGS.md --games classic.txt --games woods.txt --tree tree.txt`,
		Args:    oneFile("the report"),
		RunE: func(cmd *cobra.Command, arguments []string) error {
			if len(games)+len(options.trees) == 0 {
				return usageErrorf("want --games or --tree")
			}
			options.file = arguments[0]
			options.games = func() ([]*record.Game, error) { return readAllGames(cmd.Context(), f, games) }
			return runF(cmd.Context(), options)
		},
	}
	cmd.Flags().StringArrayVar(&games, "games", nil, "count the games in a `file` (can be repeated)")
	cmd.Flags().StringArrayVar(&options.trees, "tree", nil, "take the values of the tree in a `file` (can be repeated, one for each set of rules)")
	return cmd
}

func runStudyReport(_ context.Context, options *studyReportOptions) error {
	games, err := options.games()
	if err != nil {
		return err
	}
	var studied []engine.Rules
	for _, game := range games {
		if !slices.Contains(studied, game.Rules) {
			studied = append(studied, game.Rules)
		}
	}
	trees := map[engine.Rules]*study.Tree{}
	for _, path := range options.trees {
		tree, err := study.ReadTree(path)
		if err != nil {
			return err
		}
		if trees[tree.Rules] != nil {
			return usageErrorf("--tree %s: there is another tree of %v rules: merge them", path, tree.Rules)
		}
		trees[tree.Rules] = tree
		if !slices.Contains(studied, tree.Rules) {
			studied = append(studied, tree.Rules)
		}
	}
	var tables []study.Table
	for _, rules := range studied {
		report := study.NewReport(rules, trees[rules], games)
		tables = append(tables, report.Tables()...)
		for _, picture := range report.Pictures() {
			if err := os.WriteFile(filepath.Join(filepath.Dir(options.file), picture.Name), []byte(picture.SVG), 0o644); err != nil {
				return err
			}
		}
	}
	document, err := os.ReadFile(options.file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text, err := study.ReplaceTables(string(document), tables)
	if err != nil {
		return fmt.Errorf("%s: %w", options.file, err)
	}
	if err := os.WriteFile(options.file, []byte(text), 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(options.out, "%s: %s, %s\n", options.file, counted(len(games), "game"), counted(len(tables), "table"))
	return err
}
