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

// leadSession starts the command in a new session. An interrupt typed at the
// terminal does not reach it, so it can outlive this program.
func leadSession(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// killGroup kills the group that the process leads. An error means that the
// group has already ended.
func killGroup(leader *os.Process) { _ = syscall.Kill(-leader.Pid, syscall.SIGKILL) }
