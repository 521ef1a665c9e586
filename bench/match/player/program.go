package player

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"cathedral/engine/wording"
)

// Program identifies what runs as a player, so that a match is not continued by another
// engine in silence. Files count by their checksums, the first 8 bytes of SHA-256 in
// hexadecimal digits, and interpreters by their names and versions.
type Program struct {
	// Command is the command's file, or the interpreter from PATH that it names. It is ""
	// if the program cannot be read. A built-in player's is this program.
	Command string
	// Files has all others by their names without folders. It is nil before the engine has
	// been started.
	Files map[string]string
}

// FilePrefix begins the keys of Program.Files in an identity.
const FilePrefix = "file."

// Checksum returns one checksum of the whole program, whatever its files are called, or ""
// if the program cannot be read.
func (p Program) Checksum() string {
	if p.Command == "" || len(p.Files) == 0 {
		return p.Command
	}
	sum := sha256.New()
	fmt.Fprintln(sum, p.Command)
	var files []string
	for _, file := range p.Files {
		files = append(files, file)
	}
	slices.Sort(files)
	fmt.Fprintln(sum, strings.Join(files, "\n"))
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// Program returns the program of a player that has not been started: its command alone.
func (s *Specification) Program() Program {
	command, err := s.commandFile()
	if err != nil {
		return Program{}
	}
	if !s.IsBuiltIn() && !strings.ContainsRune(s.Command, filepath.Separator) {
		if version, known := s.interpreter(command, filepath.Base(command)); known {
			return Program{Command: version}
		}
	}
	sum, _ := checksum(command) // "" on an error
	return Program{Command: sum}
}

// commandFile returns the path of the command's file.
func (s *Specification) commandFile() (string, error) {
	switch {
	case s.IsBuiltIn():
		return os.Executable()
	case strings.ContainsRune(s.Command, filepath.Separator):
		return s.inDirectory(s.Command), nil
	}
	return exec.LookPath(s.Command)
}

// inDirectory returns a path that is relative to the player's directory, or the path itself.
func (s *Specification) inDirectory(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.Directory, path)
}

// Ignores reports whether the file of the given name, without its folder, is left out of
// the player's program.
func (s *Specification) Ignores(name string) bool {
	return slices.ContainsFunc(s.Ignore, func(ignored string) bool { return filepath.Base(ignored) == name })
}

// checkWatched returns an error if a file is to be watched that is not there.
func (s *Specification) checkWatched() error {
	for _, watched := range s.Watch {
		if info, err := os.Stat(s.inDirectory(watched)); err != nil || !info.Mode().IsRegular() {
			return fmt.Errorf("watch=%s: there is no such file", watched)
		}
	}
	return nil
}

// names reports whether the arguments or the files to watch name a file of the given name,
// without its folder.
func (s *Specification) names(file string) bool {
	return slices.ContainsFunc(slices.Concat(s.Watch, s.argumentFiles()), func(path string) bool { return filepath.Base(path) == file })
}

// argumentFiles returns the paths of files that the arguments may name: each argument, and
// what follows its first "=".
func (s *Specification) argumentFiles() []string {
	var paths []string
	for _, argument := range s.Arguments {
		paths = append(paths, argument)
		if _, value, isFlag := strings.Cut(argument, "="); isFlag {
			paths = append(paths, value)
		}
	}
	return paths
}

// clockStep is more than the steps of the clock by which systems date files.
const clockStep = 20 * time.Millisecond

// Program returns the program of the player, which has to be running: the command, the
// watched files, and the files that the arguments name. A file in the arguments to which the
// engine has written, such as a log, is not one of them.
func (p *Player) Program() Program {
	s := p.specification
	program := s.Program()
	program.Files = map[string]string{}
	found := fileSet{specification: s, files: program.Files}
	if command, err := s.commandFile(); err == nil {
		found.isNew(command)
	}
	for _, watched := range s.Watch {
		found.add(s.inDirectory(watched))
	}
	if s.IsBuiltIn() {
		return program
	}
	for _, path := range s.argumentFiles() {
		path = s.inDirectory(path)
		if info, err := os.Stat(path); err == nil && info.ModTime().Before(p.started.Add(-clockStep)) {
			found.add(path)
		}
	}
	return program
}

// fileSet collects the files of a program, each once.
type fileSet struct {
	specification *Specification
	files         map[string]string // see Program
	found         []os.FileInfo
}

// isNew reports whether a path is that of a regular file that has not been found before.
func (f *fileSet) isNew(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || slices.ContainsFunc(f.found, func(other os.FileInfo) bool { return os.SameFile(info, other) }) {
		return false
	}
	f.found = append(f.found, info)
	return true
}

// add adds a regular file. Files of the same name are joined.
func (f *fileSet) add(path string) {
	if !f.isNew(path) {
		return
	}
	sum, err := checksum(path)
	name := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, filepath.Base(path))
	if err != nil || f.specification.Ignores(name) {
		return
	}
	sums := []string{sum}
	if earlier := f.files[name]; earlier != "" {
		sums = append(strings.Split(earlier, "+"), sum)
	}
	slices.Sort(sums)
	f.files[name] = strings.Join(sums, "+")
}

// checksum returns the checksum of a file.
func checksum(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:8]), nil
}

// interpreter returns the name and version of an interpreter, such as "Python 3.12.3",
// given its path and name. known is false if the program is not a known interpreter or
// does not state its version.
func (s *Specification) interpreter(path, name string) (version string, known bool) {
	flag := ""
	switch strings.TrimRight(name, "-.0123456789") {
	case "sh", "ash", "dash", "busybox": // which do not state their versions
		return name, true
	case "bash", "bun", "deno", "dotnet", "guile", "java", "julia", "node", "perl", "php", "pypy", "python", "Rscript", "ruby", "zsh":
		flag = "--version"
	case "lua", "luajit":
		flag = "-v"
	default:
		return "", false
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.StartPatience())
	defer cancel()
	asked := exec.CommandContext(ctx, path, flag)
	asked.Dir, asked.WaitDelay = s.Directory, time.Second
	if len(s.Environment) > 0 {
		asked.Env = append(os.Environ(), s.Environment...)
	}
	output, err := asked.Output()
	line, _, _ := strings.Cut(strings.TrimSpace(string(output)), "\n")
	if line = wording.Line(strings.Join(strings.Fields(line), " "), 100); err != nil || line == "" {
		return "", false
	}
	if !strings.Contains(strings.ToLower(line), strings.ToLower(strings.TrimRight(name, "-.0123456789"))) {
		line = name + " " + line
	}
	return line, true
}
