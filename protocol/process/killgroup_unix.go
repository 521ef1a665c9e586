//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// leadGroup makes the command lead a new process group, which its children
// join. An interrupt typed at the terminal does not reach the group.
func leadGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithParent(command.SysProcAttr)
}

// killGroup kills the group that the process leads. An error means that the
// group has already ended.
func killGroup(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGKILL) }
