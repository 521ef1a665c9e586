package transposition

import "syscall"

// MaxHashMiB returns the size in MiB of the largest table allowed: seven eighths of
// the machine's memory.
func MaxHashMiB() int {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return assumedMaxMiB
	}
	return int(uint64(info.Totalram) * uint64(info.Unit) / 8 * 7 >> 20)
}
