package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cathedral/engine/enginetest"
)

// processorTime returns how long a process has been on a processor.
func processorTime(b *testing.B, pid int) time.Duration {
	b.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	enginetest.Must(b, err)
	_, fields, _ := strings.Cut(string(text), ") ") // after the name of the program
	var user, system int64                          // in hundredths of a second
	if _, err := fmt.Sscan(strings.Join(strings.Fields(fields)[11:13], " "), &user, &system); err != nil {
		b.Fatal(err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}

// costOfGames plays a match of some games, by a worker if hasWorker is set, and returns the
// time of processors that its programs need for a game, without that in which they start.
func costOfGames(b *testing.B, games int, hasWorker bool, more ...string) time.Duration {
	b.Helper()
	arguments := append([]string{
		"match", "--engine", "name=A cmd=builtin:engine", "--engine", "name=B cmd=builtin:engine", "--tc", "nodes=5000",
		"--seed", "5", "--json", "--record", filepath.Join(b.TempDir(), "games.txt"), "--games", fmt.Sprint(games), "--patience", "1m",
	}, more...)
	pids := []int{}
	if hasWorker {
		address := freeAddress(b)
		arguments = append(arguments, "--listen", address)
		worker := startWorker(b, io.Discard, address, "--concurrency", "2")
		pids = append(pids, worker.Process.Pid)
		defer worker.Process.Kill()
	}
	program := newProgram(b, nil, arguments...)
	out, err := program.StdoutPipe()
	enginetest.Must(b, err)
	enginetest.Must(b, program.Start())
	pids = append(pids, program.Process.Pid)
	used := func() (sum time.Duration) {
		for _, pid := range pids {
			sum += processorTime(b, pid)
		}
		return sum
	}
	played := 0
	var first, last time.Duration
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var line struct {
			Event string `json:"event"`
		}
		enginetest.Must(b, json.Unmarshal(lines.Bytes(), &line))
		switch line.Event {
		case "game":
			if played++; played == 1 {
				first = used()
			}
		case "end":
			last = used()
		}
	}
	if err := program.Wait(); err != nil || played != games {
		b.Fatalf("%d games, %v", played, err)
	}
	return (last - first) / time.Duration(games-1)
}

// BenchmarkCostOfAWorker plays the same match in one process and by a worker over loopback, in turn: two games at a time with 5,000 nodes a move.
// The difference is what the server and the messages cost, in time of processors. Other programs
// of the machine change that too, so each match with a worker is compared with the two in one
// process before and after it, and the median of the rounds counts. MACHINES.md has its figures.
func BenchmarkCostOfAWorker(b *testing.B) {
	const games = 60
	play := func(hasWorker bool, more ...string) (milliseconds float64) {
		return costOfGames(b, games, hasWorker, more...).Seconds() * 1000
	}
	local := func() float64 { return play(false, "--concurrency", "2") }
	var locals, costs []float64
	before := local()
	for b.Loop() {
		far, after := play(true), local()
		one := (before + after) / 2
		before = after
		locals = append(locals, one)
		costs = append(costs, 100*(far/one-1))
	}
	b.ReportMetric(median(locals), "local-ms/game")
	b.ReportMetric(median(costs), "%cost")
	b.Logf("each round: %.1f %%", costs)
}

// median returns the number in the middle, or the mean of the two in the middle.
func median(numbers []float64) float64 {
	sorted := slices.Sorted(slices.Values(numbers))
	return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2
}
