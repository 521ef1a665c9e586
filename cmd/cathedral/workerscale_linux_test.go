package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"cathedral/bench/farm"
	"cathedral/bench/match"
	"cathedral/cmd/internal/build"
	"cathedral/engine/enginetest"
)

const (
	manyWorkers = 1_000
	// pairPause is the time that a simulated worker takes for a pair of games, so that a
	// thousand of them send more than 20,000 results a minute, although they begin one after
	// the other.
	pairPause = 5 * time.Second
	// mostMemory is the memory that a match with a thousand workers may use, in bytes.
	mostMemory = 300 << 20
)

// manyWorkersFigures are the costs of a match with many workers.
type manyWorkersFigures struct {
	elapsed time.Duration // from the first result to the last
	cpu     time.Duration // of the match and its server
	memory  int64         // of both, at most, in bytes
}

// playWithManyWorkers has a match of a program of its own played by a thousand workers in
// this process. Each has its own connection, plays real games of random players, and takes
// pairPause for each of its pairs.
func playWithManyWorkers(t testing.TB, pairsEach int) manyWorkersFigures {
	t.Helper()
	const slots = 4
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	games := 2 * pairsEach * manyWorkers
	path, address := filepath.Join(t.TempDir(), "games.txt"), freeAddress(t)
	program := newProgram(t, nil, "match", "--engine", "name=A cmd=random", "--engine", "name=B cmd=random", "--tc", "nodes=1",
		"--games", fmt.Sprint(games), "--random-plies", "4", "--seed", "5", "--record", path, "--quiet", "--listen", address)
	enginetest.Must(t, program.Start())
	thisBuild, _, err := build.Measure(ctx, 1)
	enginetest.Must(t, err)
	player, err := match.NewWorker(match.WorkerConfig{Build: thisBuild, Slots: slots, Name: "many"})
	enginetest.Must(t, err)
	defer player.Close()
	kind, playing := player.Kind(), make(chan struct{}, slots)
	var begin time.Time
	var once sync.Once
	play := kind.Work
	kind.Work = func(ctx context.Context, payload json.RawMessage, deliver func(any) error) error {
		end := time.After(pairPause)
		once.Do(func() { begin = time.Now() })
		var results []any
		playing <- struct{}{}
		err := play(ctx, payload, func(result any) error {
			results = append(results, result)
			return nil
		})
		<-playing
		if err != nil {
			return err
		}
		select {
		case <-end:
		case <-ctx.Done():
			return ctx.Err()
		}
		for _, result := range results {
			if err := deliver(result); err != nil {
				return err
			}
		}
		return nil
	}
	var serving sync.WaitGroup
	for i := range manyWorkers {
		serving.Go(func() {
			time.Sleep(pairPause * time.Duration(i) / manyWorkers)
			name := fmt.Sprintf("many-%d", i)
			connection, err := farm.Await(ctx, "nats://"+address, name, farm.Credentials{}, func(string) {})
			if err != nil {
				return
			}
			defer connection.Close()
			worker := farm.Worker{Connection: connection, Name: name, Slots: 1, Kinds: []farm.Kind{kind}, Notice: func(string) {}}
			_ = worker.Serve(ctx) // which ends with ctx
		})
	}
	err = program.Wait()
	elapsed := time.Since(begin)
	stop()
	serving.Wait()
	enginetest.Must(t, err)
	if recorded := countGames(path); recorded != games {
		t.Errorf("%d games are recorded, want %d", recorded, games)
	}
	state := program.ProcessState
	return manyWorkersFigures{elapsed, state.UserTime() + state.SystemTime(), state.SysUsage().(*syscall.Rusage).Maxrss << 10}
}

func TestAThousandWorkersNeedLittleMemory(t *testing.T) {
	enginetest.Night(t)
	figures := playWithManyWorkers(t, 2)
	if figures.memory > mostMemory {
		t.Errorf("the match has used %d MB, want %d at most", figures.memory>>20, mostMemory>>20)
	}
	t.Logf("%d MB, %s, %s of a processor", figures.memory>>20, figures.elapsed, figures.cpu)
}

// BenchmarkThousandWorkers has a thousand workers send 22,000 results in about a minute.
// MACHINES.md has its figures.
func BenchmarkThousandWorkers(b *testing.B) {
	const pairsEach = 11
	for b.Loop() {
		figures := playWithManyWorkers(b, pairsEach)
		if figures.memory > mostMemory {
			b.Errorf("the match has used %d MB, want %d at most", figures.memory>>20, mostMemory>>20)
		}
		b.ReportMetric(float64(figures.memory>>20), "MB")
		b.ReportMetric(2*pairsEach*manyWorkers/figures.elapsed.Minutes(), "results/min")
		b.ReportMetric(100*figures.cpu.Seconds()/figures.elapsed.Seconds(), "%cpu")
	}
}
