// Package process starts engines as processes, with pipes to talk to them, and
// kills them when they hang, together with everything that they have started. It
// knows nothing of what is said through the pipes.
//
// An engine leads a process group of its own (killgroup_unix.go), which is killed
// when the engine ends or is closed. On Linux it also ends with the program that
// started it (parentdeath_linux.go). A Keeper kills what has left its group
// (orphans.go).
package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"
)

// Command is a program and what it is started with.
type Command struct {
	Path        string // a path, relative to Directory, or a name to be looked up
	Arguments   []string
	Directory   string   // "": the current one
	Environment []string // "NAME=value", added to our own
}

// Process is a running program with our ends of its pipes.
type Process struct {
	// Output is the program's standard output. The caller reads it, and may close
	// it; it is closed soon after the program has ended.
	Output *os.File

	command   *exec.Cmd
	input     *os.File
	lastWords *lastWords
	ended     chan struct{} // closed when the program has ended, and its group
}

// heldOpen is how long the pipes of a program that has ended may still be held
// open, by children that left its group, before they are given up.
const heldOpen = 300 * time.Millisecond

// Start starts a program. The caller has to Close it. The error is of the system,
// and does not name the program.
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
	p := &Process{Output: ours[1], command: command, input: ours[0], lastWords: newLastWords(), ended: make(chan struct{})}
	started := make(chan error)
	go p.run(started, ours[2])
	err := <-started
	closeAll(theirs[:])
	if err != nil {
		closeAll(ours[:])
		return nil, err
	}
	go p.lastWords.read(ours[2])
	return p, nil
}

// run starts the program and waits for its end. It keeps its thread to itself,
// because Linux ends a process with the thread that started it rather than with
// the program.
func (p *Process) run(started chan<- error, errorOutput *os.File) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err := p.command.Start()
	started <- err
	if err != nil {
		return
	}
	p.command.Wait() // the state says it all
	killGroup(p.command.Process)
	close(p.ended)
	time.AfterFunc(heldOpen, func() { closeAll([]*os.File{p.Output, errorOutput}) })
}

// ID returns the system's number of the process.
func (p *Process) ID() int { return p.command.Process.Pid }

// Write writes to the program's standard input. It returns os.ErrDeadlineExceeded
// when the program does not read it all within the patience; part of the text may
// have been written then, and nothing more can be.
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

// CloseInput ends the program's standard input.
func (p *Process) CloseInput() error { return p.input.Close() }

// Ended returns a channel that is closed when the program has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// EndsWithin reports whether the program has ended, or does within the patience.
func (p *Process) EndsWithin(patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-p.ended:
		return true
	case <-timer.C:
		return false
	}
}

// State returns how the program ended. It must not be called before that.
func (p *Process) State() *os.ProcessState { return p.command.ProcessState }

// LastWords returns the last lines that the program wrote to its standard error,
// 12 at most. While the program runs, or if a child holds its standard error open,
// it waits for 300 ms.
func (p *Process) LastWords() []string { return p.lastWords.lines(heldOpen) }

// Kill kills the program and its group.
func (p *Process) Kill() {
	select {
	case <-p.ended: // the number may be another's by now
	default:
		killGroup(p.command.Process)
	}
}

// Close kills the program and its group if it has not ended, waits until it has,
// and closes the pipes.
func (p *Process) Close() {
	const patience = 5 * time.Second // for the kernel
	p.Kill()
	p.EndsWithin(patience)
	closeAll([]*os.File{p.input, p.Output})
}

func closeAll(files ...[]*os.File) {
	for _, file := range slices.Concat(files...) {
		if file != nil {
			file.Close()
		}
	}
}
