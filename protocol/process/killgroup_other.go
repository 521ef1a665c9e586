//go:build !unix

package process

import (
	"os"
	"os/exec"
)

// leadGroup does nothing: there are no process groups here.
func leadGroup(*exec.Cmd) {}

// killGroup kills the process alone. An error means that it has already ended.
func killGroup(leader *os.Process) { _ = leader.Kill() }
