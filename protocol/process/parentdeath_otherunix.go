//go:build unix && !linux

package process

import "syscall"

// dieWithParent does nothing. An engine that follows the protocol ends when its
// input ends.
func dieWithParent(*syscall.SysProcAttr) {}
