//go:build unix

package check

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command and its children a group of processes.
func ownGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup kills a command and its children. There is nothing to be done about
// an error: the group has ended then.
func killGroup(command *exec.Cmd) {
	_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
}
