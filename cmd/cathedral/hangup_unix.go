//go:build unix

package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// hungUp waits until a file has no reader, as when the program at the other end
// of a pipe has ended, and returns true. If it cannot wait, it returns false.
func hungUp(file *os.File) bool {
	asked := []unix.PollFd{{Fd: int32(file.Fd())}} // errors and hangups are always reported
	for {
		_, err := unix.Poll(asked, -1)
		if !errors.Is(err, unix.EINTR) {
			return err == nil && asked[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
		}
	}
}
