package process

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
)

// markVariable is the environment variable that holds a Keeper's mark. Every
// engine of the Keeper has it, and so has every process that an engine starts.
const markVariable = "CATHEDRAL_MATCH"

// Keeper is a process that outlives the program that started it. When the
// program ends, even by `kill -9`, the Keeper kills the processes that the
// program's engines have left behind.
type Keeper struct {
	mark    string
	command *exec.Cmd // nil: there is no process
	input   io.Closer // its end means that the program has ended
}

// StartKeeper starts a Keeper. It runs command with the mark as an additional
// argument, and the command must call KillOrphans. An empty command gives a
// Keeper that does nothing. The caller must call Close.
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
		return nil, fmt.Errorf("starting the keeper: %w", err)
	}
	return k, nil
}

// Variable returns the "NAME=value" that every engine needs in its environment.
func (k *Keeper) Variable() string { return markVariable + "=" + k.mark }

// Close kills the processes that are left and ends the Keeper.
func (k *Keeper) Close() {
	if k.command != nil {
		k.input.Close()
		k.command.Wait()
	}
}

// KillOrphans waits for the end of in and then kills every process that has the
// mark in its environment. It works only on Linux.
func KillOrphans(in io.Reader, mark string) {
	io.Copy(io.Discard, in) // an error counts as the end
	killMarked(markVariable + "=" + mark)
}
