package search

import "syscall"

// MaxHashMiB returns the largest table that this machine can hold, in MiB: seven
// eighths of its memory.
func MaxHashMiB() int {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return assumedHashMiB
	}
	return int(uint64(info.Totalram) * uint64(info.Unit) / 8 * 7 >> 20)
}
