package match

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
)

// markVariable is the variable in whose value the environment of every engine,
// and so of every process that an engine starts, tells which match it is of.
const markVariable = "CATHEDRAL_MATCH"

// keeper is a process beside the match that outlives it: when the match is over,
// be it by `kill -9`, it ends whatever an engine has left behind.
type keeper struct {
	mark    string
	command *exec.Cmd
	input   io.Closer // its end tells the keeper that the match is over
}

// startKeeper starts a keeper by a command to which it appends the mark; the
// command has to call Keep. Without a command there is a mark, but no process.
func startKeeper(command []string) (*keeper, error) {
	k := &keeper{mark: fmt.Sprintf("%x", rand.Uint64())}
	if len(command) == 0 {
		return k, nil
	}
	k.command = exec.Command(command[0], append(command[1:len(command):len(command)], k.mark)...)
	standAlone(k.command)
	var err error
	if k.input, err = k.command.StdinPipe(); err != nil {
		return nil, err
	}
	if err := k.command.Start(); err != nil {
		return nil, fmt.Errorf("starting the keeper of the processes: %w", err)
	}
	return k, nil
}

// environment returns the variable for an engine's environment.
func (k *keeper) environment() string { return markVariable + "=" + k.mark }

// close ends what is left of the match, and the keeper.
func (k *keeper) close() {
	if k.command != nil {
		k.input.Close()
		k.command.Wait()
	}
}

// Keep waits for the end of in and then ends every process that carries the mark
// of a match in its environment. It finds them on Linux only.
func Keep(in io.Reader, mark string) {
	io.Copy(io.Discard, in) // an error is as good as the end
	sweep(markVariable + "=" + mark)
}
