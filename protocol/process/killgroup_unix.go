//go:build unix

package process

import (
	"os"
	"os/exec"
	"syscall"
)

// leadGroup makes the command the leader of a process group, which its children
// belong to. So an interrupt typed at the terminal does not reach it either.
func leadGroup(command *exec.Cmd) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	endWithUs(command.SysProcAttr)
}

// leadSession keeps an interrupt that is typed at the terminal from a command,
// which outlives us.
func leadSession(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// killGroup kills the group that the process leads. An error means that the group
// has ended.
func killGroup(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGKILL) }
