package process

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"cathedral/engine/enginetest"
)

// A file of the working directory is not looked up by its bare name. The error of a start
// says how to name it, and says nothing of that if there is no such file. It has no names of Go's calls.
func TestErrorExplainsFileOfWorkingDirectory(t *testing.T) {
	folder := t.TempDir()
	enginetest.Must(t, os.WriteFile(filepath.Join(folder, "unlisted-engine.py"), nil, 0o644))
	for name, explained := range map[string]bool{"unlisted-engine.py": true, "missing-engine.py": false} {
		_, err := Start(Command{Path: name, Directory: folder})
		if !errors.Is(err, exec.ErrNotFound) {
			t.Fatalf("%s: error %v, want that it is not in PATH", name, err)
		}
		if got := strings.Contains(err.Error(), "./"+name); got != explained {
			t.Errorf("%s: explained %v, want %v: %v", name, got, explained, err)
		}
		for _, path := range []string{name, filepath.Join(folder, "none", name)} {
			if _, err := Start(Command{Path: path}); err == nil || strings.Contains(err.Error(), "exec:") || strings.Contains(err.Error(), "fork") {
				t.Errorf("%s: error %v", path, err)
			}
		}
	}
}

// The system's reason for a script without an interpreter, or for a directory that is not there,
// does not say what is missing.
func TestErrorSaysWhatIsMissing(t *testing.T) {
	script := filepath.Join(t.TempDir(), "engine.py")
	enginetest.Must(t, os.WriteFile(script, []byte("print('ugiok')\n"), 0o755))
	for missing, command := range map[string]Command{
		"interpreter":                 {Path: script},
		"there is no directory /none": {Path: "./engine", Directory: "/none"},
	} {
		if runtime.GOOS == "windows" && missing == "interpreter" {
			continue // has another reason
		}
		if _, err := Start(command); err == nil || !strings.Contains(err.Error(), missing) {
			t.Errorf("error %v, want %q", err, missing)
		}
		if err := command.Find(); (err == nil) != (missing == "interpreter") {
			t.Errorf("before the start: %v", err)
		}
	}
}
