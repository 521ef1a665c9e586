//go:build unix

package protocol

import (
	"os"
	"os/exec"
	"syscall"
)

// lead makes the command the leader of a process group, which its children
// belong to. So an interrupt typed at the terminal does not reach it either.
func lead(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithUs(command.SysProcAttr)
}

// killGroup ends the group that the process leads.
func killGroup(leader *os.Process) {
	syscall.Kill(-leader.Pid, syscall.SIGKILL)
}
