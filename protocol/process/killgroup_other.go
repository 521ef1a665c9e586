//go:build !unix

package process

import (
	"os"
	"os/exec"
)

// leadGroup does nothing where there are no process groups.
func leadGroup(*exec.Cmd) {}

// leadSession does nothing where there are no sessions.
func leadSession(*exec.Cmd) {}

// killGroup kills the process alone. An error means that it has ended.
func killGroup(leader *os.Process) { _ = leader.Kill() }
