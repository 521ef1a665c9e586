//go:build !unix

package protocol

import (
	"os"
	"os/exec"
)

// lead can do nothing here.
func lead(*exec.Cmd) {}

// killGroup ends the process alone: there are no groups here.
func killGroup(leader *os.Process) { leader.Kill() }
