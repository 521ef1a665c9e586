//go:build unix

package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// outputs are command lines in which OUT is an output. After a bar are inputs and other outputs
// that it must not be. The fits of "tune" need too many games, and a site is a folder, which has its own test.
const outputs = `solve --out OUT late.txt | late.txt
solve --certificate OUT late.txt | late.txt
solve --out same.txt --certificate OUT late.txt | same.txt
rate --plot OUT games.txt | games.txt
match --engine random --engine greedy --games 2 --record OUT --openings games.txt | games.txt
match --engine random --engine greedy --games 2 --plot OUT --config match.toml | match.toml
match --engine random --engine greedy --games 2 --plot OUT --record more.txt | more.txt
book make --out OUT book.txt | book.txt
book make --out OUT --games games.txt book.txt | games.txt
openings --count 1 --games 0 --out OUT |
openings --count 1 --games 0 --as positions --out OUT | letter.txt late.txt
openings --count 1 --games 0 --book book.txt --out OUT | book.txt
puzzles --out OUT games.txt | games.txt
study grow OUT --positions 1 --nodes 10 --games games.txt | games.txt
study merge OUT tree.txt | tree.txt
study games OUT --games 1 --nodes 10 |
tune games OUT --games 1 --nodes 10 |
tune techniques OUT --games 16 --tc nodes=10 |`

// TestOutputsReplaceNothing gives each command as its output a letter, an input under one of three
// names in turn, and a device. They stay as they are.
func TestOutputsReplaceNothing(t *testing.T) {
	enginetest.Long(t)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"letter.txt": "Dear all,\n", "same.txt": "", "match.toml": "seed = 1\n",
		"text.txt": "1+3f4/++++fff3/1+3f4/10/10/1yy4YY1/yy6YY/1y6Y1/10/10 l - 4 moves IFnD4 TOsE6; ce -450 -550;\n",
		"late.txt": "dyddmdiifd/dyymmmifff/yy1+1bbbfi/M++++addii/MM1+aaoccd/MF2aoo1cs/FFFOooIccs/LFYOOIIBBB/YYYIOOCLCL/LYLIILCCCL l - 20\n",
	} {
		enginetest.Must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	run := func(line string) (status int, said string) {
		var errors bytes.Buffer
		program := newProgram(t, io.Discard, strings.Fields(line)...)
		program.Stderr = &errors
		program.Run()
		return program.ProcessState.ExitCode(), errors.String()
	}
	for _, line := range []string{
		"match --engine random --engine greedy --games 2 --record games.txt", "match --engine random --engine greedy --games 2 --record more.txt",
		"study grow tree.txt --positions 2 --nodes 10", "book make --out book.txt text.txt",
	} {
		if status, said := run(line); status != statusOK {
			t.Fatalf("%s: %s", line, said)
		}
	}
	turn := 0
	for line := range strings.Lines(outputs) {
		line, inUse, _ := strings.Cut(strings.TrimSpace(line), " |")
		files := map[string]string{"letter.txt": "letter.txt"} // by the names that are given
		for _, file := range strings.Fields(inUse) {
			os.Remove("link-" + file)
			os.Remove("hard-" + file)
			if os.Symlink(file, "link-"+file) != nil || os.Link(file, "hard-"+file) != nil {
				t.Fatal("no links")
			}
			files[[]string{"./", "link-", "hard-"}[turn%3]+file] = file
			turn++
		}
		for name, file := range files {
			before, err := os.ReadFile(file)
			enginetest.Must(t, err)
			status, said := run(strings.ReplaceAll(line, "OUT", name))
			if after, _ := os.ReadFile(file); status != statusError || strings.Count(said, "\n") != 1 || !bytes.Equal(before, after) {
				t.Errorf("%s: with %s, status %d, and %d bytes have become %d: %s", line, name, status, len(before), len(after), said)
			}
		}
		status, said := run(strings.ReplaceAll(line, "OUT", "-"))
		if _, err := os.Stat("-"); status == statusOK || err == nil {
			t.Errorf("%s: with -, status %d: %s", line, status, said)
		}
		if strings.Contains(line, "--plot") || strings.Contains(line, "--certificate") || strings.HasPrefix(line, "book") {
			continue // pipes and devices may be written
		}
		if status, said := run(strings.ReplaceAll(line, "OUT", "/dev/full")); status != statusError || !strings.Contains(said, "not a regular file") {
			t.Errorf("%s: with a device, status %d: %s", line, status, said)
		}
	}
}

// TestNothingIsLeftOfARefusal lets commands fail after they have checked their outputs.
func TestNothingIsLeftOfARefusal(t *testing.T) {
	t.Chdir(t.TempDir())
	late := "dyddmdiifd/dyymmmifff/yy1+1bbbfi/M++++addii/MM1+aaoccd/MF2aoo1cs/FFFOooIccs/LFYOOIIBBB/YYYIOOCLCL/LYLIILCCCL l - 20\n"
	if os.WriteFile("late.txt", []byte(late), 0o644) != nil || os.Symlink("target.svg", "link.svg") != nil {
		t.Fatal("no files")
	}
	for _, line := range []string{
		"solve --certificate link.svg --out late.txt late.txt",
		"solve --certificate new.cert --out new.txt --worker-keys nothing.txt --listen 127.0.0.1:0 late.txt",
		"match --engine cmd=./nothing --engine greedy --plot new.svg --record new.txt",
		"rate --plot new.svg late.txt",
	} {
		program := newProgram(t, io.Discard, strings.Fields(line)...)
		var said bytes.Buffer
		program.Stderr = &said
		if program.Run(); program.ProcessState.ExitCode() != statusError {
			t.Errorf("%s: status %d: %s", line, program.ProcessState.ExitCode(), &said)
		}
		for _, name := range []string{"target.svg", "new.svg", "new.txt", "new.cert"} {
			if _, err := os.Stat(name); err == nil {
				t.Errorf("%s leaves %s", line, name)
			}
		}
	}
	if _, err := os.Lstat("link.svg"); err != nil {
		t.Error(err)
	}
}
