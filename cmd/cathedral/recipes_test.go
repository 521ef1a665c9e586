package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cathedral/engine/enginetest"
)

// The recipes of a document are its blocks marked sh or console. They are run in order, in one
// shell and one folder, as a reader would. After "$ " in a console block stands a command, and
// then its output, with … for what is left out. testdata/recipes.txt shortens them. By day those of the README are run.
func TestRecipesOfDocumentsRun(t *testing.T) {
	enginetest.Long(t)
	table, err := os.ReadFile("testdata/recipes.txt")
	enginetest.Must(t, err)
	changes := map[string]string{} // by the path of a document
	for _, part := range strings.Split(string(table), "\n== ")[1:] {
		path, rest, _ := strings.Cut(part, "\n")
		changes[path] = rest
	}
	for _, d := range documents(t) {
		change := changes[d.Path]
		delete(changes, d.Path)
		t.Run(d.Path, func(t *testing.T) {
			if filepath.Base(d.Path) != "README.md" {
				enginetest.Night(t)
			}
			t.Parallel()
			r := newReader(t, d)
			for line := range strings.Lines(change) {
				if from, to, found := strings.Cut(strings.TrimSpace(line), " => "); found {
					r.replace(from, to)
				}
			}
			r.follow()
			for _, fault := range r.faults {
				t.Error(fault)
			}
		})
	}
	for path := range changes {
		t.Errorf("there is no document %s", path)
	}
}

// replace replaces a text in the recipes of the document.
func (r *documentReader) replace(from, to string) {
	if strings.HasPrefix(to, "# ") { // a reason
		to = ""
	}
	found := false
	for i := range r.Blocks {
		if b := &r.Blocks[i]; (b.Info == "sh" || b.Info == "console") && strings.Contains(b.Text, from) {
			b.Text, found = strings.ReplaceAll(b.Text, from, to), true
		}
	}
	if !found {
		r.fault(1, "no recipe contains %q", from)
	}
}

// follow runs the recipes.
func (r *documentReader) follow() {
	type step struct {
		line           int
		command, shown string
	}
	var steps []step
	var script string
	add := func(line int, command, shown string) {
		if command == "" {
			return
		}
		// Moves and answers may be late: a test runs beside others.
		command = strings.ReplaceAll(command, "cathedral match ", "cathedral match --margin 20000 ")
		command = strings.ReplaceAll(command, "cathedral check ", "cathedral check --margin 20000 --patience 2m ")
		steps = append(steps, step{line, command, shown})
		script += "printf '\\036'\n" + command + "\n"
	}
	for _, b := range r.Blocks {
		switch {
		case b.Info == "sh":
			add(b.Line, b.Text, "…")
		case b.Info == "console":
			for _, part := range regexp.MustCompile(`(?m)^\$ `).Split(b.Text, -1)[1:] {
				command, shown, _ := strings.Cut(part, "\n")
				add(b.Line, command, shown)
			}
		case b.Info == "" && typed.MatchString(b.Text):
			r.fault(b.Line, "mark the block sh or console")
		}
	}
	if len(steps) == 0 {
		return
	}
	for _, program := range []string{"openssl", "python3"} {
		if _, err := exec.LookPath(program); err != nil && strings.Contains(script, program+" ") {
			r.Skipf("%s is not installed", program)
		}
	}
	begin, err := os.ReadFile("testdata/recipes.sh")
	if err != nil {
		r.Fatal(err)
	}
	source, err := filepath.Abs(top)
	if err != nil {
		r.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.Fatal(err)
	}
	listener.Close()
	port := listener.Addr().(*net.TCPAddr).Port // at which nobody listens
	ctx, cancel := context.WithTimeout(r.Context(), 3*time.Minute)
	defer cancel()
	shell := exec.CommandContext(ctx, "sh", "-c", string(begin)+script)
	shell.Dir, shell.WaitDelay = r.TempDir(), 10*time.Second
	shell.Cancel = func() error { return shell.Process.Signal(os.Interrupt) } // it ends those behind it
	shell.Env = append(os.Environ(), "source="+source, fmt.Sprint("port=", port))
	output, err := shell.CombinedOutput()
	outputs := strings.Split(string(output), "\036")[1:]
	if len(outputs) == 0 {
		r.Fatalf("%v\n%s", err, output)
	}
	for i, output := range outputs {
		if s := steps[i]; err != nil && i == len(outputs)-1 {
			r.fault(s.line, "%s: %v\n%s", s.command, err, output)
		} else if !enginetest.Shows(s.shown, output) {
			r.fault(s.line, "%s: the document shows\n%s\nit prints\n%s", s.command, s.shown, output)
		}
	}
}
