package pagetest

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// lesson is a lesson of the tutorial: see page/modes/learnmode.js.
type lesson struct {
	ID    string
	Start string
	Hand  []string
	Goal  lessonCondition
	Wrong []lessonCondition
}

type lessonCondition struct {
	ID       string
	Covers   []string
	Claims   []int
	Captures []string
	Over     bool
	Left     []int
	Result   string
	Refused  bool
}

// readLessons returns the lessons of the page.
func readLessons(t *testing.T) []lesson {
	t.Helper()
	return readList[lesson](t, "modes/lessons.json")
}

// readList returns the list in a file of the page, whose items may have no fields but those of T.
func readList[T any](t *testing.T, name string) (list []T) {
	t.Helper()
	decoder := json.NewDecoder(strings.NewReader(pageFile(t, name)))
	decoder.DisallowUnknownFields()
	enginetest.Must(t, decoder.Decode(&list))
	return list
}

func pageFile(t *testing.T, name string) string {
	t.Helper()
	page, err := serve.PageFiles()
	enginetest.Must(t, err)
	text, err := fs.ReadFile(page, name)
	enginetest.Must(t, err)
	return string(text)
}

// met reports whether a condition is true of a move of Light, by the engine.
func (c *lessonCondition) met(before *engine.Position, move engine.Move) bool {
	after := before.Play(move)
	settled := before.Settlement(move)
	within := func(bounds []int, number int) bool {
		return bounds == nil || bounds[0] <= number && number <= bounds[1]
	}
	covers := func(name string) bool {
		square, err := engine.ParseSquare(name)
		return err == nil && move.Squares().Has(square)
	}
	captured := []string{}
	for _, piece := range settled.Captured {
		captured = append(captured, piece.Building().Code())
	}
	return !c.Refused &&
		!slices.ContainsFunc(c.Covers, func(name string) bool { return !covers(name) }) &&
		within(c.Claims, settled.Claimed.Count()) &&
		(c.Captures == nil || slices.Equal(c.Captures, captured)) &&
		(!c.Over || after.Over()) &&
		within(c.Left, after.Unplaced(engine.Light)) &&
		(c.Result == "" || c.Result == record.Result(after.Outcome()))
}

// start returns the position of a lesson.
func (l *lesson) start(t *testing.T) engine.Position {
	t.Helper()
	position, err := engine.ParsePosition(l.Start, engine.Rules{})
	if err != nil {
		t.Fatalf("%s: %v", l.ID, err)
	}
	return position
}

// tries returns, for "done" and the id of each wrong try that the page has words for, the
// placements of Light which lead to these words. They are found by playing the lesson in
// every possible way. Every way has to come to an end with words.
func (l *lesson) tries(t *testing.T) map[string][]engine.Move {
	t.Helper()
	found := map[string][]engine.Move{}
	var explore func(position engine.Position, played []engine.Move)
	explore = func(position engine.Position, played []engine.Move) {
		if position.Over() {
			t.Fatalf("%s: after %v the game is over, and nothing is said", l.ID, played)
		}
		for _, move := range position.Moves(nil) {
			if !move.IsPlacement() {
				explore(position.Play(move), played)
				continue
			}
			if l.Hand != nil && !slices.Contains(l.Hand, move.Building().Code()) {
				continue
			}
			moves := append(slices.Clone(played), move)
			words := ""
			if l.Goal.met(&position, move) {
				words = "done"
			} else if wrong := slices.IndexFunc(l.Wrong, func(c lessonCondition) bool { return c.met(&position, move) }); wrong >= 0 {
				words = l.Wrong[wrong].ID
			}
			switch {
			case words == "":
				explore(position.Play(move), moves)
			case found[words] == nil:
				found[words] = moves
			}
		}
	}
	explore(l.start(t), nil)
	return found
}

// Each lesson is played through by the rules: its goal can be reached, each wrong try that
// the page has words for exists, and so do the words.
func TestTheLessonsCanBePlayed(t *testing.T) {
	words := pageFile(t, "texts/study/english.json")
	for _, l := range readLessons(t) {
		position := l.start(t)
		if position.String() != l.Start || position.Side() != engine.Light || position.Over() {
			t.Errorf("%s: Light is not to move in %s", l.ID, l.Start)
		}
		found := l.tries(t)
		wanted := []string{"done"}
		for _, wrong := range l.Wrong {
			if !wrong.Refused {
				wanted = append(wanted, wrong.ID)
			} else if firstRefusal(&position, l.Hand) == "" {
				t.Errorf("%s: every building fits everywhere", l.ID)
			}
		}
		for _, id := range wanted {
			if found[id] == nil {
				t.Errorf("%s: nothing leads to the words %q", l.ID, id)
			}
		}
		keys := append([]string{"title", "task"}, wanted...)
		for _, wrong := range l.Wrong {
			keys = append(keys, wrong.ID)
		}
		for _, key := range keys {
			if !strings.Contains(words, fmt.Sprintf("%q:", "learn."+l.ID+"."+key)) {
				t.Errorf("study/english.json has no text learn.%s.%s", l.ID, key)
			}
		}
		t.Logf("%s: %v", l.ID, found)
	}
}

// The catalogue has no words for lessons or tries that there are not.
func TestTheWordsOfTheLessonsAreInUse(t *testing.T) {
	used := map[string]bool{}
	for _, l := range readLessons(t) {
		for _, key := range []string{"title", "task", "done"} {
			used[l.ID+"."+key] = true
		}
		for _, wrong := range l.Wrong {
			used[l.ID+"."+wrong.ID] = true
		}
	}
	keys := regexp.MustCompile(`"learn\.(\w+\.\w+)":`).FindAllStringSubmatch(pageFile(t, "texts/study/english.json"), -1)
	if len(keys) == 0 {
		t.Fatal("no words were found")
	}
	for _, key := range keys {
		if !used[key[1]] {
			t.Errorf("no lesson says learn.%s", key[1])
		}
	}
}

// firstRefusal returns the first placement of an offered building that is within the walls
// but does not fit, "" if all do.
func firstRefusal(position *engine.Position, hand []string) string {
	for _, code := range hand {
		for row := 1; row <= engine.Rows; row++ {
			for _, column := range "ABCDEFGHIJ" {
				text := fmt.Sprintf("%sn%c%d", code, column, row)
				move, err := engine.ParseMove(text, engine.Light)
				if err == nil && move.String() == text && !position.IsLegal(move) {
					return text
				}
			}
		}
	}
	return ""
}
