package player

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// processGroup returns the processes of the group that an engine's process leads: its own
// and, if that is a launcher, what it has started.
func processGroup(leader int) []runningProcess {
	states, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is well formed
	var processes []runningProcess
	for _, path := range states {
		state, _ := os.ReadFile(path) // empty if the process has ended
		// After the name of the program, in parentheses, come state, parent and group.
		fields := strings.Fields(string(state[strings.LastIndexByte(string(state), ')')+1:]))
		if len(fields) > 2 && fields[2] == strconv.Itoa(leader) {
			processes = append(processes, readProcess(filepath.Dir(path)))
		}
	}
	return processes
}

// readProcess reads the folder of a process in /proc. What cannot be read stays empty.
func readProcess(folder string) runningProcess {
	process := runningProcess{executable: filepath.Join(folder, "exe")}
	executable, _ := os.Readlink(process.executable)
	process.name = strings.TrimSuffix(filepath.Base(executable), " (deleted)")
	process.directory, _ = os.Readlink(filepath.Join(folder, "cwd"))
	line, _ := os.ReadFile(filepath.Join(folder, "cmdline"))
	if words := strings.Split(strings.TrimSuffix(string(line), "\x00"), "\x00"); len(words) > 1 {
		process.arguments = words[1:]
	}
	open, _ := filepath.Glob(filepath.Join(folder, "fd", "*"))
	for _, path := range open {
		// The link's permissions are those of the open file.
		link, err := os.Lstat(path)
		if err != nil || link.Mode().Perm()&0o200 == 0 {
			continue
		}
		if file, err := os.Stat(path); err == nil {
			process.writing = append(process.writing, file)
		}
	}
	return process
}
