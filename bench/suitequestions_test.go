package bench_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"cathedral/bench"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

func questions(t testing.TB) []bench.Question {
	t.Helper()
	all, err := bench.Questions()
	enginetest.Must(t, err)
	return all
}

func TestSuiteHasHundredQuestionsOfAllThemes(t *testing.T) {
	names := map[string]bool{}
	boards := map[uint64]bool{}
	themes := map[bench.Theme]int{}
	for _, q := range questions(t) {
		if names[q.Name] || boards[q.Position.Key()] {
			t.Errorf("%s is in the suite twice", q.Name)
		}
		names[q.Name], boards[q.Position.Key()] = true, true
		themes[q.Theme]++
		if q.Origin == "" {
			t.Errorf("%s: no origin", q.Name)
		}
		if q.Position.Over() {
			t.Errorf("%s: the game is over", q.Name)
		}
	}
	if len(names) < 100 {
		t.Errorf("%d questions, want at least 100", len(names))
	}
	for _, theme := range []bench.Theme{bench.Capture, bench.Closing, bench.DoubleThreat, bench.Sacrifice, bench.Endgame} {
		if themes[theme] < 10 {
			t.Errorf("%d questions of %s, want at least 10", themes[theme], theme)
		}
	}
}

func TestBestMovesDoWhatTheThemeSays(t *testing.T) {
	for _, q := range questions(t) {
		if (q.Theme == bench.Endgame) != (len(q.Best) == 0) {
			t.Errorf("%s: %d best moves", q.Name, len(q.Best))
		}
		for _, m := range q.Best {
			if !describes(q.Theme, &q.Position, m) {
				t.Errorf("%s: %s does not have the theme %s", q.Name, m, q.Theme)
			}
		}
	}
}

// TestLateAnswersAreProvenAgain proves the quickest questions again: the margin of each,
// and that every other move is worse by two squares or more.
func TestLateAnswersAreProvenAgain(t *testing.T) {
	searcher, err := search.New(16)
	enginetest.Must(t, err)
	margin := func(p *engine.Position, moves []engine.Move) int {
		found := searcher.Search(context.Background(), p, search.Limits{Solve: true, Moves: moves}, search.DefaultOptions(), func(search.Info) {})
		return found.Info.Score.Squares()
	}
	from := 20 // the ply
	if enginetest.IsLong() {
		from = 18
	}
	proven := 0
	for _, q := range questions(t) {
		if !q.Proven || q.Position.Ply() < from {
			continue
		}
		proven++
		if got := margin(&q.Position, nil); got != q.Margin {
			t.Errorf("%s: margin %d, want %d", q.Name, got, q.Margin)
		}
		if others := without(q.Position.Moves(nil), q.Best); len(q.Best) > 0 {
			if got := margin(&q.Position, others); got > q.Margin-2 {
				t.Errorf("%s: another move has margin %d, the best %d", q.Name, got, q.Margin)
			}
		}
	}
	if proven < 5 {
		t.Errorf("only %d questions were proven", proven)
	}
}

func without(moves, some []engine.Move) []engine.Move {
	return slices.DeleteFunc(moves, func(m engine.Move) bool { return slices.Contains(some, m) })
}

// lateText is a question that is solved in almost no time.
const lateText = `LFLLILLLLL/FFFIIYYBBB/iF1OO1YYLL/iiOO2YCCM/dfO1AA1CMM/fffAA1mCCM/dfii+mmbbb/cci+++mydd/dcQQ+qqyyy/ccQQ+qqdyd d - 19 `

func TestFaultyQuestionsAreNamed(t *testing.T) {
	for _, test := range []struct{ operations, want string }{
		{`theme endgame; fm -6; c0 "x";`, "operand of id"},
		{`id "a"; fm -6; c0 "x";`, "operand of theme"},
		{`id "a"; theme endgame; fm -6;`, "operand of c0"},
		{`id "a"; theme trap; fm -6; c0 "x";`, `"trap" is not a theme`},
		{`id "a"; theme endgame; c0 "x";`, "neither bm nor fm"},
		{`id "a"; theme capture; bm CAnF5; c0 "x";`, "bm"},
		{`id "a"; theme endgame; fm few; c0 "x";`, "fm"},
	} {
		_, err := bench.ReadQuestions(strings.NewReader("# first line\n" + lateText + test.operations + "\n"))
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: error %v, want line 2 and %q", test.operations, err, test.want)
		}
	}
}

func TestAnswersAreJudgedByMoveOrMargin(t *testing.T) {
	read, err := bench.ReadQuestions(strings.NewReader(
		lateText + `id "right"; theme endgame; fm -6; c0 "x";` + "\n" +
			lateText + `id "wrong"; theme endgame; fm -5; c0 "x";` + "\n"))
	enginetest.Must(t, err)
	config := small()
	config.Limits.Nodes = 100_000
	var answers []bench.Answer
	ask := func(questions []bench.Question) {
		enginetest.Must(t, bench.Ask(t.Context(), questions, config, func(a bench.Answer) { answers = append(answers, a) }))
	}
	ask(read)
	// The best move found is first a right answer, then a wrong one.
	byMove := read[0]
	byMove.Best = []engine.Move{answers[0].Best}
	other := byMove
	other.Best = without(byMove.Position.Moves(nil), byMove.Best)[:1]
	ask([]bench.Question{byMove, other})
	for i, want := range []bool{true, false, true, false} {
		if answers[i].Solved != want {
			t.Errorf("answer %d: solved %v, want %v", i, answers[i].Solved, want)
		}
	}
	table := bench.SuiteTable(answers)
	if len(table) != 2 || table[0].Name != "endgame" || table[1].Name != "all" || table[1].Questions != 4 || table[1].Solved != 2 {
		t.Errorf("table %+v", table)
	}
}

func TestTheSuiteEndsWhenItIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := bench.Ask(ctx, questions(t), small(), func(bench.Answer) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
