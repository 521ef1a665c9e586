//go:build unix

package journal

import (
	"errors"
	"os"
	"syscall"
)

// lock locks the file for this process and reports whether the file was free. The
// lock ends with the process, however that ends.
func lock(file *os.File) (free bool, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
