package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

const page = "../WRITE-AN-ENGINE.md"

// newcomer is a reader of the page: the folder that the skeletons were copied into, and
// that of the program cathedral.
type newcomer struct{ folder, programs string }

// newNewcomer copies both skeletons into an empty folder, and builds the one in Go as the
// page says.
func newNewcomer(t *testing.T, programs string) newcomer {
	t.Helper()
	n := newcomer{t.TempDir(), programs}
	for _, name := range []string{"engine.py", "engine.go"} {
		text, err := os.ReadFile(name)
		enginetest.Must(t, err)
		enginetest.Must(t, os.WriteFile(filepath.Join(n.folder, name), text, 0o644))
	}
	for _, command := range blocks(t, "go-build") {
		n.run(t, strings.TrimPrefix(strings.TrimSpace(command), "$ "), "")
	}
	return n
}

// run runs a command of the page in the newcomer's folder and returns its output. Moves may
// be late: a test runs beside others.
func (n newcomer) run(t *testing.T, command, input string) string {
	t.Helper()
	command = strings.Replace(command, "cathedral match ", "cathedral match --margin 20000 ", 1)
	command = strings.Replace(command, "cathedral check ", "cathedral check --margin 20000 --patience 2m ", 1)
	shell := exec.CommandContext(t.Context(), "sh", "-c", command)
	shell.Dir, shell.Stdin = n.folder, strings.NewReader(input)
	shell.Env = append(os.Environ(), "PATH="+n.programs+string(os.PathListSeparator)+os.Getenv("PATH"))
	output, err := shell.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, output)
	}
	return string(output)
}

// eachSkeleton runs a test for both skeletons. adapt turns a command for the one in Python
// into one for the skeleton under test, as the page explains.
func eachSkeleton(t *testing.T, run func(t *testing.T, n newcomer, adapt func(command string) string)) {
	if runtime.GOOS == "windows" {
		t.Skip("the page's commands are for a shell")
	}
	programs := t.TempDir()
	if output, err := exec.Command("go", "build", "-o", programs, "cathedral/cmd/cathedral").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	t.Run("Python", func(t *testing.T) {
		t.Parallel()
		if err := exec.Command("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 10))").Run(); err != nil {
			t.Skip("there is no Python 3.10")
		}
		run(t, newNewcomer(t, programs), func(command string) string { return command })
	})
	t.Run("Go", func(t *testing.T) {
		t.Parallel()
		run(t, newNewcomer(t, programs), strings.NewReplacer("cmd=python3 args=engine.py", "cmd=./engine", "python3 engine.py", "./engine").Replace)
	})
}

// blocks returns the contents of the page's fenced blocks of a kind.
func blocks(t *testing.T, kind string) []string {
	t.Helper()
	d := enginetest.ReadDocument(t, page)
	return d.Examples(t, kind)
}

// TestPage tries both skeletons; package main of cmd/cathedral runs the page's commands.
func TestPage(t *testing.T) {
	enginetest.Long(t)
	eachSkeleton(t, func(t *testing.T, n newcomer, adapt func(string) string) {
		t.Run("shows the conversation", func(t *testing.T) {
			for _, block := range blocks(t, "conversation") {
				var sent, shown strings.Builder
				for line := range strings.Lines(block) {
					if text, isSent := strings.CutPrefix(line, "> "); isSent {
						sent.WriteString(text)
					} else {
						shown.WriteString(line)
					}
				}
				if got := n.run(t, adapt("python3 engine.py"), sent.String()); !enginetest.Shows(shown.String(), got) {
					t.Errorf("the page shows\n%s\nthe engine answers\n%s", shown.String(), got)
				}
			}
		})
		t.Run("has an engine that passes the check", func(t *testing.T) {
			// It takes up to a minute, nearly all of that in waiting.
			if got := n.run(t, "cathedral check "+adapt("python3 engine.py"), ""); !strings.Contains(got, " 0 failed, ") {
				t.Error(got)
			}
		})
		t.Run("has an engine that plays whole matches", func(t *testing.T) {
			// The match is the referee. With --strict it fails after an illegal move or a warning.
			n.run(t, adapt(`cathedral match --engine "name=mine cmd=python3 args=engine.py" --engine largest --engine random `+
				`--gauntlet --games 12 --random-plies 4 --tc 60+1 --strict --quiet`), "")
		})
	})
}

func TestPageQuotesTheSkeleton(t *testing.T) {
	text, err := os.ReadFile("engine.py")
	enginetest.Must(t, err)
	for _, quote := range blocks(t, "python") {
		if !strings.Contains(string(text), quote) {
			t.Errorf("engine.py does not contain\n%s", quote)
		}
	}
}

// TestSkeletonKnowsTheRules replays games from another program.
func TestSkeletonKnowsTheRules(t *testing.T) {
	games := enginetest.FactGames(t, "classic")
	if !enginetest.IsLong() {
		games = games[:30]
	}
	for _, game := range games {
		p, _ := read(start)
		for i, want := range game.Plies {
			if i > 0 {
				words := strings.Fields("position fen " + p.String() + " moves " + game.Moves[i-1])
				var ok bool
				if p, ok = setUp(words); !ok {
					t.Fatalf("%s: it refuses %q", game.Line, words)
				}
			}
			if p.String() != want.Position {
				t.Fatalf("%s: ply %d: %s, want %s", game.Line, i, p.String(), want.Position)
			}
			distinct := map[string]bool{}
			for _, move := range p.legal() {
				distinct[fmt.Sprint(move.letter, move.squares)] = true
			}
			if next := (position{p.board, p.ply + 1}); len(distinct) == 0 && len(next.legal()) > 0 {
				distinct["pass"] = true
			}
			if len(distinct) != want.Count {
				t.Fatalf("%s: ply %d: %d legal moves, want %d", game.Line, i, len(distinct), want.Count)
			}
		}
	}
}
