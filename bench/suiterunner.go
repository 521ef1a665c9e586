package bench

import (
	"context"
	"slices"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// Answer is the search's answer to a question.
type Answer struct {
	Question *Question
	Solved   bool
	Best     engine.Move
	Score    search.Score
	// Depth, Nodes and Time are those at which the search found the right answer for
	// good, or those of the whole search if it did not.
	Depth int
	Nodes uint64
	Time  time.Duration
}

// Ask asks the questions one after the other, each with an empty table, and reports the
// answers. The positions of config do not matter. The search plays for the margin, since the
// answers are margins or the moves that lead to them. Ask returns an error if there is not
// enough memory for the table or if ctx is cancelled.
func Ask(ctx context.Context, questions []Question, config Config, report func(Answer)) error {
	searcher, err := search.New(config.HashMiB)
	if err != nil {
		return err
	}
	config.objective = search.Margin
	for i := range questions {
		follow := follower{question: &questions[i]}
		found, elapsed := config.search(ctx, searcher, &questions[i].Position, follow.add)
		if err := ctx.Err(); err != nil {
			return err
		}
		found.Info.Time = elapsed
		report(follow.answer(&found))
	}
	return nil
}

// isAnswered reports whether the search has the right answer.
func (q *Question) isAnswered(info *search.Info) bool {
	if len(q.Best) > 0 {
		return len(info.PV) > 0 && slices.Contains(q.Best, info.PV[0])
	}
	return info.Score.Final && info.Score.Bound == search.Exact && info.Score.Squares() == q.Margin
}

// follower keeps the report with which a search found the right answer for good.
type follower struct {
	question *Question
	right    bool
	since    search.Info
}

func (f *follower) add(info search.Info) {
	right := f.question.isAnswered(&info)
	if right && !f.right {
		f.since = info
	}
	f.right = right
}

// answer returns the answer of a finished search.
func (f *follower) answer(found *search.Result) Answer {
	a := Answer{Question: f.question, Solved: f.right, Best: found.Best, Score: found.Info.Score}
	at := &found.Info
	if f.right {
		at = &f.since
	}
	a.Depth, a.Nodes, a.Time = at.Depth, at.Nodes, at.Time
	return a
}

// SuiteRow sums up the answers to the questions of a theme.
type SuiteRow struct {
	Name      string `json:"name"` // the theme, or "all"
	Questions int    `json:"questions"`
	Solved    int    `json:"solved"`
	// The nodes and times, in milliseconds, are those to the solution, for solved questions.
	MeanNodes uint64  `json:"mean_nodes"`
	MeanTime  float64 `json:"mean_ms"`
	WorstTime float64 `json:"longest_ms"`
}

// SuiteTable returns a row for each theme among the answers, and a last row for all of them.
func SuiteTable(answers []Answer) []SuiteRow {
	var rows []SuiteRow
	for theme := range numThemes {
		row := newRow(theme.String(), answers, func(a *Answer) bool { return a.Question.Theme == theme })
		if row.Questions > 0 {
			rows = append(rows, row)
		}
	}
	return append(rows, newRow("all", answers, func(*Answer) bool { return true }))
}

func newRow(name string, answers []Answer, belongs func(*Answer) bool) SuiteRow {
	row := SuiteRow{Name: name}
	var nodes uint64
	var elapsed, worst time.Duration
	for i := range answers {
		a := &answers[i]
		if !belongs(a) {
			continue
		}
		row.Questions++
		if a.Solved {
			row.Solved++
			nodes += a.Nodes
			elapsed += a.Time
			worst = max(worst, a.Time)
		}
	}
	if row.Solved > 0 {
		row.MeanNodes = nodes / uint64(row.Solved)
		row.MeanTime = 1e3 * (elapsed / time.Duration(row.Solved)).Seconds()
		row.WorstTime = 1e3 * worst.Seconds()
	}
	return row
}
