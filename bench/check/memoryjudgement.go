package check

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"cathedral/protocol/process"
)

// maxGrowth is how much an engine's memory may grow during a step that should not
// need any, in bytes. It leaves room for the slack of a garbage collector.
const maxGrowth = 200 << 20

// judgeMemory measures the engine's memory, and compares it with the step's measurement
// before.
func judgeMemory(c *conversation, _ *given) error {
	before := c.memory
	program, isProcess := c.transport.(*process.Process)
	if !isProcess {
		return notOffered("a server in memory has no memory of its own")
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", program.ID()))
	_, rest, found := strings.Cut(string(status), "VmRSS:")
	fields := strings.Fields(rest)
	if err != nil || !found || len(fields) == 0 {
		return notOffered("this system does not report the memory of a process")
	}
	kilobytes, err := strconv.ParseInt(fields[0], 10, 64)
	c.memory = kilobytes << 10
	if err == nil && before > 0 && c.memory-before > maxGrowth {
		err = fmt.Errorf("it used %d MiB before and %d MiB after", before>>20, c.memory>>20)
	}
	return err
}
