package farm_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"testing"

	"cathedral/bench/farm"
)

// half is the task of halving even numbers.
var half = farm.Task[int, float64]{Name: "half", Begin: func() (func(context.Context, int) (float64, error), error) {
	return func(_ context.Context, number int) (float64, error) {
		if number%2 != 0 {
			return 0, errors.New("odd")
		}
		return float64(number) / 2, nil
	}, nil
}}

func double(number int) (int, bool) { return 2 * number, true }

// For any number of threads, each job that is not done is done once, and what has to be in
// order is.
func TestJobsThatAreNotDoneAreDoneOnce(t *testing.T) {
	for _, threads := range []int{-1, 0, 1, 3} {
		done := map[int]bool{5: true, 8: true, 99: true}
		var any, ordered []int
		inOrder := farm.InOrder[int]{Next: 6, Take: func(number int) error {
			ordered = append(ordered, number)
			return nil
		}}
		err := half.Run(t.Context(), farm.Workers{Threads: threads}, farm.Series[int, float64]{
			From: 5, To: 100, Done: done, Payload: double,
			Accept: func(number int, found float64) error {
				if found != float64(number) {
					t.Errorf("the result of job %d is %v", number, found)
				}
				any = append(any, number)
				return inOrder.Add(number, number)
			},
		})
		slices.Sort(any)
		if err != nil || len(any) != 92 || len(slices.Compact(any)) != 92 || slices.Contains(any, 8) || len(done) != 95 {
			t.Errorf("%d threads: jobs %v, %v", threads, any, err)
		}
		if want := []int{6, 7}; !slices.Equal(ordered, want) { // 8 is done elsewhere
			t.Errorf("%d threads: in order are %v, want %v", threads, ordered, want)
		}
	}
}

func TestASeriesEndsWhereItsPayloadsEnd(t *testing.T) {
	accepted := 0
	series := farm.Series[int, float64]{To: 1_000_000, Payload: func(number int) (int, bool) { return 2 * number, number < 7 }, Accept: func(int, float64) error {
		accepted++
		return nil
	}}
	if err := half.Run(t.Context(), farm.Workers{Threads: 2}, series); err != nil || accepted != 7 {
		t.Errorf("%d results, %v", accepted, err)
	}
	series.Payload = func(number int) (int, bool) { return number, true }
	if err := half.Run(t.Context(), farm.Workers{}, series); err == nil || err.Error() != "odd" {
		t.Errorf("the error of a job has become %v", err)
	}
	series.Payload, series.Accept = double, func(int, float64) error { return farm.ErrEnough }
	if err := half.Run(t.Context(), farm.Workers{}, series); err != nil {
		t.Errorf("enough results are the error %v", err)
	}
}

// all is a carrier that brings results of its own choice, each twice.
type all []farm.Result

func (a all) Carry(_ context.Context, run farm.Run) error {
	var errs []error
	for _, result := range append(slices.Clone(a), a...) {
		if done, err := run.Accept(result); err != nil || !done {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

func TestResultsOfNoJobAreRefused(t *testing.T) {
	accepted := 0
	series := farm.Series[int, float64]{From: 1, To: 3, Payload: double, Accept: func(int, float64) error {
		accepted++
		return nil
	}}
	for _, job := range []string{"0", "3", "-1", "x", ""} {
		err := half.Run(t.Context(), farm.Workers{Carrier: all{{Job: job, Payload: json.RawMessage("1")}}}, series)
		if !errors.As(err, new(*farm.RefusedError)) {
			t.Errorf("job %q: error %v", job, err)
		}
	}
	err := half.Run(t.Context(), farm.Workers{Carrier: all{{Job: "1", Payload: json.RawMessage(`"x"`)}}}, series)
	if !errors.As(err, new(*farm.RefusedError)) || accepted > 0 {
		t.Errorf("a text in place of a number: error %v, %d accepted", err, accepted)
	}
	var good all
	for number := 1; number < 3; number++ {
		good = append(good, farm.Result{Job: strconv.Itoa(number), Payload: json.RawMessage("1")})
	}
	if err := half.Run(t.Context(), farm.Workers{Carrier: good}, series); err != nil || accepted != 2 {
		t.Errorf("results that come twice are accepted %d times, want 2: %v", accepted, err)
	}
}
