package build

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

func TestAgainstBuildsTheWorkingTreeAndTheCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("needs git")
	}
	top := t.TempDir()
	t.Chdir(top)
	write := func(name, text string) {
		enginetest.Must(t, os.MkdirAll(filepath.Dir(name), 0o755))
		enginetest.Must(t, os.WriteFile(name, []byte(text), 0o644))
	}
	run := func(name string, arguments ...string) string {
		t.Helper()
		text, err := Output(t.Context(), top, name, arguments...)
		enginetest.Must(t, err)
		return text
	}
	program := func(word string) string {
		return "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"" + word + "\") }\n"
	}
	write("go.mod", "module tried\n\ngo 1.26\n")
	write("cmd/cathedral/main.go", program("old"))
	run("git", "init", "-q")
	run("git", "add", ".")
	run("git", "-c", "user.name=T", "-c", "user.email=t@t", "-c", "commit.gpgsign=false", "commit", "-q", "-m", "first")
	write("cmd/cathedral/main.go", program("new"))

	if err := os.Chdir("cmd"); err != nil { // it works from any folder
		t.Fatal(err)
	}
	builds, cleanUp, err := Both(t.Context(), "HEAD")
	enginetest.Must(t, err)
	if got := run(builds[0].Program) + " " + run(builds[1].Program); got != "new old" {
		t.Errorf("the programs print %q, want new old", got)
	}
	if !strings.HasPrefix(builds[0].Name, "working-") || !strings.HasPrefix(run("git", "rev-parse", "HEAD"), builds[1].Name) {
		t.Errorf("builds %+v", builds)
	}
	cleanUp()
	if _, err := os.Stat(builds[0].Program); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("after the match the build is still there: %v", err)
	}
	if _, _, err := Both(t.Context(), "no-such-commit"); err == nil {
		t.Error("there is no such commit, but it was built")
	}
	write("cathedral/main.go", "package main\n\nfunc main() { x }\n")
	if _, _, err := Both(t.Context(), "HEAD"); err == nil || !strings.Contains(err.Error(), "undefined: x") {
		t.Errorf("a broken working tree: %v", err)
	}
}
