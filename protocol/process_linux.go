package protocol

import "syscall"

// endWithUs has the kernel end the process when we are gone, however that comes.
func endWithUs(attributes *syscall.SysProcAttr) {
	attributes.Pdeathsig = syscall.SIGKILL
}
