//go:build unix

package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// hungUp waits until nobody reads what is written to a file any more, as when the
// program at the other end of a pipe has ended, and then returns true. Where that
// cannot be waited for it returns false.
func hungUp(file *os.File) bool {
	asked := []unix.PollFd{{Fd: int32(file.Fd())}} // of errors and ends it always tells
	for {
		_, err := unix.Poll(asked, -1)
		if !errors.Is(err, unix.EINTR) {
			return err == nil && asked[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
		}
	}
}
