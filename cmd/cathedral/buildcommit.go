package main

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"cathedral/bench/match/player"
)

// buildBoth builds the engine from the working tree and from a commit, and
// returns the two programs as players of a match. cleanUp removes the temporary
// folder that holds them.
func buildBoth(ctx context.Context, commit string, base player.Specification) (players []player.Specification, cleanUp func(), err error) {
	if strings.HasPrefix(commit, "-") {
		return nil, nil, usageErrorf("--against %q: want a commit", commit)
	}
	top, err := output(ctx, "", "git", "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, nil, fmt.Errorf("--against needs the source: %w", err)
	}
	short, err := output(ctx, top, "git", "rev-parse", "--short=10", "--verify", commit+"^{commit}")
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
	for _, build := range []struct{ name, source string }{{"working", top}, {short, earlier}} {
		program := filepath.Join(folder, build.name)
		if _, err := output(ctx, build.source, "go", "build", "-buildvcs=false", "-o", program, "./cmd/cathedral"); err != nil {
			return nil, nil, fmt.Errorf("building %s: %w", build.name, err)
		}
		player := base
		player.Command, player.Name = program, build.name
		if build.name == "working" {
			// A match must not be continued with a different working tree, so
			// the name depends on the build.
			if player.Name, err = fingerprint(program); err != nil {
				return nil, nil, err
			}
		}
		players = append(players, player)
	}
	return players, remove, nil
}

// output runs a command and returns its output without surrounding space. The
// error includes what the command wrote to standard error.
func output(ctx context.Context, folder, name string, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, name, arguments...)
	command.Dir = folder
	text, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		err = fmt.Errorf("%s: %w: %s", name, err, bytes.TrimSpace(failed.Stderr))
	}
	return strings.TrimSpace(string(text)), err
}

// extract writes the files of a commit to a folder.
func extract(ctx context.Context, top, commit, folder string) error {
	command := exec.CommandContext(ctx, "git", "archive", "--format=tar", commit)
	command.Dir = top
	archive, err := command.Output()
	if err != nil {
		return fmt.Errorf("git archive %s: %w", commit, err)
	}
	files := tar.NewReader(bytes.NewReader(archive))
	for {
		header, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if header.Typeflag != tar.TypeReg {
			continue
		}
		if !filepath.IsLocal(header.Name) {
			return fmt.Errorf("git archive %s: a file outside the tree: %q", commit, header.Name)
		}
		path := filepath.Join(folder, header.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		text, err := io.ReadAll(files)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return err
		}
	}
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
