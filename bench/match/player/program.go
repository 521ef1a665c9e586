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

// runningProcess is a process of an engine.
type runningProcess struct {
	executable string        // a path to the content of its file
	name       string        // of its file
	arguments  []string      // without the name of the program
	directory  string        // to which paths in the arguments are relative
	writing    []os.FileInfo // the files that it has open to write to
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

func (s *Specification) inDirectory(path string) string { return absolute(s.Directory, path) }

// absolute returns a path that is relative to a folder, or the path itself.
func absolute(folder, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(folder, path)
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

// Program returns the program of the player, which has to be running: the command, the
// watched files, the programs of the engine's processes and the files that their arguments
// name. The command may be a script or an interpreter. A file that the engine has written to or has open to write to,
// such as a log, is not one of them. Systems other than Linux do not show the processes.
func (p *Player) Program() Program {
	s := p.specification
	program := s.Program()
	program.Files = map[string]string{}
	found := fileSet{specification: s, program: &program}
	if command, err := s.commandFile(); err == nil {
		found.isNew(command)
	}
	for _, watched := range s.Watch {
		found.addFile(s.inDirectory(watched))
	}
	if s.IsBuiltIn() {
		return program
	}
	processes := append([]runningProcess{{arguments: s.Arguments, directory: s.Directory}}, processGroup(p.client.ProcessID())...)
	for _, process := range processes {
		found.written = append(found.written, process.writing...)
	}
	for _, process := range processes {
		found.addExecutable(&process)
		for _, argument := range process.arguments {
			found.addArgument(absolute(process.directory, argument), p.started)
			if _, value, isFlag := strings.Cut(argument, "="); isFlag {
				found.addArgument(absolute(process.directory, value), p.started)
			}
		}
	}
	return program
}

// fileSet collects the files of a program, each once.
type fileSet struct {
	specification *Specification
	program       *Program
	written       []os.FileInfo // by the engine
	found         []os.FileInfo
}

// isNew reports whether a path is that of a regular file that has not been found before.
func (f *fileSet) isNew(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || contains(f.found, info) {
		return false
	}
	f.found = append(f.found, info)
	return true
}

func contains(files []os.FileInfo, file os.FileInfo) bool {
	return slices.ContainsFunc(files, func(other os.FileInfo) bool { return os.SameFile(file, other) })
}

// addExecutable adds the file of a process, or the interpreter that it is.
func (f *fileSet) addExecutable(process *runningProcess) {
	if process.executable == "" || !f.isNew(process.executable) {
		return
	}
	version, known := f.specification.interpreter(process.executable, process.name)
	if !known {
		version, _ = checksum(process.executable)
	}
	if version != f.program.Command { // a version manager has started the same interpreter
		f.add(process.name, version)
	}
}

// clockStep is more than the steps of the clock by which systems date files.
const clockStep = 20 * time.Millisecond

// addArgument adds the file that an argument may name, unless the engine, started at the
// given time, writes to it.
func (f *fileSet) addArgument(path string, started time.Time) {
	info, err := os.Stat(path)
	if err == nil && info.ModTime().Before(started.Add(-clockStep)) && !contains(f.written, info) {
		f.addFile(path)
	}
}

// addFile adds a regular file.
func (f *fileSet) addFile(path string) {
	if f.isNew(path) {
		if sum, err := checksum(path); err == nil {
			f.add(filepath.Base(path), sum)
		}
	}
}

// add adds what is known about a file. Files of the same name are joined.
func (f *fileSet) add(name, value string) {
	name = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, name)
	if value == "" || f.specification.Ignores(name) {
		return
	}
	values := []string{value}
	if earlier := f.program.Files[name]; earlier != "" {
		values = append(strings.Split(earlier, "+"), value)
	}
	slices.Sort(values) // processes have no order
	f.program.Files[name] = strings.Join(values, "+")
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
	ctx, cancel := context.WithTimeout(context.Background(), startPatience)
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
