package serve_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cathedral/cmd/internal/serve"
	"cathedral/engine/enginetest"
)

func TestEightOfFortyAnalyse(t *testing.T) {
	analyseTogether(t, 40, 8, time.Second, 20)
}

func TestTwentyOfTwoHundredAnalyse(t *testing.T) {
	enginetest.Night(t)
	analyseTogether(t, 200, 20, 10*time.Second, 4)
}

// analyseTogether opens pages, some of which analyse. None of these has more than fair times the
// nodes of another, at the latest when a busy machine has given each its turn. The others are still
// answered, the memory stays within its bounds, and nothing is left when they go (startServer sees
// to that).
func analyseTogether(t *testing.T, all, analysing int, span time.Duration, fair int64) {
	const hashMiB = 4
	server := startServer(t, func(c *serve.Config) { c.Limits.HashMiB = hashMiB })
	pages := make([]*testPage, all)
	for i := range pages {
		pages[i] = server.connect(t)
	}
	nodes := make([]atomic.Int64, analysing)
	bounds := func() (least, most int64) {
		least = math.MaxInt64
		for i := range nodes {
			least, most = min(least, nodes[i].Load()), max(most, nodes[i].Load())
		}
		return least, most
	}
	var running sync.WaitGroup
	begun := make(chan struct{}, analysing)
	for i, page := range pages[:analysing] {
		page.sit("analysis", "cathedral")
		running.Go(func() { page.analyse(begun, &nodes[i]) })
	}
	for range analysing {
		<-begun
	}
	for _, page := range pages[:analysing] {
		page.say("analysis", "go infinite")
	}
	var waits []time.Duration // of those who do not analyse
	least, most, begin := int64(0), int64(0), time.Now()
	isUnfair := func() bool { return least == 0 || least < most/fair }
	for i := 0; time.Since(begin) < span || isUnfair() && time.Since(begin) < longWait; i++ {
		asked := time.Now()
		pages[analysing+i%(all-analysing)].view(`"moves":["CAnF5"]`)
		waits = append(waits, time.Since(asked).Round(time.Millisecond))
		time.Sleep(10 * time.Millisecond)
		least, most = bounds()
	}
	memory := engineMemory(t)
	for _, page := range pages[:analysing] {
		page.say("analysis", "stop")
	}
	running.Wait()
	slices.Sort(waits)
	t.Logf("the analyses have searched %d to %d nodes after %s", least, most, time.Since(begin))
	t.Logf("of %d views half took %s at most, and the slowest %s", len(waits), waits[len(waits)/2], waits[len(waits)-1])
	t.Logf("the engines hold %d MiB", memory)
	if isUnfair() {
		t.Errorf("one analysis has searched %d nodes, and another %d", least, most)
	}
	// What an engine needs besides its table; a program built for the race detector,
	// or for coverage, needs more.
	const engineMiB = 120
	if most := analysing * (hashMiB + engineMiB); memory > most {
		t.Errorf("%d engines hold %d MiB: want %d at most", analysing, memory, most)
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	if held := stats.HeapInuse >> 20; held > 200 {
		t.Errorf("the server holds %d MiB", held)
	}
	for _, page := range pages {
		page.socket.CloseNow()
	}
	later := server.connect(t)
	for i := range 4 {
		later.sitSoon(fmt.Sprintf("seat-%d", i), "cathedral")
	}
}

// analyse follows an analysis from its beginning to its end, and counts the nodes that it searches.
func (p *testPage) analyse(begun chan<- struct{}, nodes *atomic.Int64) {
	begun <- struct{}{}
	for {
		m, err := p.tryRead()
		if err != nil {
			p.t.Error(err)
			return
		}
		words := strings.Fields(m.text("line"))
		if len(words) > 0 && words[0] == "bestmove" {
			return
		}
		if i := slices.Index(words, "nodes"); i >= 0 && i+1 < len(words) {
			count, _ := strconv.ParseInt(words[i+1], 10, 64)
			nodes.Store(count)
		}
	}
}

// engineMemory returns the MiB that the child processes of the test take, 0 if the system
// does not report it.
func engineMemory(t *testing.T) int {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/status")
	enginetest.Must(t, err)
	total := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // the process has ended
		}
		fields := map[string]string{}
		for line := range strings.Lines(string(text)) {
			name, value, _ := strings.Cut(line, ":")
			fields[name] = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB"))
		}
		if fields["PPid"] == strconv.Itoa(os.Getpid()) {
			kilobytes, _ := strconv.Atoi(fields["VmRSS"])
			total += kilobytes >> 10
		}
	}
	return total
}
