//go:build unix

package main

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// gamesPerSecond plays a match of some games and returns its speed, without the time in
// which the programs start, and without the end, at which a core has nothing to do.
func gamesPerSecond(b *testing.B, games int, more ...string) float64 {
	b.Helper()
	const begin, end = 4, 6
	program := newProgram(b, nil, append([]string{
		"match", "--engine", "name=A cmd=builtin:engine", "--engine", "name=B cmd=builtin:engine", "--tc", "nodes=5000",
		"--seed", "5", "--json", "--record", filepath.Join(b.TempDir(), "games.txt"), "--games", fmt.Sprint(games),
	}, more...)...)
	out, err := program.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := program.Start(); err != nil {
		b.Fatal(err)
	}
	played := 0
	var first, last time.Time
	lines := bufio.NewReader(out)
	for line := ""; err == nil; line, err = lines.ReadString('\n') {
		if !strings.HasPrefix(line, `{"event":"game"`) {
			continue
		}
		switch played++; played {
		case begin:
			first = time.Now()
		case games - end:
			last = time.Now()
		}
	}
	if err := program.Wait(); err != nil || played != games {
		b.Fatalf("%d games, %v", played, err)
	}
	return float64(games-end-begin) / last.Sub(first).Seconds()
}

// BenchmarkCostOfAWorker plays the same match in one process and by a worker over loopback,
// two games at a time with 5,000 nodes a move, in turn. The difference is what the server
// and the messages cost. MACHINES.md has its figures.
func BenchmarkCostOfAWorker(b *testing.B) {
	const games = 60
	var local, remote float64
	for b.Loop() {
		local += gamesPerSecond(b, games, "--concurrency", "2")
		address := freeAddress(b)
		worker := startWorker(b, io.Discard, address, "--concurrency", "2")
		remote += gamesPerSecond(b, games, "--listen", address)
		worker.Process.Kill()
	}
	b.ReportMetric(local/float64(b.N), "local-games/s")
	b.ReportMetric(remote/float64(b.N), "worker-games/s")
	b.ReportMetric(100*(1-remote/local), "%cost")
}
