//go:build unix

package match

import (
	"errors"
	"os"
	"syscall"
)

// lock takes the file for this process alone and reports whether it was free. The
// system gives it free when the process ends, however it ends.
func lock(file *os.File) (free bool, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
