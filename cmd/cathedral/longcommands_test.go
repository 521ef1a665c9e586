//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/engine/certificate"
	"cathedral/engine/enginetest"
	"cathedral/engine/record"
)

// longCommand is a command that continues what is in its file.
type longCommand struct {
	name      string
	arguments string // FILE is the file
	// units returns the whole parts of a file, without what differs from run to run, such as times.
	units    func(text []byte) []string
	anyOrder bool // of the units in the file
	reports  bool // the last line that the command prints is the same whenever it continues a file that is complete
	far      bool // workers may do its work

	worker *exec.Cmd // is killed with the command; nil: none is
}

// longCommands returns the commands. GAMES and POSITIONS are inputs. A tree grows in turn from all
// placements of the Cathedral: which other positions it has depends on how many are analysed at a time.
func longCommands() []longCommand {
	return []longCommand{
		{name: "match", arguments: "match --engine builtin:engine --engine greedy --tc nodes=20 --games 60 --concurrency 2 --seed 5 --quiet --record FILE",
			units: wholeGames, anyOrder: true},
		{name: "games", arguments: "tune games --concurrency 2 --games 10 --nodes 60 --noise 8 FILE", units: wholeLines, far: true},
		{name: "openings", arguments: "openings --count 8 --candidates 2 --nodes 50 --games 2 --game-nodes 50 --buildings 4 --out FILE",
			units: wholeLines, far: true},
		{name: "certificate", arguments: "solve --time 0s --hash 4 --concurrency 2 --out FILE.txt --certificate FILE POSITIONS",
			units: wholeClaims, anyOrder: true},
		{name: "tree", arguments: "study grow --positions 40 --nodes 300 --placements 100 FILE", units: wholeLines, anyOrder: true, far: true},
		{name: "games of the study", arguments: "study games --concurrency 2 --games 10 --nodes 60 FILE", units: wholeGames, anyOrder: true, far: true},
		{name: "puzzles", arguments: "puzzles --concurrency 2 --nodes 3000 --first-ply 14 --moves 4 GAMES --out FILE", units: wholeLines, far: true},
		{name: "proofs", arguments: "solve --nodes 20000 --time 0s --max-plies 6 GAMES --out FILE", units: wholeProofs, anyOrder: true, reports: true, far: true},
		{name: "techniques", arguments: "tune techniques FILE --games 60 --pairs 2 --rate 1 --tc nodes=100 --threads 2 --technique RootMovesDepth2=1..799/390",
			units: wholeLines, anyOrder: true, reports: true},
	}
}

// TestLongCommandsContinueAfterAKill ends each command again and again, by a kill and by an
// interruption. What is whole in its file stays, and in the end the file is that of a run without
// interruption. The same holds if workers do the work and one of them is killed too: by day, of one command.
func TestLongCommandsContinueAfterAKill(t *testing.T) {
	enginetest.Long(t)
	kills, inputs := 3, t.TempDir()
	games, positions := filepath.Join(inputs, "games.txt"), filepath.Join(inputs, "positions.txt")
	if enginetest.IsNight() {
		kills = 10
	}
	// The puzzles are taken from these games.
	enginetest.Must(t, newProgram(t, io.Discard, "tune", "games", "--games", "40", "--nodes", "60", "--late", "0", "--threads", "2", games).Run())
	random, text := rand.New(rand.NewPCG(43, 5)), new(bytes.Buffer)
	for range 20 {
		p := enginetest.RandomPosition(random, engine.Rules{}, 18)
		fmt.Fprintln(text, &p)
	}
	enginetest.Must(t, os.WriteFile(positions, text.Bytes(), 0o644))
	for _, c := range longCommands() {
		c.arguments = strings.NewReplacer("GAMES", games, "POSITIONS", positions).Replace(c.arguments)
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			whole, killed, far := filepath.Join(folder, "whole"), filepath.Join(folder, "killed"), filepath.Join(folder, "far")
			c.run(t, whole, 0)
			c.run(t, killed, kills)
			c.compare(t, whole, killed)
			if !c.far || !enginetest.IsNight() && c.name != "games" {
				return
			}
			address := freeAddress(t)
			startWorker(t, io.Discard, address)
			c.worker = startWorker(t, io.Discard, address)
			c.run(t, far, 1, "--listen", address, "--patience", "1s")
			c.compare(t, whole, far)
		})
	}
}

