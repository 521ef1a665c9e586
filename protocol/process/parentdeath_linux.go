package process

import "syscall"

// endWithUs has the kernel kill the process when we end, however that comes.
func endWithUs(attributes *syscall.SysProcAttr) {
	attributes.Pdeathsig = syscall.SIGKILL
}
