package check

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Engine is the program under test.
type Engine struct {
	Path      string // a file, or a name in PATH
	Arguments []string
	Dir       string   // where it runs, "" for here
	Env       []string // added to the environment, as NAME=value
}

// process is a running engine.
type process struct {
	command *exec.Cmd
	input   interface {
		Write([]byte) (int, error)
		Close() error
	}
	output *os.File
	lines  *lineQueue
	errors *tail
	ended  chan struct{} // closed when the program has ended
}

func (e *Engine) start() (*process, error) {
	command := exec.Command(e.Path, e.Arguments...)
	command.Dir = e.Dir
	command.Env = append(os.Environ(), e.Env...)
	// Children that outlive the engine may keep its error output open.
	command.WaitDelay = time.Second
	ownGroup(command)
	input, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	// Not StdoutPipe: Wait would close that before everything has been read.
	output, theirs, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p := &process{command: command, input: input, output: output, lines: newLineQueue(), errors: &tail{}, ended: make(chan struct{})}
	command.Stdout, command.Stderr = theirs, p.errors
	err = command.Start()
	theirs.Close()
	if err != nil {
		output.Close()
		return nil, err
	}
	go p.lines.fill(output)
	go func() {
		_ = command.Wait() // exitStatus asks the process state
		close(p.ended)
	}()
	return p, nil
}

// errBlocked means that the engine did not read what it was sent.
var errBlocked = errors.New("the engine does not read its input")

// write sends bytes. After errBlocked the process has to be killed.
func (p *process) write(data []byte, patience time.Duration) error {
	done := make(chan error, 1)
	go func() {
		_, err := p.input.Write(data)
		done <- err
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return errBlocked
	}
}

// awaitEnd waits for the program to end and reports whether it did.
func (p *process) awaitEnd(patience time.Duration) bool {
	select {
	case <-p.ended:
		return true
	case <-time.After(patience):
		return false
	}
}

// exitStatus says how the program ended, "exit status 0" when all was well, and
// what it last wrote as errors.
func (p *process) exitStatus() string {
	status := "exit status 0"
	if state := p.command.ProcessState; state != nil && !state.Success() {
		status = state.String()
	}
	if last := p.errors.lastLines(3); last != "" {
		status = fmt.Sprintf("%s, stderr: %s", status, last)
	}
	return status
}

// kill ends the program and its children, if it has not ended by itself.
func (p *process) kill() {
	killGroup(p.command)
	p.input.Close()
	<-p.ended
	p.output.Close()
}

// tail keeps the end of what is written to it.
type tail struct {
	mutex sync.Mutex
	text  []byte
}

func (t *tail) Write(data []byte) (int, error) {
	const most = 4 << 10
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.text = append(t.text, data[max(0, len(data)-most):]...)
	t.text = t.text[max(0, len(t.text)-most):]
	return len(data), nil
}

// lastLines returns the last lines on one line.
func (t *tail) lastLines(count int) string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return shorten(strings.Join(lines[max(0, len(lines)-count):], " / "))
}
