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

// steps delivers the number of its job, and then the square of it.
func steps(_ context.Context, payload json.RawMessage, deliver func(any) error) error {
	number, err := strconv.Atoi(string(payload))
	if err != nil {
		return err
	}
	if err := deliver(number); err != nil {
		return err
	}
	return deliver(number * number)
}

// numbers are jobs with the numbers below count.
func numbers(count int) func(yield func(farm.Job) bool) {
	return func(yield func(farm.Job) bool) {
		for number := range count {
			if !yield(farm.Job{ID: strconv.Itoa(number), Payload: number}) {
				return
			}
		}
	}
}

func TestEveryResultOfEveryJobIsAccepted(t *testing.T) {
	for _, workers := range []int{-1, 0, 1, 3} {
		results := map[string][]string{}
		err := farm.Local{Work: steps, Threads: workers}.Carry(t.Context(), farm.Run{
			Jobs: numbers(100),
			Accept: func(result farm.Result) (bool, error) {
				results[result.Job] = append(results[result.Job], string(result.Payload))
				return true, nil
			},
		})
		if err != nil || len(results) != 100 {
			t.Fatalf("%d workers: results of %d jobs, %v", workers, len(results), err)
		}
		for id, got := range results {
			number, _ := strconv.Atoi(id)
			if want := []string{id, strconv.Itoa(number * number)}; !slices.Equal(got, want) {
				t.Errorf("%d workers: job %s has the results %q, want %q", workers, id, got, want)
			}
		}
	}
}

func TestTheFirstErrorEndsARun(t *testing.T) {
	enough := errors.New("enough")
	accepted := 0
	err := farm.Local{Work: steps, Threads: 2}.Carry(t.Context(), farm.Run{
		Jobs: numbers(1_000_000),
		Accept: func(farm.Result) (bool, error) {
			if accepted++; accepted == 5 {
				return false, enough
			}
			return false, nil
		},
	})
	if !errors.Is(err, enough) || accepted != 5 {
		t.Errorf("%d results are accepted, error %v", accepted, err)
	}
}

func TestARunEndsWithItsContext(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	err := farm.Local{Work: steps, Threads: 2}.Carry(ctx, farm.Run{
		Jobs: numbers(1_000_000),
		Accept: func(farm.Result) (bool, error) {
			stop()
			return false, nil
		},
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
