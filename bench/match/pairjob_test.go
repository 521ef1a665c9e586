package match

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"cathedral/bench/match/opening"
	"cathedral/bench/match/player"
	"cathedral/engine"
	"cathedral/engine/enginetest"
)

func TestAJobHasTheWholePairs(t *testing.T) {
	players := []player.Specification{{Name: "A", Command: "random"}, {Name: "B", Command: "greedy"}, {Name: "C", Command: "largest"}}
	plan := testPlan(3, players...)
	plan.chooseOpenings()
	plan.identify()
	schedule := newSchedule(3, false, 3)
	var rounds []string
	for left := schedule.fixtures(); len(left) > 0; {
		count := nextPair(left, true)
		job := plan.job(left[:count])
		left = left[count:]
		var of []string
		for _, game := range job.Payload.(pairJob).Games {
			of = append(of, game.Round)
		}
		rounds = append(rounds, job.ID+": "+strings.Join(of, " "))
	}
	if got, want := strings.Join(rounds, ", "), "1: 1.1 1.2, 2: 2.1 2.2, 3: 3.1 3.2, 4: 4.1, 5: 5.1, 6: 6.1"; got != want {
		t.Errorf("the jobs are %s\nwant %s", got, want)
	}
}

func TestAJobTellsTheWholeOpening(t *testing.T) {
	for _, rules := range []engine.Rules{{}, {Set: engine.Woods, OptionalCapture: true}} {
		plan := testPlan(2, player.Specification{Name: "A", Command: "random"}, player.Specification{Name: "B", Command: "greedy"})
		plan.Rules = rules
		begin := opening.Random(rules, 6, 3)(0)
		plan.Openings = []opening.Opening{begin, {Start: begin.Position()}}
		plan.InOrder = true
		plan.chooseOpenings()
		plan.identify()
		for round := range 2 {
			payload, err := json.Marshal(plan.job([]fixture{{round: round, player: [2]int{0, 1}}}).Payload)
			enginetest.Must(t, err)
			_, read, err := readPairJob(payload)
			enginetest.Must(t, err)
			want := plan.opening(round)
			if got, want := read.Position(), want.Position(); got.String() != want.String() || got.Rules() != want.Rules() {
				t.Errorf("%s: opening %d leads to %s, want %s", rules, round, got.String(), want.String())
			}
		}
	}
}

// A job cannot make a worker start anything but its own engines.
func TestAWorkerStartsOnlyItsOwnEngines(t *testing.T) {
	engines := []contestant{{player.Specification{Name: "A", Command: "./a", Options: []player.Option{{Name: "Hash", Value: "1"}}}, "0123"}}
	for want, c := range map[string]contestant{
		"is not a built-in player":       {Specification: player.Specification{Name: "A", Command: "./a"}},
		`no engine "B"`:                  {player.Specification{Name: "B"}, "0123"},
		"its checksum is 0123 and not 4": {player.Specification{Name: "A"}, "4"},
	} {
		if _, _, err := c.specification(engines); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	mine := contestant{player.Specification{
		Name: "A", Command: "./b", Arguments: []string{"x"}, Watch: []string{"y"}, Options: []player.Option{{Name: "Hash", Value: "2"}},
	}, "0123"}
	found, own, err := mine.specification(engines)
	if err != nil || own[0].Value != "1" || found.Command != "./a" || found.Arguments != nil || found.Watch != nil || len(found.Options) != 1 || found.Options[0].Value != "2" {
		t.Errorf("%+v, %v", found, err)
	}
}

// A match can neither make a worker's engines open files that the worker does not name, nor
// take all its memory.
func TestAWorkerBoundsOptions(t *testing.T) {
	program, err := os.Executable()
	enginetest.Must(t, err)
	own := []player.Option{{Name: "EvalFile", Value: "net.bin"}, {Name: "Hash", Value: "2048"}}
	worker, err := NewWorker(WorkerConfig{Build: "b", Slots: 1, Engines: []player.Specification{
		{Name: "A", Command: program, Options: own}, {Name: "B", Command: "builtin:engine", Options: []player.Option{{Name: "BookFile", Value: "my.book"}}},
	}})
	enginetest.Must(t, err)
	defer worker.Close()
	for _, test := range []struct{ player, option, value, want string }{
		{"A", "EvalFile", "net.bin", ""}, {"A", "EvalFile", "/etc/passwd", "could name a file"}, {"A", "Log", "x", "could name a file"},
		{"A", "hash", "2048", ""}, {"A", "Hash", "2049", "the worker gives it 2048"}, {"A", "Ponder", "true", ""},
		{"B", "BookFile", "my.book", ""}, {"B", "BookFile", "a.book", "could name a file"}, {"B", "Hash", "1024", ""}, {"B", "Hash", "1025", "the worker gives it 1024"}, {"B", "Hash", "NaN", "the worker gives it 1024"},
	} {
		plan := testPlan(2, player.Specification{Name: "A", Command: program}, player.Specification{Name: "B", Command: "builtin:engine"})
		plan.Build = "b"
		plan.identify()
		for i := range plan.Players {
			if s := &plan.Players[i]; s.Name == test.player {
				s.Options = []player.Option{{Name: test.option, Value: test.value}}
			}
		}
		text, err := json.Marshal(plan.needs())
		enginetest.Must(t, err)
		err = worker.Kind().Check(text)
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: error %v", test, err)
		}
	}
}

// No job stops the worker.
func FuzzPairJob(f *testing.F) {
	f.Add(`{"rules":"classic","moves":["CAnB1"],"games":[{"round":"1.1"}]}`)
	f.Add(`{"rules":"woods","start":"x","moves":[]}`)
	f.Add(`{"rules":"classic","fair":"inn-or-bridge+0.5","moves":["CAnB1","INnE5"]}`)
	f.Fuzz(func(t *testing.T, payload string) {
		pair, opening, err := readPairJob(json.RawMessage(payload))
		if err == nil && len(opening.Moves) != len(pair.Moves) {
			t.Errorf("%d moves of %d are read", len(opening.Moves), len(pair.Moves))
		}
	})
}

// Nothing depends on a worker's clock: no time of day goes from one machine to another, and
// the record has that of the match.
func TestNoTimeOfDayComesFromAWorker(t *testing.T) {
	var find func(of reflect.Type, path string)
	find = func(of reflect.Type, path string) {
		switch of.Kind() {
		case reflect.Struct:
			if of == reflect.TypeFor[time.Time]() {
				t.Errorf("%s is a time of day", path)
				return
			}
			for i := range of.NumField() {
				find(of.Field(i).Type, path+"."+of.Field(i).Name)
			}
		case reflect.Slice, reflect.Array, reflect.Pointer:
			find(of.Elem(), path)
		}
	}
	for _, message := range []any{needs{}, pairJob{}, gameResult{}} {
		find(reflect.TypeOf(message), reflect.TypeOf(message).Name())
	}
	plan, fixtures, results := playedPair(t)
	_, game, err := readGameResult(results[0])
	enginetest.Must(t, err)
	game.SetTag(durationTag, "1h")
	before := time.Now().Add(-time.Hour).Truncate(time.Second)
	made, err := plan.accept(fixtures[0], game, "")
	enginetest.Must(t, err)
	began, err := time.ParseInLocation("2006.01.02 15:04:05", made.Tag("Date")+" "+made.Tag(timeTag), time.Local)
	if err != nil || began.Before(before) || began.After(time.Now().Add(-time.Hour)) {
		t.Errorf("the game began at %s (%v), want %s", began, err, before)
	}
}
