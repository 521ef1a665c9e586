package process

import "syscall"

// dieWithParent makes the kernel kill the process when this program ends for
// any reason.
func dieWithParent(attributes *syscall.SysProcAttr) {
	attributes.Pdeathsig = syscall.SIGKILL
}
