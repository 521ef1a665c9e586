package tune_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cathedral/bench/benchtest"
	"cathedral/bench/farm"
	"cathedral/bench/match"
	"cathedral/bench/match/player"
	"cathedral/bench/tune"
	"cathedral/bench/tune/spsa"
	"cathedral/engine/enginetest"
	"cathedral/search"
)

// shortTuning is a run of six iterations between random players, whom no number changes.
func shortTuning() *tune.Tuning {
	return &tune.Tuning{
		Plan: spsa.Plan{
			Numbers:    []spsa.Number{{Name: "A", Start: 50, From: 0, To: 100, Step: 5}, {Name: "B", Start: 5, From: 0, To: 9, Step: 1}},
			Iterations: 6, Pairs: 2, Rate: 0.1, Seed: 3,
		},
		Engine: player.Specification{Command: "random"}, Prefix: tune.OptionPrefix,
	}
}

// tuned returns the values of the numbers after each iteration, and the file.
func tuned(t testing.TB, tuning *tune.Tuning, path string, workers farm.Workers) ([][]float64, string) {
	t.Helper()
	found, err := tuning.Run(context.Background(), path, workers, func(tune.TuningProgress) {})
	enginetest.Must(t, err)
	return found.Values, benchtest.Read(t, path)
}

func sorted(text string) []string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	slices.Sort(lines)
	return lines
}

// A run that is killed at any time, here by cutting its file, continues with nothing lost or
// played twice, on any number of threads.
func TestATuningIsContinued(t *testing.T) {
	folder := t.TempDir()
	want, whole := tuned(t, shortTuning(), filepath.Join(folder, "whole.txt"), farm.Workers{Threads: 1})
	if last := want[len(want)-1]; len(want) != 7 || last[0] == 50 || last[1] == 5 {
		t.Fatalf("the path is %v", want)
	}
	for length := 0; length <= len(whole); length += 97 {
		path := filepath.Join(folder, "cut.txt")
		benchtest.Write(t, path, whole[:length])
		got, text := tuned(t, shortTuning(), path, farm.Workers{Threads: 1 + length%3})
		kept := whole[:strings.LastIndexByte(whole[:length], '\n')+1]
		if !reflect.DeepEqual(got, want) || !strings.HasPrefix(text, kept) || !slices.Equal(sorted(text), sorted(whole)) {
			t.Fatalf("cut after %d bytes, the path is %v, want %v; the file is\n%s", length, got, want, text)
		}
	}
}

// Cancelled after each pair, a run keeps all pairs that it reported.
func TestATuningEndsWithItsContext(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.txt")
	want, _ := tuned(t, shortTuning(), path+".whole", farm.Workers{Threads: 2})
	var found *spsa.Path
	for before := 0; before < 12; {
		ctx, stop := context.WithCancel(context.Background())
		reported := 0
		var err error
		found, err = shortTuning().Run(ctx, path, farm.Workers{Threads: 2}, func(now tune.TuningProgress) {
			if reported = now.Pairs; reported > before {
				stop()
			}
		})
		stop()
		if reported <= before || reported < 12 && !errors.Is(err, context.Canceled) {
			t.Fatalf("%d pairs after %d, error %v", reported, before, err)
		}
		before = reported
	}
	if !reflect.DeepEqual(found.Values, want) {
		t.Errorf("the path is %v, want %v", found.Values, want)
	}
}

// Pairs between equal settings take no game and move nothing, in a run that is continued too. A
// file of earlier versions has results of such games, which count.
func TestEqualSettingsPlayNoGame(t *testing.T) {
	tuning := shortTuning()
	tuning.Numbers = []spsa.Number{{Name: "A", Start: 0, From: 0, To: 1, Step: 0.3}}
	tuning.Iterations = 12
	worker, err := match.NewWorker(match.WorkerConfig{Notice: func(string) {}})
	enginetest.Must(t, err)
	defer worker.Close()
	jobs, path := 0, filepath.Join(t.TempDir(), "run.txt")
	workers := farm.Workers{Carrier: farm.Local{Work: func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
		jobs++
		return worker.Work(ctx, payload, deliver)
	}}}
	values, whole := tuned(t, tuning, path, workers)
	run, differ := &spsa.Path{Plan: tuning.Plan, Values: values}, 0
	for iteration := range tuning.Iterations {
		plus, minus := run.Settings(iteration)
		if !slices.Equal(plus, minus) {
			differ++
		} else if !reflect.DeepEqual(values[iteration], values[iteration+1]) {
			t.Errorf("iteration %d moves the number from %v to %v, with the settings %v and %v", iteration, values[iteration], values[iteration+1], plus, minus)
		}
	}
	if differ == 0 || differ == tuning.Iterations || jobs != differ*tuning.Pairs {
		t.Errorf("%d pairs are played; the settings of %d in %d iterations differ", jobs, differ, tuning.Iterations)
	}
	benchtest.Write(t, path, strings.Join(strings.SplitAfter(whole, "\n")[:14], ""))
	if again, text := tuned(t, tuning, path, workers); !reflect.DeepEqual(again, values) || !slices.Equal(sorted(text), sorted(whole)) {
		t.Errorf("continued, the path is %v and not %v", again, values)
	}
	benchtest.Write(t, path, regexp.MustCompile(`(?m)^(\d+) \d$`).ReplaceAllString(whole, "$1 4"))
	if last, _ := tuned(t, tuning, path, workers); reflect.DeepEqual(last, values) {
		t.Error("recorded results of equal settings do not count")
	}
}

// twice is a carrier whose results come twice, beside some of no job.
type twice struct{ farm.Local }

