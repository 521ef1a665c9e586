package suite_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/suite"
	"cathedral/engine"
	"cathedral/engine/record"
)

// sixthGame returns records that the Finder skips because of their rules, except the
// sixth, a game of random moves. The endgame of a sixth game is that at ply 18, where a
// proof takes almost no time.
func sixthGame(t testing.TB) *bytes.Buffer {
	t.Helper()
	text := benchtest.Read(t, "../testdata/randomgames.txt")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	var records bytes.Buffer
	for range 5 {
		if err := record.New(engine.Start(engine.Rules{Set: engine.Woods})).Write(&records); err != nil {
			t.Fatal(err)
		}
	}
	if err := benchtest.Games(t, lines[len(lines)-1])[0].Write(&records); err != nil {
		t.Fatal(err)
	}
	return &records
}

func TestFinderGivesOriginAndMarginOfAnEndgame(t *testing.T) {
	finder := suite.Finder{EndQuota: 1}
	var found []suite.Question
	position := strings.NewReader("10/10/10/10/5+4/4+++3/5+4/5+4/10/10 d - 1\n") // which is not a game
	err := finder.Find(context.Background(), io.MultiReader(position, sixthGame(t)), "games.txt", func(q suite.Question) error {
		found = append(found, q)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != 1 {
		t.Fatalf("%d questions, want 1", len(found))
	}
	q := found[0]
	if q.Theme != suite.Endgame || !q.Proven || len(q.Best) != 0 || q.Position.Ply() != 18 ||
		!strings.HasPrefix(q.Origin, "games.txt, game 6, ply 18; proven with ") {
		t.Errorf("question %+v", q)
	}
}

func TestFinderEndsWithTheErrorOfItsCaller(t *testing.T) {
	full := errors.New("no space left")
	finder := suite.Finder{EndQuota: 1}
	if err := finder.Find(context.Background(), sixthGame(t), "games.txt", func(suite.Question) error { return full }); !errors.Is(err, full) {
		t.Errorf("error %v, want %v", err, full)
	}
}

func TestFinderCountsItsQuestions(t *testing.T) {
	all := suite.Finder{EarlyQuota: 2, LateQuota: 3, EndQuota: 1}
	if n := all.Questions(); n != 4*5+7 {
		t.Errorf("%d questions, want 27", n)
	}
	all.Themes = []suite.Theme{suite.Closing}
	if n := all.Questions(); n != 5+7 {
		t.Errorf("%d questions of one theme, want 12", n)
	}
}
