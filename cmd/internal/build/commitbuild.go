// Package build identifies this build and measures how fast it is, and makes builds of other
// commits.
package build

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Build is a build of the program.
type Build struct {
	Name    string
	Program string // the path of the executable
	Source  string // the folder of its source
}

// CheckCommit returns an error if text cannot name a commit.
func CheckCommit(text string) error {
	if text == "" || strings.HasPrefix(text, "-") {
		return fmt.Errorf("%q: want a commit", text)
	}
	return nil
}

// Both builds the program from the working tree that holds the current folder, and from a
// commit. cleanUp removes the temporary folder that holds the two.
func Both(ctx context.Context, commit string) (builds []Build, cleanUp func(), err error) {
	top, err := Output(ctx, "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, nil, fmt.Errorf("--against needs the source: %w", err)
	}
	short, err := Output(ctx, top, "git", "rev-parse", "--short=10", "--verify", commit+"^{commit}")
	if err != nil {
		return nil, nil, fmt.Errorf("--against %s: %w", commit, err)
	}
	folder, err := os.MkdirTemp("", "cathedral-against-")
	if err != nil {
		return nil, nil, err
	}
	remove := func() { os.RemoveAll(folder) }
	defer func() {
		if err != nil {
			remove()
		}
	}()
	earlier := filepath.Join(folder, "source")
	if err := extract(ctx, top, short, earlier); err != nil {
		return nil, nil, err
	}
	for _, b := range []Build{{Name: "working", Source: top}, {Name: short, Source: earlier}} {
		b.Program = filepath.Join(folder, b.Name)
		if _, err := Output(ctx, b.Source, "go", "build", "-buildvcs=false", "-o", b.Program, "./cmd/cathedral"); err != nil {
			return nil, nil, fmt.Errorf("building %s: %w", b.Name, err)
		}
		if b.Source == top {
			// A match must not be continued with a different working tree, so
			// the name depends on the build.
			if b.Name, err = fingerprint(b.Program); err != nil {
				return nil, nil, err
			}
		}
		builds = append(builds, b)
	}
	return builds, remove, nil
}

// Output runs the program called name with arguments in a folder ("": the current one) and
// returns its output without surrounding space. The error includes what the program wrote to
// standard error.
func Output(ctx context.Context, folder, name string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Dir = folder
	text, err := command.Output()
	return strings.TrimSpace(string(text)), WithStderr(name, err)
}

// WithStderr returns the error err of a program called name, with what the program wrote to
// standard error, or nil if err is nil.
func WithStderr(name string, err error) error {
	var failed *exec.ExitError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &failed):
		return fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(failed.Stderr))
	}
	return fmt.Errorf("%s: %w", name, err)
}

// extract writes the files of a commit to a folder.
func extract(ctx context.Context, top, commit, folder string) error {
	command := exec.CommandContext(ctx, "git", "archive", "--format=zip", commit)
	command.Dir = top
	archive, err := command.Output()
	if err != nil {
		return WithStderr("git archive "+commit, err)
	}
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		return fmt.Errorf("git archive %s: %w", commit, err)
	}
	return os.CopyFS(folder, files)
}

// fingerprint returns a name for the build of the working tree, made from the
// program's hash.
func fingerprint(program string) (string, error) {
	text, err := os.ReadFile(program)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("working-%x", sha256.Sum256(text))[:len("working-")+8], nil
}
