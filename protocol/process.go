package protocol

// An engine's process: its pipes, its end, and its last words.

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"time"
)

// process is an engine's process with the ends of its pipes that are ours.
type process struct {
	command *exec.Cmd
	input   *os.File
	output  *os.File
	words   *lastWords    // on its standard error
	ended   chan struct{} // closed when the process is gone, and its group
}

// heldOpen is how long the pipes of a process that is gone may still be held
// open, by children that left its group, before they are given up.
const heldOpen = 300 * time.Millisecond

// startProcess starts a command. Its children belong to its process group, and it
// is ended with the program that started it where the system can do that.
func startProcess(config *ClientConfig) (*process, error) {
	command := exec.Command(config.Command, config.Arguments...)
	command.Dir = config.Directory
	if len(config.Environment) > 0 {
		command.Env = append(os.Environ(), config.Environment...)
	}
	lead(command)

	var theirs, ours [3]*os.File
	for i := range theirs {
		reader, writer, err := os.Pipe()
		if err != nil {
			closeAll(theirs[:], ours[:])
			return nil, fmt.Errorf("pipes for %s: %w", config.Command, err)
		}
		if i == 0 {
			theirs[i], ours[i] = reader, writer
		} else {
			theirs[i], ours[i] = writer, reader
		}
	}
	command.Stdin, command.Stdout, command.Stderr = theirs[0], theirs[1], theirs[2]
	p := &process{command: command, input: ours[0], output: ours[1], words: newLastWords(), ended: make(chan struct{})}
	started := make(chan error)
	go p.run(started, ours[2])
	err := <-started
	closeAll(theirs[:])
	if err != nil {
		closeAll(ours[:])
		return nil, fmt.Errorf("starting %s: %w", config.Command, err)
	}
	go p.words.read(ours[2])
	return p, nil
}

// run starts the process and waits for its end. It keeps its thread to itself,
// because Linux ends a process with the thread that started it rather than with
// the program.
func (p *process) run(started chan<- error, words *os.File) {
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
	time.AfterFunc(heldOpen, func() { closeAll([]*os.File{p.output, words}) })
}

// kill ends the process and its group.
func (p *process) kill() {
	select {
	case <-p.ended: // the number may be another's by now
	default:
		killGroup(p.command.Process)
	}
}

// endsWithin reports whether the process is gone, or is before the time is over.
func (p *process) endsWithin(patience time.Duration) bool {
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-p.ended:
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
