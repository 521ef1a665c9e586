package bench

import (
	"context"
	"fmt"
	"strings"

	"cathedral/bench"
	"cathedral/cmd/internal/command"
)

func (o *options) runSuite(ctx context.Context) error {
	shown := o.NewProgress("questions", len(o.questions))
	shown.Set(0)
	var answers []bench.Answer
	err := bench.Ask(ctx, o.questions, o.config, func(a bench.Answer) {
		answers = append(answers, a)
		shown.Set(len(answers))
	})
	shown.End()
	if err != nil {
		return err
	}
	result := suiteReport{Table: bench.SuiteTable(answers)}
	for i := range answers {
		a := &answers[i]
		result.Answers = append(result.Answers, answer{
			Name: a.Question.Name, Theme: a.Question.Theme.String(), Solved: a.Solved, Move: a.Best.String(), Score: newScore(a.Score),
			Depth: a.Depth, Nodes: a.Nodes, Time: 1e3 * a.Time.Seconds(), wanted: wantedText(a.Question),
		})
	}
	return command.Print(o.Out, o.json, &result)
}

// suiteReport is the result of `cathedral bench --suite`.
type suiteReport struct {
	Answers []answer         `json:"answers"`
	Table   []bench.SuiteRow `json:"table"`
}

// answer is the answer to a question. The time is in milliseconds.
type answer struct {
	Name   string  `json:"name"`
	Theme  string  `json:"theme"`
	Solved bool    `json:"solved"`
	Move   string  `json:"move"`
	Score  score   `json:"score"`
	Depth  int     `json:"depth"`
	Nodes  uint64  `json:"nodes"`
	Time   float64 `json:"time_ms"`
	wanted string
}

// String returns the unsolved questions and a table of the solved ones.
func (r *suiteReport) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%-22s %-9s %8s  %s\n", "not solved", "found", "score", "wanted")
	for _, a := range r.Answers {
		if !a.Solved {
			fmt.Fprintf(&text, "%-22s %-9s %8s  %s\n", a.Name, a.Move, a.Score, a.wanted)
		}
	}
	fmt.Fprintf(&text, "\n%-14s %10s %10s %16s %14s %15s\n", "theme", "questions", "solved", "nodes (mean)", "ms (mean)", "ms (longest)")
	for _, row := range r.Table {
		fmt.Fprintf(&text, "%-14s %10d %10d %16d %14.1f %15.1f\n", row.Name, row.Questions, row.Solved, row.MeanNodes, row.MeanTime, row.WorstTime)
	}
	text.WriteString("\nNodes and times are those to the solution of the solved questions.\n")
	return text.String()
}

// wantedText returns the right answer to a question.
func wantedText(q *bench.Question) string {
	if len(q.Best) == 0 {
		return fmt.Sprintf("=%+d", q.Margin)
	}
	var words []string
	for _, m := range q.Best {
		words = append(words, m.String())
	}
	return strings.Join(words, " ")
}
