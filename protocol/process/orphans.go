package process

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
)

// markVariable is the environment variable that every engine of a Keeper has, and
// so every process that an engine starts. Its value is the Keeper's mark.
const markVariable = "CATHEDRAL_MATCH"

// Keeper is a process beside a program that outlives it: when the program ends,
// even by `kill -9`, the Keeper kills whatever its engines have left behind.
type Keeper struct {
	mark    string
	command *exec.Cmd // nil: there is no process
	input   io.Closer // its end tells the process that the program has ended
}

// StartKeeper starts a Keeper by a command to which it appends the mark; the
// command has to call KillOrphans. An empty command gives a Keeper that does
// nothing. The caller has to Close it.
func StartKeeper(command []string) (*Keeper, error) {
	k := &Keeper{mark: fmt.Sprintf("%x", rand.Uint64())}
	if len(command) == 0 {
		return k, nil
	}
	k.command = exec.Command(command[0], append(command[1:len(command):len(command)], k.mark)...)
	leadSession(k.command)
	var err error
	if k.input, err = k.command.StdinPipe(); err != nil {
		return nil, err
	}
	if err := k.command.Start(); err != nil {
		return nil, fmt.Errorf("starting the keeper of the processes: %w", err)
	}
	return k, nil
}

// Variable returns the "NAME=value" that has to be in the environment of every
// engine.
func (k *Keeper) Variable() string { return markVariable + "=" + k.mark }

// Close kills what is left, and ends the Keeper.
func (k *Keeper) Close() {
	if k.command != nil {
		k.input.Close()
		k.command.Wait()
	}
}

// KillOrphans waits for the end of in and then kills every process that has the
// mark in its environment. It finds them on Linux only.
func KillOrphans(in io.Reader, mark string) {
	io.Copy(io.Discard, in) // an error is as good as the end
	killMarked(markVariable + "=" + mark)
}
