package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// killMarked kills every process that has the variable in its environment, and
// any process that these start while it runs.
func killMarked(variable string) {
	for range 20 {
		if !killMarkedNow([]byte(variable)) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// killMarkedNow kills the processes that have the variable now, and reports
// whether there were any.
func killMarkedNow(variable []byte) (found bool) {
	environments, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is well formed
	for _, path := range environments {
		environment, err := os.ReadFile(path)
		if err != nil {
			continue // the process has ended or belongs to another user
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
