//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"cathedral/bench/benchtest"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// remoteMatch are the arguments of a match whose games are the same wherever they are
// played. No game is long, so that many can be played.
func remoteMatch(pairs int, record string, more ...string) []string {
	return append([]string{
		"match", "--engine", "name=A cmd=builtin:engine nodes=20 option.Hash=1", "--engine", "name=B cmd=builtin:engine nodes=10 option.Hash=1",
		"--games", fmt.Sprint(2 * pairs), "--seed", "5", "--record", record, "--quiet",
	}, more...)
}

// gamesByRound reads a record and returns what does not depend on who played a game, and
// when: its players, moves, scores and result.
func gamesByRound(t *testing.T, path string) map[string]string {
	t.Helper()
	games := map[string]string{}
	for round, game := range benchtest.Rounds(t, path) {
		games[round] = withoutCircumstances(game)
	}
	return games
}

// withoutCircumstances returns the players of a game, its moves, scores and result.
func withoutCircumstances(game *record.Game) string {
	var same strings.Builder
	for _, tag := range []string{"White", "Black", "Result", "Score", "Termination", "WhiteEngine", "BlackEngine"} {
		fmt.Fprintf(&same, "%s ", game.Tag(tag))
	}
	for _, move := range game.Moves {
		comment, _ := record.ParseMoveComment(move.Comment)
		fmt.Fprintf(&same, "%s %d/%d ", move.Move, comment.Centi, comment.Depth)
	}
	return same.String()
}

// compareGames compares the record of a match that workers played with that of the same
// match in one process. Both must have that many games.
func compareGames(t *testing.T, local, far string, games int) {
	t.Helper()
	want, got := gamesByRound(t, local), gamesByRound(t, far)
	if len(want) != games || len(got) != games {
		t.Errorf("%d games, and %d in one process, want %d", len(got), len(want), games)
	}
	for round := range want {
		if got[round] != want[round] {
			t.Errorf("round %s is\n%s\nand in one process\n%s", round, got[round], want[round])
		}
	}
}

// freeAddress returns an address of this machine that nobody listens on. Its port is not
// one of those that connections get, as the worker of an unreachable server could get it.
func freeAddress(t testing.TB) string {
	t.Helper()
	for {
		address := fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(10_000))
		if listener, err := net.Listen("tcp", address); err == nil {
			listener.Close()
			return address
		}
	}
}

// countGames returns the number of games of a record that may be in the making.
func countGames(path string) int {
	text, _ := os.ReadFile(path) // there is none at first
	return bytes.Count(text, []byte("[Round "))
}

// awaitGames waits until a record has that many games, or returns false when ctx ends.
func awaitGames(ctx context.Context, path string, games int) bool {
	for countGames(path) < games {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			return false
		}
	}
	return ctx.Err() == nil
}

