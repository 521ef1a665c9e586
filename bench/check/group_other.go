//go:build !unix

package check

import "os/exec"

// ownGroup does nothing where there are no groups of processes.
func ownGroup(*exec.Cmd) {}

// killGroup kills a command. There is nothing to be done about an error: it has
// ended then.
func killGroup(command *exec.Cmd) { _ = command.Process.Kill() }
