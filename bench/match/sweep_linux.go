package match

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// sweep ends every process that has a variable in its environment, and what these
// start meanwhile.
func sweep(variable string) {
	for range 20 {
		if !killMarked([]byte(variable)) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// killMarked ends the processes that have the variable and reports whether there
// were any.
func killMarked(variable []byte) (found bool) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is well formed
	for _, path := range environments {
		environment, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended, or is somebody else's
		}
		for entry := range bytes.SplitSeq(environment, []byte{0}) {
			if !bytes.Equal(entry, variable) {
				continue
			}
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && pid != os.Getpid() {
				found = true
				syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
	return found
}
