package check

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"cathedral/engine"
)

// memorySteps are about the engine's use of memory.
func memorySteps() []step {
	return []step{
		{name: "Hash beyond any memory is refused", fresh: true, run: refusesHash},
		{name: "100 MB of nonsense", fresh: true, run: keepsMemory(sendNonsense)},
		{name: "100 new games and sizes of Hash", fresh: true, run: keepsMemory(resizeOften)},
	}
}

func refusesHash(c *conversation) error {
	hash, err := c.need("Hash")
	if err != nil {
		return err
	}
	for _, size := range []int64{1 << 40, math.MaxInt64} {
		if size <= hash.most {
			return fmt.Errorf("a Hash of %d MiB is allowed, more than any machine has", hash.most)
		}
		if err := c.rejects(newGame(engine.Rules{}), fmt.Sprintf("setoption name Hash value %d", size)); err != nil {
			return err
		}
	}
	_, err = c.answers(newGame(engine.Rules{}), "go depth 1", c.patience)
	return err
}

// maxGrowth is how much an engine's memory may grow during a step that should not
// need any, in bytes. It leaves room for the slack of a garbage collector.
const maxGrowth = 200 << 20

// keepsMemory returns a step that measures the engine's memory before and after.
func keepsMemory(run func(*conversation) error) func(*conversation) error {
	return func(c *conversation) error {
		if _, err := c.answers(newGame(engine.Rules{}), "go depth 1", c.patience); err != nil {
			return err
		}
		before, err := c.memory()
		if err != nil {
			return err
		}
		if err := run(c); err != nil {
			return err
		}
		after, err := c.memory()
		if err == nil && after-before > maxGrowth {
			err = fmt.Errorf("it used %d MiB before and %d MiB after", before>>20, after>>20)
		}
		return err
	}
}

// memory returns the engine's resident memory, in bytes.
func (c *conversation) memory() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.process.ID()))
	if errors.Is(err, os.ErrNotExist) && c.process.EndsWithin(0) {
		return 0, c.gone()
	}
	_, rest, found := strings.Cut(string(status), "VmRSS:")
	fields := strings.Fields(rest)
	if err != nil || !found || len(fields) == 0 {
		return 0, notOffered("this system does not report the memory of a process")
	}
	kilobytes, err := strconv.ParseInt(fields[0], 10, 64)
	return kilobytes << 10, err
}

func sendNonsense(c *conversation) error {
	for range 5 {
		if _, err := c.tell(strings.Repeat("nonsense ", tenMB/9), "position startpos moves "+strings.Repeat("x", tenMB)); err != nil {
			return err
		}
	}
	return nil
}

func resizeOften(c *conversation) error {
	hash := find(c.options, "Hash")
	for i := range 100 {
		if hash != nil {
			size := min(max(hash.least, int64(1+i%16)), hash.most)
			if err := c.accepted(fmt.Sprintf("setoption name Hash value %d", size)); err != nil {
				return err
			}
		}
		if _, err := c.tell("uginewgame"); err != nil {
			return err
		}
		if _, err := c.answers(newGame(engine.Rules{}), "go nodes 1", c.patience); err != nil {
			return err
		}
	}
	return nil
}
