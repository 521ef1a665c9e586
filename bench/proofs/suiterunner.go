package proofs

import (
	"context"
	"slices"
	"time"

	"cathedral/engine"
	"cathedral/search"
)

// SuiteConfig holds the settings of a run of the suite.
type SuiteConfig struct {
	Limits  search.Limits // for each question
	Threads int           // at least 1
	HashMiB int
	// Techniques are those of the search.
	Techniques search.Techniques
}

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
// answers. The search plays for the margin, since the answers are margins or the moves
// that lead to them. Ask returns an error if there is not enough memory for the table
// or if ctx is cancelled.
func Ask(ctx context.Context, questions []Question, config SuiteConfig, report func(Answer)) error {
	searcher, err := search.New(config.HashMiB)
	if err != nil {
		return err
	}
	options := search.DefaultOptions()
	options.Threads, options.Objective, options.Techniques = config.Threads, search.Margin, config.Techniques
	for i := range questions {
		searcher.Clear()
		follow := follower{question: &questions[i]}
		begin := time.Now()
		found := searcher.Search(ctx, &questions[i].Position, config.Limits, options, follow.add)
		found.Info.Time = time.Since(begin)
		if err := ctx.Err(); err != nil {
			return err
		}
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

// Row sums up the answers to the questions of a theme.
type Row struct {
	Name      string `json:"name"` // the theme, or "all"
	Questions int    `json:"questions"`
	Solved    int    `json:"solved"`
	// The nodes and times, in milliseconds, are those to the solution, for solved questions.
	MeanNodes uint64  `json:"mean_nodes"`
	MeanTime  float64 `json:"mean_ms"`
	WorstTime float64 `json:"longest_ms"`
}

// SuiteTable returns a row for each theme among the answers, and a last row for all of them.
func SuiteTable(answers []Answer) []Row {
	var rows []Row
	for theme := range numThemes {
		row := newRow(theme.String(), answers, func(a *Answer) bool { return a.Question.Theme == theme })
		if row.Questions > 0 {
			rows = append(rows, row)
		}
	}
	return append(rows, newRow("all", answers, func(*Answer) bool { return true }))
}

func newRow(name string, answers []Answer, belongs func(*Answer) bool) Row {
	row := Row{Name: name}
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
