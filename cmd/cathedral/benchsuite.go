package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"cathedral/bench/suite"
)

func runBenchSuite(ctx context.Context, options *benchOptions) error {
	config := suite.Config{
		Limits: options.config.Limits, Threads: options.config.Threads, HashMiB: options.config.HashMiB,
		Techniques: options.config.Techniques,
	}
	shown := options.newProgress("questions", int64(len(options.questions)))
	shown.set(0)
	var answers []suite.Answer
	err := suite.Run(ctx, options.questions, config, func(a suite.Answer) {
		answers = append(answers, a)
		shown.set(int64(len(answers)))
	})
	shown.end()
	if err != nil {
		return err
	}
	if options.json {
		return writeJSON(options.out, newSuiteObject(answers))
	}
	return writeSuite(options.out, answers)
}

// writeSuite writes the unsolved questions and a table of the solved ones.
func writeSuite(out io.Writer, answers []suite.Answer) error {
	fmt.Fprintf(out, "%-22s %-9s %8s  %s\n", "not solved", "found", "score", "wanted")
	for i := range answers {
		if a := &answers[i]; !a.Solved {
			fmt.Fprintf(out, "%-22s %-9s %8s  %s\n", a.Question.Name, a.Best, scoreText(a.Score), wantedText(a.Question))
		}
	}
	fmt.Fprintf(out, "\n%-14s %10s %10s %16s %14s %15s\n", "theme", "questions", "solved", "nodes (mean)", "ms (mean)", "ms (longest)")
	for _, row := range suite.Table(answers) {
		fmt.Fprintf(out, "%-14s %10d %10d %16d %14.1f %15.1f\n", row.Name, row.Questions, row.Solved,
			row.MeanNodes, 1e3*row.MeanTime.Seconds(), 1e3*row.WorstTime.Seconds())
	}
	_, err := fmt.Fprintln(out, "\nNodes and times are those to the solution of the solved questions.")
	return err
}

// wantedText returns the right answer to a question.
func wantedText(q *suite.Question) string {
	if len(q.Best) == 0 {
		return fmt.Sprintf("=%+d", q.Margin)
	}
	var words []string
	for _, m := range q.Best {
		words = append(words, m.String())
	}
	return strings.Join(words, " ")
}

// The objects of `cathedral bench --suite --json`. Times are in milliseconds.
type (
	suiteObject struct {
		Answers []answerObject `json:"answers"`
		Table   []rowObject    `json:"table"`
	}
	answerObject struct {
		Name   string      `json:"name"`
		Theme  string      `json:"theme"`
		Solved bool        `json:"solved"`
		Move   string      `json:"move"`
		Score  scoreObject `json:"score"`
		Depth  int         `json:"depth"`
		Nodes  uint64      `json:"nodes"`
		Time   float64     `json:"time_ms"`
	}
	rowObject struct {
		Name      string  `json:"name"`
		Questions int     `json:"questions"`
		Solved    int     `json:"solved"`
		Nodes     uint64  `json:"mean_nodes"`
		Time      float64 `json:"mean_ms"`
		Longest   float64 `json:"longest_ms"`
	}
)

func newSuiteObject(answers []suite.Answer) suiteObject {
	var object suiteObject
	for i := range answers {
		a := &answers[i]
		object.Answers = append(object.Answers, answerObject{
			a.Question.Name, a.Question.Theme.String(), a.Solved, a.Best.String(), newScoreObject(a.Score),
			a.Depth, a.Nodes, 1e3 * a.Time.Seconds(),
		})
	}
	for _, row := range suite.Table(answers) {
		object.Table = append(object.Table, rowObject{
			row.Name, row.Questions, row.Solved, row.MeanNodes, 1e3 * row.MeanTime.Seconds(), 1e3 * row.WorstTime.Seconds(),
		})
	}
	return object
}