// TestEachPairIsPlayedOnceWhoeverIsKilled kills workers and the match again and again, and
// compares the record with that of a match in one process.
func TestEachPairIsPlayedOnceWhoeverIsKilled(t *testing.T) {
	enginetest.Long(t)
	pairs, workers, kills, pause := 30, 3, 2, 300*time.Millisecond
	if enginetest.IsNight() {
		pairs, workers, kills, pause = 100, 4, 5, time.Second
	}
	limit, stopPrograms := context.WithTimeout(t.Context(), 10*time.Minute)
	defer stopPrograms()
	folder := t.TempDir()
	local, far := filepath.Join(folder, "local.txt"), filepath.Join(folder, "far.txt")
	enginetest.Must(t, newProgram(t, io.Discard, remoteMatch(pairs, local)...).Run())
	address := freeAddress(t)

	// One worker after the other is killed, and another one takes its place.
	ctx, stop := context.WithCancel(limit)
	var killing sync.WaitGroup
	defer killing.Wait()
	defer stop()
	begin := func() *exec.Cmd {
		worker := newProgram(t, io.Discard, "worker", "nats://"+address, "--concurrency", "1")
		if err := worker.Start(); err != nil {
			t.Error(err)
			return nil
		}
		return worker
	}
	end := func(worker *exec.Cmd) {
		if worker != nil {
			worker.Process.Kill()
			worker.Wait()
		}
	}
	killing.Go(func() {
		team := make([]*exec.Cmd, workers)
		for i := range team {
			team[i] = begin()
		}
		for turn := 0; awaitGames(ctx, far, countGames(far)+4); turn++ {
			time.Sleep(pause)
			i := turn % workers
			end(team[i])
			team[i] = begin()
		}
		for _, worker := range team {
			end(worker)
		}
	})

	for runs := 0; ; runs++ {
		var said bytes.Buffer
		match := newProgram(t, &said, remoteMatch(pairs, far, "--listen", address, "--patience", "1s")...)
		enginetest.Must(t, match.Start())
		ended := make(chan error, 1)
		go func() { ended <- match.Wait() }()
		kill := make(chan struct{}) // for ever, after enough kills
		running, endRun := context.WithCancel(ctx)
		if runs < kills {
			killing.Go(func() {
				if awaitGames(running, far, (runs+1)*2*pairs/(kills+2)) {
					close(kill)
				}
			})
		}
		select {
		case err := <-ended:
			endRun()
			if err != nil {
				t.Fatalf("the match ends with %v: %s", err, &said)
			}
			compareGames(t, local, far, 2*pairs)
			return
		case <-kill:
			match.Process.Kill()
			<-ended
			endRun()
		case <-ctx.Done():
			endRun()
			match.Process.Kill()
			<-ended
			t.Fatalf("the match does not end: %s", &said)
		}
	}
}

// TestTheDecisionDoesNotDependOnTheWorkers compares the end of a match with an SPRT that
// workers play with that of the same match in one process.
func TestTheDecisionDoesNotDependOnTheWorkers(t *testing.T) {
	enginetest.Long(t)
	address := freeAddress(t)
	for range 2 {
		startWorker(t, io.Discard, address)
	}
	var ends []string
	for _, more := range [][]string{nil, {"--listen", address}} {
		var out bytes.Buffer
		arguments := remoteMatch(500, filepath.Join(t.TempDir(), "games.txt"), append(more, "--json", "--sprt", "0,300")...)
		if err := newProgram(t, &out, arguments...).Run(); err != nil {
			t.Fatalf("%v: %s", err, &out)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		var end struct {
			Decided   bool
			DecidedBy string `json:"decided_by"`
		}
		enginetest.Must(t, json.Unmarshal([]byte(lines[len(lines)-1]), &end))
		ends = append(ends, fmt.Sprintf("%+v", end))
	}
	if ends[0] != ends[1] || !strings.HasPrefix(ends[0], "{Decided:true DecidedBy:") {
		t.Errorf("in one process the match ends with %s, with workers with %s", ends[0], ends[1])
	}
}

// A match that is stopped again and again, but not its engines, says in its report and in its
// record how long it slept.
func TestAReportSaysWhatAStoppedMatchOverslept(t *testing.T) {
	enginetest.Long(t)
	games := filepath.Join(t.TempDir(), "games.txt")
	var report, rated bytes.Buffer
	match := newProgram(t, &report, "match", "--engine", "name=A cmd=cathedral", "--engine", "name=B cmd=cathedral",
		"--tc", "movetime=30", "--games", "4", "--record", games, "--quiet")
	ended := startProgram(t, match)
	for isRunning := true; isRunning; {
		select {
		case <-ended:
			isRunning = false
		case <-time.After(100 * time.Millisecond):
			match.Process.Signal(syscall.SIGSTOP) // an error means that it has ended
			time.Sleep(100 * time.Millisecond)
			match.Process.Signal(syscall.SIGCONT)
		}
	}
	enginetest.Must(t, newProgram(t, &rated, "rate", games).Run())
	for _, text := range []string{report.String(), rated.String()} {
		var seconds float64
		if _, err := fmt.Sscanf(text, "The referee overslept %f s in 4 of 4 games; no move was charged for it.", &seconds); err != nil || seconds < 0.08 {
			t.Errorf("%v: %s", err, text)
		}
	}
}
