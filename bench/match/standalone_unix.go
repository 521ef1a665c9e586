//go:build unix

package match

import (
	"os/exec"
	"syscall"
)

// standAlone keeps an interrupt that is typed at the terminal from a command.
func standAlone(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
