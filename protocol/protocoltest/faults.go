package protocoltest

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Socket is the environment variable with the address to which the fault "connect" and the
// children of engines connect.
const Socket = "CATHEDRAL_TEST_SOCKET"

// fault is what an engine does when its stage has come, in this order.
type fault struct {
	says   string            // on its output
	does   func(*fakeEngine) // nil: nothing
	hangs  bool              // for longer than any test
	exit   int               // its status; 0: it continues
	adds   string            // after each answer from then on; BEST is the line bestmove
	echoes bool              // from the beginning it says its last answer again at the next go
	uci    bool              // from the beginning it speaks UCI alone
	varies bool              // from the beginning it plays at random
}

// faults returns the faults by their names.
func faults() map[string]fault {
	return map[string]fault{
		"":             {},
		"never":        {},
		"uci":          {uci: true},
		"varies":       {varies: true},
		"crash":        {does: flood(os.Stderr, strings.Repeat("noise\n", 1000), 100, "panic: out of cathedrals\ngoroutine 1\n"), exit: 3},
		"half-crash":   {says: "bestmo", exit: 4},
		"answer-crash": {does: (*fakeEngine).move, exit: 5},
		"fork-crash":   {does: startChild, exit: 5},
		"fork-hang":    {does: startChild, hangs: true},
		"fork":         {does: startChild},
		"signal":       {does: kill, hangs: true},
		"hang":         {hangs: true},
		"half":         {says: "bestmo", hangs: true},
		"close":        {does: func(*fakeEngine) { os.Stdout.Close() }, hangs: true},
		"deaf":         {does: func(*fakeEngine) { os.Stdin.Close() }, hangs: true},
		"connect":      {does: connect, hangs: true},
		"late":         {does: func(*fakeEngine) { time.Sleep(1300 * time.Millisecond) }},
		"mute":         {does: func(e *fakeEngine) { e.mute = true }},
		"endless":      {does: flood(os.Stdout, strings.Repeat("x", 4096), forEver, "")},
		"flood":        {does: flood(os.Stdout, strings.Repeat("info string flood\n", 1000), forEver, "")},
		"flood-errors": {does: flood(os.Stderr, strings.Repeat("flood of words\n", 1000), 1000, "")},
		"binary":       {says: "\x7fELF\x00\x01\x02\xff\n"},
		"latin":        {says: "bestmove \xe9\xe8\n"},
		"illegal":      {says: "bestmove CAnB2\n"},
		"misspelt":     {says: "bestmove QUEEN\n"},
		"nothing":      {says: "bestmove\n"},
		"complain":     {says: "info string error: word 5 \"x\": want a whole number\n"},
		"mate":         {says: "info depth 1 score mate 3\n"},
		"false-line":   {says: "info depth 3 score cp 5 pv CAnB1 CAnB1\n"},
		"again":        {adds: "BEST\n"},
		"echo":         {echoes: true},
		"same":         {echoes: true, does: func(e *fakeEngine) { e.mute = true }},
		"huge":         {says: "info depth 2 score final -48\n"},
		"odd-option":   {says: "option name Scale type spin default 0.5 min 0.0 max 1.0\n"},
		"shout":        {says: "BESTMOVE CAnB1\n", hangs: true},
		"twice":        {adds: "bestmove CAnB2\n"},
		"talk":         {adds: "info string that was\ninfo string a good one\n"},
	}
}

const forEver = 1 << 40

// flood returns a function that writes a text many times, and then its end.
func flood(to *os.File, text string, times int, end string) func(*fakeEngine) {
	return func(*fakeEngine) {
		for range times {
			fmt.Fprint(to, text)
		}
		fmt.Fprint(to, end)
	}
}

func hang() { time.Sleep(time.Hour) }

func kill(*fakeEngine) {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		self.Kill()
	}
}

// connect holds a connection to the test, if that listens, for as long as the process lives.
func connect(*fakeEngine) {
	if address := os.Getenv(Socket); address != "" {
		if connection, err := net.Dial("tcp", address); err == nil {
			fmt.Fprintln(connection, "here")
		}
	}
	hang()
}

// startChild starts a process that connects and hangs, with the files of this one.
func startChild(*fakeEngine) {
	child := exec.Command(os.Args[0], Arguments("start", "connect")...)
	child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := child.Start(); err != nil {
		panic(err)
	}
}
