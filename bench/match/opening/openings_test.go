package opening

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/farm"
	"cathedral/bench/rating"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

// lines returns the openings of a book, with | between them.
func lines(b *Book) string {
	var lines []string
	for i := range b.Openings {
		lines = append(lines, b.Openings[i].String())
	}
	return strings.Join(lines, "|")
}

func TestOpeningsAreReadFromTextsAndMoveLists(t *testing.T) {
	start := engine.Start(engine.Rules{})
	book, err := Read(strings.NewReader("# a book\n\nCAnF5 CSnE8 # two moves\n1. CAnF5 2. TAnA1\r\n"+start.String()+"\n"), engine.Rules{}, 0)
	enginetest.Must(t, err)
	if got, want := lines(book), "CAnF5 CSnE8|CAnF5 TAnA1|"+start.String(); got != want {
		t.Errorf("openings %s, want %s", got, want)
	}
}

func TestBadOpeningsNameTheLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "no opening",
		"# nothing\n":          "no opening",
		"CAnF5\nCAnF5 CAnF5":   "line 2, column 7, game 2: move 2",
		"CAnF5\n\nCAnF5 XXnA1": "line 3, column 7, game 2: move 2",
		"10/10/10 l C 0":       "line 1, column 1: board",
		"10/10/10/10/10/10/10/10/10/10 l C 0 moves":         "line 1, column 37:",
		"10/10/10/10/10/10/10/10/10/10 l C 0 rules mattel;": "line 1: its rules are mattel, those of the match classic",
	} {
		if _, err := Read(strings.NewReader(text), engine.Rules{}, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}

func TestOpeningsAreTakenFromRecordsAndLeftOutWhenUseless(t *testing.T) {
	records := `[Event "a match"]
[Rules "classic"]
[Result "1-0"]

CAnF5 {book} CSnE8 {random} TOeC1 {+1.00/3 0.1s} 1-0

[FEN "10/10/10/10/5+4/4+++3/5+4/5+4/10/10 d - 1"]
[Result "*"]

1... CSnE8 {+1.00/3 0.1s} *

`
	lists := "1. CAnF5 1... CSnE8 2. TOeC1 {a} # the first\n\n1. CAnF5 CSnE8 2. TOeH1\n"
	for name, test := range map[string]struct {
		text            string
		plies           int
		want            string
		repeated, ended int
	}{
		"moves with a book comment, and a position": {records, 0, "CAnF5 CSnE8|10/10/10/10/5+4/4+++3/5+4/5+4/10/10 d - 1", 0, 0},
		"the first plies": {lists, 1, "CAnF5", 1, 0},
		"a transposition": {"CAnF5 CSnE8 TOeC1\n10/10/10/10/10/10/10/10/10/10 l C 0 id \"x\";\nCAnF5 (CAnE5) CSnE8 TOeC1", 0, "CAnF5 CSnE8 TOeC1|10/10/10/10/10/10/10/10/10/10 l C 0", 1, 0},
	} {
		book, err := Read(strings.NewReader(test.text), engine.Rules{}, test.plies)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := lines(book); got != test.want || book.Repeated != test.repeated || book.Finished != test.ended {
			t.Errorf("%s: %s, %d repeated, %d finished", name, got, book.Repeated, book.Finished)
		}
	}
	if _, err := Read(strings.NewReader(records), engine.Rules{Set: engine.Woods}, 0); err == nil || !strings.Contains(err.Error(), "game 1: its rules are classic, those of the match woods") {
		t.Errorf("records of other rules: %v", err)
	}
}

func TestDefaultOpeningsAreLegalAndVariedInAllRules(t *testing.T) {
	for _, set := range engine.RuleSets() {
		list, err := Default(engine.Rules{Set: set})
		enginetest.Must(t, err)
		if len(list) < 100 {
			t.Errorf("%s: %d openings, want 100 or more", set, len(list))
		}
		cathedrals, positions := map[engine.Bitboard]bool{}, map[uint64]bool{}
		for i := range list {
			position := list[i].Start
			for _, move := range list[i].Moves {
				if err := position.Check(move); err != nil {
					t.Fatalf("%s: opening %d: %s: %v", set, i+1, move, err)
				}
				position = position.Play(move)
			}
			if position.Over() || position.CathedralPending() {
				t.Errorf("%s: opening %d ends in %s", set, i+1, position.String())
			}
			cathedrals[position.CathedralSquares()] = true
			positions[position.Key()] = true
		}
		if len(positions) != len(list) {
			t.Errorf("%s: %d openings lead to %d positions", set, len(list), len(positions))
		}
		if len(cathedrals) < 56 {
			t.Errorf("%s: the Cathedral has %d places, want 56 or more", set, len(cathedrals))
		}
	}
}

func TestEveryRoundHasItsOpening(t *testing.T) {
	list, err := Default(engine.Rules{})
	enginetest.Must(t, err)
	for name, openings := range map[string]func() Sequence{
		"shuffled": func() Sequence { return Shuffled(list, 3) },
		"in order": func() Sequence { return InOrder(list) },
		"random":   func() Sequence { return Random(engine.Rules{}, 3, 3) },
	} {
		first, second := openings(), openings()
		seen := map[string]bool{}
		for round := range list {
			a, b := first(round), second(round)
			if a.String() != b.String() {
				t.Errorf("%s: round %d begins with %s and with %s", name, round, a.String(), b.String())
			}
			seen[a.String()] = true
		}
		if len(seen) < len(list)-1 {
			t.Errorf("%s: %d rounds have %d openings", name, len(list), len(seen))
		}
	}
	if a, b := Shuffled(list, 1)(0), Shuffled(list, 2)(0); a.String() == b.String() {
		t.Error("two seeds begin with the same opening")
	}
}

func TestMadeOpeningsTakeTurnsWithTheCathedral(t *testing.T) {
	recipe := Recipe{Count: 60, Seed: 1, Candidates: 2, Nodes: 50, Buildings: 3, Squares: 4}
	make := func(workers farm.Workers) (lines []string, cathedrals map[uint64]bool) {
		cathedrals = map[uint64]bool{}
		err := Make(t.Context(), recipe, nil, workers, func(opening Made) error {
			lines = append(lines, opening.String())
			placed := opening.Opening
			placed.Moves = placed.Moves[:1]
			cathedrals[turnedKey(&placed)] = true
			for _, move := range opening.Moves[1:] {
				if move.Building().Size() < recipe.Squares {
					t.Errorf("%s has a building that is too small", opening.String())
				}
			}
			return nil
		})
		enginetest.Must(t, err)
		return lines, cathedrals
	}
	first, cathedrals := make(farm.Workers{})
	for _, workers := range []farm.Workers{{Threads: 3}, {Carrier: farm.Local{Work: Kind("").Work, Threads: 2}}} {
		if others, _ := make(workers); !slices.Equal(first, others) {
			t.Errorf("%+v: the same recipe makes other openings", workers)
		}
	}
	if len(cathedrals) != 56 {
		t.Errorf("the Cathedral has %d places but for turns, want 56", len(cathedrals))
	}
}

// After any part of the openings, a later run makes those of one run.
func TestMakingOpeningsGoesOn(t *testing.T) {
	random := Recipe{Count: 8, Seed: 1, Candidates: 2, Nodes: 20, Buildings: 2, Squares: 4}
	fromBook := random
	fromBook.Book, _ = evenBook()
	for _, recipe := range []Recipe{random, fromBook} {
		var list []Opening
		add := func(opening Made) error {
			list = append(list, opening.Opening)
			return nil
		}
		enginetest.Must(t, Make(t.Context(), recipe, nil, farm.Workers{}, add))
		whole := list
		for _, had := range []int{1, 5, 8} {
			list = slices.Clone(whole[:had])
			err := Make(t.Context(), recipe, whole[:had], farm.Workers{}, add)
			if err != nil || !slices.EqualFunc(list, whole, func(a, b Opening) bool { return a.String() == b.String() }) {
				t.Errorf("after %d openings: %v, want %v; error %v", had, list, whole, err)
			}
		}
		recipe.Seed++
		if err := Make(t.Context(), recipe, whole[:1], farm.Workers{}, add); err == nil || !strings.Contains(err.Error(), "name a new file") {
			t.Errorf("the openings of another recipe are continued: %v", err)
		}
	}
}

func TestOpeningsThatNoJobHasAreRefused(t *testing.T) {
	for _, candidate := range []int{-1, 2} {
		work := func(_ context.Context, _ json.RawMessage, deliver func(any) error) error {
			return deliver(madeOpening{Candidate: candidate})
		}
		workers := farm.Workers{Carrier: farm.Local{Work: work}}
		recipe := Recipe{Count: 3, Candidates: 2, Nodes: 1, Buildings: 1, Squares: 1}
		err := Make(t.Context(), recipe, nil, workers, func(opening Made) error {
			t.Errorf("%s is made", opening.String())
			return nil
		})
		if !errors.As(err, new(*farm.RefusedError)) {
			t.Errorf("candidate %d of 2: error %v", candidate, err)
		}
	}
}

// No job stops the worker.
func FuzzOpeningJob(f *testing.F) {
	f.Add(`{"Candidates":[["CAnF5","CSnE8"],["CAnE5"]],"Nodes":5,"Games":2,"GameNodes":5}`)
	f.Add(`{"Candidates":[["CAnF5","CAnF5"]],"Games":-1}`)
	ended, end := context.WithCancel(f.Context())
	end()
	f.Fuzz(func(t *testing.T, payload string) {
		var job openingJob
		if json.Unmarshal([]byte(payload), &job) != nil {
			return
		}
		if found, err := makeOpening(ended, new(search.Searcher), job); err == nil && len(job.Candidates) > 0 {
			t.Errorf("%s is done without time for it: %+v", payload, found)
		}
	})
}

func FuzzReadOpenings(f *testing.F) {
	f.Add("CAnF5 CSnE8 # x\n10/10/10/10/10/10/10/10/10/10 l C 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		book, err := Read(strings.NewReader(text), engine.Rules{}, 0)
		if err != nil {
			return
		}
		for i := range book.Openings {
			written := book.Openings[i].String()
			again, err := Read(strings.NewReader(written), engine.Rules{}, 0)
			if err != nil || len(again.Openings) != 1 || again.Openings[0].String() != written {
				t.Errorf("%q: opening %d is written %q and read as %v, %v", text, i+1, written, again, err)
			}
		}
	})
}

