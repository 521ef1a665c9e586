package transposition

import (
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// MaxHashMiB returns the size in MiB of the largest table allowed: seven eighths of
// the memory that the machine has and the process's control groups allow.
func MaxHashMiB() int {
	memory := uint64(assumedMaxMiB) << 20 / 7 * 8
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err == nil {
		memory = uint64(info.Totalram) * uint64(info.Unit)
	}
	return max(1, int(min(memory, groupMemory(os.DirFS("/")))/8*7>>20))
}

// tryMemory returns an error if the system does not give the process that much more memory,
// and some for all else. Limits of processes and the system's policy of overcommitment decide.
func tryMemory(mebibytes int) error {
	const rest = 128 // an arena of Go's heap, and the memory of a search
	memory, err := syscall.Mmap(-1, 0, (mebibytes+mebibytes/32+rest)<<20, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return err
	}
	return syscall.Munmap(memory)
}

// groupMemory returns the number of bytes that the control groups of the process allow it,
// the largest uint64 if they set no limit; see cgroups(7). The root is that of the system.
func groupMemory(root fs.FS) uint64 {
	least := ^uint64(0)
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(groups)) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(rest, ":")
		mount, file := "sys/fs/cgroup", "memory.max"
		switch {
		case strings.Contains(","+controllers+",", ",memory,"): // version 1
			mount, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case controllers != "":
			continue
		}
		// A container may see its own group as the root, whatever its path is.
		for group = path.Clean("/" + group); ; group = path.Dir(group) {
			text, _ := fs.ReadFile(root, path.Join(mount, group, file))
			if limit, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64); err == nil {
				least = min(least, limit)
			}
			if group == "/" {
				break
			}
		}
	}
	return least
}