func (c twice) Carry(ctx context.Context, run farm.Run) error {
	accept := run.Accept
	run.Accept = func(result farm.Result) (bool, error) {
		for _, id := range []string{"", "x", "-1", "999"} {
			if _, err := accept(farm.Result{Job: id, Payload: result.Payload}); !errors.As(err, new(*farm.RefusedError)) {
				return false, errors.New("a result of no job is accepted")
			}
		}
		accept(result)
		return accept(result)
	}
	return c.Local.Carry(ctx, run)
}

func TestResultsOfWorkersCountOnce(t *testing.T) {
	folder := t.TempDir()
	want, _ := tuned(t, shortTuning(), filepath.Join(folder, "here.txt"), farm.Workers{})
	worker, err := match.NewWorker(match.WorkerConfig{Slots: 2, Notice: func(string) {}})
	enginetest.Must(t, err)
	defer worker.Close()
	carrier := twice{farm.Local{Work: worker.Work, Threads: 2}}
	if got, _ := tuned(t, shortTuning(), filepath.Join(folder, "there.txt"), farm.Workers{Carrier: carrier}); !reflect.DeepEqual(got, want) {
		t.Errorf("the path is %v, want %v", got, want)
	}
}

// The settings reach the engine, and the numbers move toward the one that wins.
func TestTheBetterSettingWins(t *testing.T) {
	tuning := shortTuning()
	tuning.Engine = player.Specification{Command: "builtin:engine", Control: player.TimeControl{Nodes: 200}}
	tuning.Engine.Options = []player.Option{{Name: "UCI_LimitStrength", Value: "true"}}
	tuning.Numbers = []spsa.Number{{Name: "UCI_Elo", Start: 1000, From: 200, To: 1800, Step: 500}}
	tuning.Iterations = 4
	found, _ := tuned(t, tuning, filepath.Join(t.TempDir(), "run.txt"), farm.Workers{Threads: 2})
	if last := found[len(found)-1][0]; last < 1200 {
		t.Errorf("from an Elo of 1000 the games led to %.1f", last)
	}
}

func TestForeignFilesAreRefusedAndStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.txt")
	_, whole := tuned(t, shortTuning(), path, farm.Workers{})
	benchtest.Write(t, path, strings.Replace(whole, "program=", "file.inner=0123 program=", 1)) // by an earlier version
	if _, err := shortTuning().Run(t.Context(), path, farm.Workers{}, func(tune.TuningProgress) {}); err != nil {
		t.Error(err)
	}
	for _, test := range []struct{ text, want string }{
		{"Dear all,\n", "does not begin with # cathedral tune"},
		{strings.Replace(whole, "seed 3", "seed 4", 1), `has the line "seed 4, 6 iterations of 2 pairs, rate 0.1", and this run has "seed 3`},
		{strings.Replace(whole, "0..100/5", "0..100/6", 1), "another run"},
		{strings.Replace(whole, "program=", "program=x", 1), "another run"},
		{whole + "3 2\n", "twice"},
		{whole + "12 2\n", "no such pair"},
		{whole + "-1 2\n", "no such pair"},
		{whole + "3 5\n", "no such pair"},
		{whole + "3 2 \n", `"3 2 " is not the result of a pair`},
		{whole + "3\n", "is not the result"},
		{whole + "\n", "is not the result"},
		{whole[:strings.Index(whole, "option.B")] + "option.B 5 in 0..9/1\n9 2\n", "no such pair"},
	} {
		benchtest.Write(t, path, test.text)
		_, err := shortTuning().Run(t.Context(), path, farm.Workers{}, func(tune.TuningProgress) {})
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: error %v, want %q in it", test.text, err, test.want)
		}
		if left, _ := os.ReadFile(path); string(left) != test.text {
			t.Errorf("%q has become %q", test.text, left)
		}
	}
}

// FuzzTuningFile reads random text after the settings of a run of one pair.
func FuzzTuningFile(f *testing.F) {
	tuning := shortTuning()
	tuning.Iterations, tuning.Pairs = 1, 1
	tuning.Engine.Command = "none" // which has no checksum
	over, stop := context.WithCancel(f.Context())
	stop()
	path := filepath.Join(f.TempDir(), "run.txt")
	if _, err := tuning.Run(over, path, farm.Workers{}, func(tune.TuningProgress) {}); !errors.Is(err, context.Canceled) {
		f.Fatal(err)
	}
	settings := benchtest.Read(f, path)
	for _, text := range []string{"0 2\n", "0 2\n0 2\n", "1 2\n", "0 9\n", "0 99999999999999999999\n", "\x00\n", "0 2\n0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "run.txt")
		benchtest.Write(t, path, settings+text)
		found, err := tuning.Run(over, path, farm.Workers{}, func(tune.TuningProgress) {})
		whole := text[:strings.LastIndexByte(text, '\n')+1]
		isResult := len(whole) == 4 && strings.HasPrefix(whole, "0 ") && whole[2] >= '0' && whole[2] <= '4'
		if (err == nil) != isResult || err == nil && len(found.Values) != 2 {
			t.Errorf("%q: error %v", text, err)
		}
	})
}

// Each range of a technique allows its value and values that can be set.
func TestTheRangesOfTechniquesAreValid(t *testing.T) {
	techniques := search.DefaultOptions().Techniques
	count := 0
	for _, technique := range techniques.All() {
		if technique.Tune == "" {
			continue
		}
		count++
		n := spsa.Number{Name: technique.Name, Start: technique.Value}
		if err := errors.Join(n.SetRange(technique.Tune), n.Check()); err != nil || n.From < 0 || n.To > 10_000 {
			t.Errorf("%s has the range %q: %v", technique.Name, technique.Tune, err)
		}
	}
	if count < 20 {
		t.Errorf("only %d techniques have a range", count)
	}
}