// From an opening that was made neither side wins nearly all of the games, and what
// was played from a candidate that is too uneven is soon broken off.
func TestMadeOpeningsAreEvenInGames(t *testing.T) {
	count := 2
	if enginetest.IsLong() {
		count = 6
	}
	recipe := Recipe{Count: count, Seed: 1, Candidates: 40, Nodes: 50, Games: 6, GameNodes: 100, Buildings: 3, Squares: 4}
	job := recipe.job(nil)
	err := Make(t.Context(), recipe, nil, farm.Workers{Threads: 2}, func(opening Made) error {
		played := opening.Played
		if played.Games() != 6 || job.tooUneven(played) || magnitude(played.Margin) > 6*evenMargin {
			t.Errorf("%s: %+v", opening.String(), played)
		}
		return nil
	})
	enginetest.Must(t, err)
	for _, test := range []struct {
		played rating.Count
		want   bool
	}{
		{rating.Count{}, false},
		{rating.Count{Wins: 4}, false},
		{rating.Count{Wins: 4, Losses: 2}, false},
		{rating.Count{Wins: 4, Draws: 1}, true},
		{rating.Count{Losses: 5, Wins: 1}, true},
	} {
		if got := job.tooUneven(rating.CountWithMargin{Count: test.played}); got != test.want {
			t.Errorf("%+v: too uneven is %t", test.played, got)
		}
	}
	if moreEven(rating.CountWithMargin{Count: rating.Count{Losses: 5}}, rating.CountWithMargin{Count: rating.Count{Wins: 5, Losses: 1}}) {
		t.Error("a series that was broken off goes before one that was not")
	}
}
