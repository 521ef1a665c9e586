//go:build !unix

package match

import "os/exec"

// standAlone does nothing here.
func standAlone(*exec.Cmd) {}
