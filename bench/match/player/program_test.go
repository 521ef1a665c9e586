package player

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"cathedral/engine/enginetest"
)

// interpreterNamed writes a program to a folder that answers --version.
func interpreterNamed(t *testing.T, folder, name, version, comment string) {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell here")
	}
	text := "#!/bin/sh\n# " + comment + "\n[ \"$1\" = --version ] && echo '" + version + "'\n"
	enginetest.Must(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o755))
}

func TestAnInterpreterFromPathCountsByItsNameAndVersion(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	for _, test := range []struct{ name, version, want string }{
		{"python3", "Python 9.9.1", "^Python 9.9.1$"},
		{"python3.9", "\nPython 9.9.2\nmore", "^Python 9.9.2$"},
		{"node", "v99.0.1", "^node v99.0.1$"},
		{"python3", "", "^[0-9a-f]{16}$"}, // it does not state a version
		{"engine-python3", "Python 9.9.1", "^[0-9a-f]{16}$"},
		{"sh", "anything", "^sh$"},
	} {
		interpreterNamed(t, folder, test.name, test.version, "one")
		specification := Specification{Command: test.name}
		if got := specification.Program(); !regexp.MustCompile(test.want).MatchString(got.Command) {
			t.Errorf("%s of version %q is %+v, want %s", test.name, test.version, got, test.want)
		}
	}
	interpreterNamed(t, folder, "python3", "Python 9.9.1", "two")
	for command, want := range map[string]string{"python3": "^Python 9.9.1$", filepath.Join(folder, "python3"): "^[0-9a-f]{16}$"} {
		specification := Specification{Command: command}
		if got := specification.Program(); !regexp.MustCompile(want).MatchString(got.Command) {
			t.Errorf("%s, built differently, is %+v, want %s", command, got, want)
		}
	}
}

func TestFilesToWatchAndToIgnoreAddUp(t *testing.T) {
	var base Specification
	var players [2]Specification
	enginetest.Must(t, base.ApplyText("watch=book.bin watch='a.bin b.bin'"))
	for i, text := range []string{"watch=one ignore=logs/run.log", "watch=\"'the other'\""} {
		players[i] = base
		enginetest.Must(t, players[i].ApplyText(text))
	}
	if one, other := players[0].Watch, players[1].Watch; !slices.Equal(one, []string{"book.bin", "a.bin", "b.bin", "one"}) ||
		!slices.Equal(other, []string{"book.bin", "a.bin", "b.bin", "the other"}) {
		t.Errorf("watched are %q and %q", one, other)
	}
	if !players[0].Ignores("run.log") || players[0].Ignores("logs") || players[1].Ignores("run.log") {
		t.Errorf("ignored are %q and %q", players[0].Ignore, players[1].Ignore)
	}
}