// run runs the command with a file and flags to its end, and ends it before that as often as kills
// says, whenever the file has grown.
func (c *longCommand) run(t *testing.T, path string, kills int, flags ...string) (report string) {
	t.Helper()
	random := rand.New(rand.NewPCG(43, uint64(kills)))
	var before []byte
	for ends := 0; ; ends++ {
		var said, complaints bytes.Buffer
		program := newProgram(t, &said, append(strings.Fields(strings.ReplaceAll(c.arguments, "FILE", path)), flags...)...)
		program.Stderr = &complaints
		ended := startProgram(t, program)
		size := len(before) + random.IntN(1+len(before)/4)
		var signal syscall.Signal
		for isOver := false; kills > 0 && signal == 0 && !isOver; {
			select {
			case <-ended:
				isOver = true
			case <-time.After(time.Millisecond):
				if info, err := os.Stat(path); err == nil && info.Size() > int64(size) {
					signal = []syscall.Signal{syscall.SIGINT, syscall.SIGKILL}[kills%2]
					program.Process.Signal(signal)
					if c.worker != nil {
						c.worker.Process.Kill()
					}
				}
			}
		}
		<-ended
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("%v: %s", err, &complaints)
		}
		now := c.units(text)
		for _, unit := range c.units(before) {
			if !slices.Contains(now, unit) {
				t.Fatalf("the file has lost\n%s", unit)
			}
		}
		status := program.ProcessState.ExitCode()
		if signal == 0 || status == statusOK {
			if status != statusOK {
				t.Fatalf("%v: %s", program.ProcessState, &complaints)
			}
			if kills > 0 && ends == 0 {
				t.Error("it ends before it is killed")
			}
			return said.String()
		}
		if signal == syscall.SIGINT && status != statusSignal+int(signal) {
			t.Errorf("%v after %v", program.ProcessState, signal)
		}
		before = text
		kills--
	}
}

// compare compares two files of complete runs.
func (c *longCommand) compare(t *testing.T, whole, other string) {
	t.Helper()
	var units [2][]string
	var reports [2]string
	for i, path := range []string{whole, other} {
		text, err := os.ReadFile(path)
		enginetest.Must(t, err)
		if units[i] = c.units(text); c.anyOrder {
			slices.Sort(units[i])
		}
		if c.reports {
			lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(c.run(t, path, 0), path, "FILE")), "\n")
			reports[i] = lines[len(lines)-1]
		}
	}
	if !slices.Equal(units[0], units[1]) || len(units[0]) < 4 || reports[0] != reports[1] {
		t.Errorf("%s has\n%s\nwithout interruption it has\n%s\nreports:\n%s\n%s", other, strings.Join(units[1], ""), strings.Join(units[0], ""), reports[1], reports[0])
	}
}

// wholeLines returns the lines of a text that have an end, without the seconds that results took.
func wholeLines(text []byte) (lines []string) {
	for line := range bytes.Lines(regexp.MustCompile(` acs [0-9.]+;`).ReplaceAll(text, nil)) {
		if bytes.HasSuffix(line, []byte("\n")) {
			lines = append(lines, string(line))
		}
	}
	return lines
}

// wholeProofs returns the lines of results without the line of play and the number of nodes, which
// depend on what was searched before.
func wholeProofs(text []byte) []string {
	return wholeLines(regexp.MustCompile(` (pv|acn) [^;]*;`).ReplaceAll(text, nil))
}

// wholeGames returns the games of a record that have a result, as text without their circumstances.
func wholeGames(text []byte) (games []string) {
	for reader := record.NewReader(bytes.NewReader(text)); ; {
		game, err := reader.Next()
		if err != nil {
			return games
		}
		if game.Result != "*" {
			games = append(games, game.Tag("Round")+" "+withoutCircumstances(game)+"\n")
		}
	}
}

// wholeClaims returns the claims that a certificate proves, perhaps without its end.
func wholeClaims(text []byte) (claims []string) {
	certificate.Verify(bytes.NewReader(text), certificate.Limits{}, func(claim certificate.Claim, _ certificate.Proof) {
		claims = append(claims, fmt.Sprintln(claim, &claim.Position))
	})
	return claims
}
