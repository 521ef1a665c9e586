// Package process starts engines as processes with pipes, and kills an engine
// that hangs together with everything that it has started. It does not
// interpret the data in the pipes.
//
// Each engine leads a process group of its own (killgroup_unix.go), which is
// killed when the engine ends or is closed. On Linux the engine also dies with
// the program that started it (parentdeath_linux.go).
package process

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// Command describes a program to start.
type Command struct {
	Path        string   // a path, relative to Directory, or a name to look up in PATH
	Arguments   []string // nil: none
	Directory   string   // "": the current directory
	Environment []string // "NAME=value", added to this program's; nil: none
}

// Process is a running program and this side's ends of its pipes.
type Process struct {
	command       *exec.Cmd
	input, output *os.File
	lastWords     *lastWords
	ended         chan struct{} // closed when the program and its group have ended
}

// heldOpen is how long the pipes stay open after the program has ended.
// Children that have left the group may still hold the other ends.
const heldOpen = 300 * time.Millisecond

// Start starts the program that c describes. The caller has to Close it. The error is the
// system's reason, and does not name the program unless it adds how to start a file of the
// working directory.
func Start(c Command) (*Process, error) {
	command := exec.Command(c.Path, c.Arguments...)
	command.Dir = c.Directory
	if len(c.Environment) > 0 {
		command.Env = append(os.Environ(), c.Environment...)
	}
	leadGroup(command)

	var theirs, ours [3]*os.File
	for i := range theirs {
		reader, writer, err := os.Pipe()
		if err != nil {
			closeAll(theirs[:], ours[:])
			return nil, fmt.Errorf("pipes for %s: %w", c.Path, err)
		}
		if i == 0 {
			theirs[i], ours[i] = reader, writer
		} else {
			theirs[i], ours[i] = writer, reader
		}
	}
	command.Stdin, command.Stdout, command.Stderr = theirs[0], theirs[1], theirs[2]
	p := &Process{command: command, input: ours[0], output: ours[1], lastWords: newLastWords(), ended: make(chan struct{})}
	started := make(chan error)
	go p.run(started, ours[2])
	err := <-started
	closeAll(theirs[:])
	if err != nil {
		closeAll(ours[:])
		return nil, c.explain(err)
	}
	go p.lastWords.read(ours[2])
	return p, nil
}

// Find returns the error of a Start that would fail because there is no such program, or nil.
func (c Command) Find() error {
	path := c.Path
	if filepath.Base(path) != path && !filepath.IsAbs(path) {
		var err error
		if path, err = filepath.Abs(filepath.Join(c.Directory, path)); err != nil {
			return err
		}
	}
	if _, err := exec.LookPath(path); err != nil {
		return c.explain(err)
	}
	return nil
}

// explain returns the system's reason for err, without the names of calls. It adds what is missing
// if that is the directory, or the first line of a script. If the name of c was looked up in PATH in
// vain although the working directory has a file of that name, it adds how to start that.
func (c Command) explain(err error) error {
	var refused *fs.PathError
	var unknown *exec.Error
	switch {
	case errors.As(err, &refused) && refused.Op == "fork/exec":
		err = refused.Err
	case errors.As(err, &unknown):
		err = unknown.Err
	}
	if info, missing := os.Stat(c.Directory); c.Directory != "" && (missing != nil || !info.IsDir()) {
		return fmt.Errorf("%w; there is no directory %s", err, c.Directory)
	}
	if errors.Is(err, syscall.ENOEXEC) {
		return fmt.Errorf("%w; a script needs a first line such as #!/usr/bin/env python3, or its interpreter as the command", err)
	}
	if !errors.Is(err, exec.ErrNotFound) || filepath.Base(c.Path) != c.Path {
		return err
	}
	if _, missing := os.Stat(filepath.Join(c.Directory, c.Path)); missing != nil {
		return err
	}
	return fmt.Errorf("%w; the file %s in the working directory needs its path, ./%[2]s, or its interpreter", err, c.Path)
}

// run starts the program and waits for its end. It locks its goroutine to a
// thread, because Linux ends the program with the thread that started it, not
// with this program.
func (p *Process) run(started chan<- error, errorOutput *os.File) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.command.Start()
	started <- err
	if err != nil {
		return
	}
	p.command.Wait() // ProcessState has the result
	killGroup(p.command.Process)
	close(p.ended)
	time.AfterFunc(heldOpen, func() { closeAll([]*os.File{p.output, errorOutput}) })
}

// ID returns the process ID.
func (p *Process) ID() int { return p.command.Process.Pid }

// Write writes text to the program's standard input. It returns
// os.ErrDeadlineExceeded if the program does not read all of it within
// patience. Part of the text may have been written then, and Write must not be
// called again.
func (p *Process) Write(text []byte, patience time.Duration) error {
	if err := p.input.SetWriteDeadline(time.Now().Add(patience)); !errors.Is(err, os.ErrNoDeadline) {
		_, err := p.input.Write(text)
		return err
	}
	// Windows has no deadlines for pipes.
	written := make(chan error, 1)
	go func() {
		_, err := p.input.Write(text)
		written <- err
	}()
	select {
	case err := <-written:
		return err
	case <-time.After(patience):
		return os.ErrDeadlineExceeded
	}
}

// Read reads the program's standard output into text. The output ends soon after the
// program has ended.
func (p *Process) Read(text []byte) (int, error) { return p.output.Read(text) }

// CloseOutput closes this end of the program's standard output.
func (p *Process) CloseOutput() error { return p.output.Close() }

// CloseInput closes the program's standard input.
func (p *Process) CloseInput() error { return p.input.Close() }

// Ended returns a channel that is closed when the program has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Fault returns an error that says how the program ended, such as "exit status 2", or nil
// if its exit status is 0. The program must have ended.
func (p *Process) Fault() error {
	if state := p.command.ProcessState; !state.Success() {
		return errors.New(state.String())
	}
	return nil
}

// LastWords returns the last lines, at most 12, that the program wrote to its
// standard error. If the program is still running or a child holds its standard
// error open, LastWords waits for 300 ms.
func (p *Process) LastWords() []string { return p.lastWords.lines(heldOpen) }

// Kill kills the program and its group.
func (p *Process) Kill() {
	select {
	case <-p.ended: // the ID may belong to another process by now
	default:
		killGroup(p.command.Process)
	}
}

// Close kills the program and its group if they are still running, waits for
// their end, and closes the pipes.
func (p *Process) Close() {
	const patience = 5 * time.Second // for the kernel
	p.Kill()
	Within(p.ended, patience)
	closeAll([]*os.File{p.input, p.output})
}

// Within reports whether done is closed, or will be within patience.
func Within(done <-chan struct{}, patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

func closeAll(files ...[]*os.File) {
	for _, file := range slices.Concat(files...) {
		if file != nil {
			file.Close()
		}
	}
}
