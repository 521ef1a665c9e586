package check

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"cathedral/protocol"
)

// flawVariable makes the test program an engine with a certain flaw instead of running the
// tests.
const flawVariable = "CATHEDRAL_TEST_FLAW"

func TestMain(m *testing.M) {
	if flaw, set := os.LookupEnv(flawVariable); set {
		if err := runEngine(flaws()[flaw]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	flag.Set("test.parallel", "16") // most of it is waiting
	os.Exit(m.Run())
}

// flaw spoils a right engine. Either function gets a line and returns the lines
// to say or hear instead; nil leaves everything as it is.
type flaw struct {
	hears  func(e *spoiled, line string) []string
	says   func(e *spoiled, line string) []string
	undead bool // keeps running when its input ends
}

// spoiled is the engine with its flaw.
type spoiled struct {
	flaw
	mutex     sync.Mutex
	out       *bufio.Writer
	searching bool
	due       time.Time // when a late engine answers go movetime
	leak      [][]byte
}

// runEngine is the right engine, between two filters if it has a flaw.
func runEngine(f flaw) error {
	server := protocol.NewServer(protocol.Config{Name: "Flawed", Version: "1", Author: "the tests"})
	if f.hears == nil && f.says == nil && !f.undead {
		return server.Run(context.Background(), os.Stdin, os.Stdout)
	}
	e := &spoiled{flaw: f, out: bufio.NewWriter(os.Stdout)}
	in, lines := io.Pipe()
	go func() {
		reader := bufio.NewReader(os.Stdin)
		for {
			line, err := reader.ReadString('\n')
			if line != "" {
				e.hear(lines, line)
			}
			for err != nil && e.undead {
				time.Sleep(time.Minute)
			}
			if err != nil {
				lines.Close()
				return
			}
		}
	}()
	return server.Run(context.Background(), in, e)
}

// hear passes a line to the right engine.
func (e *spoiled) hear(to io.Writer, line string) {
	heard := []string{line}
	if e.hears != nil {
		heard = e.hears(e, strings.TrimSpace(line))
		for i := range heard {
			heard[i] += "\n"
		}
	}
	e.mutex.Lock()
	if begins("go")(strings.TrimSpace(line)) && !begins("go perft")(strings.TrimSpace(line)) && len(heard) > 0 {
		e.searching = true
	}
	e.mutex.Unlock()
	for _, line := range heard {
		io.WriteString(to, line)
	}
}

// Write takes the output of the right engine, in whole lines.
func (e *spoiled) Write(data []byte) (int, error) {
	for line := range bytes.Lines(data) {
		text := strings.TrimSpace(string(line))
		said := []string{text}
		if e.says != nil {
			said = e.says(e, text)
		}
		e.mutex.Lock()
		if strings.HasPrefix(text, "bestmove") {
			e.searching = false
		}
		for _, text := range said {
			fmt.Fprintln(e.out, text)
		}
		err := e.out.Flush()
		e.mutex.Unlock()
		if err != nil {
			return 0, err
		}
	}
	return len(data), nil
}

func (e *spoiled) isSearching() bool {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.searching
}

// when returns a filter that replaces each line that matches. In a replacement LINE stands for
// the line.
func when(matches func(line string) bool, replacements ...string) func(*spoiled, string) []string {
	return func(_ *spoiled, line string) []string {
		if !matches(line) {
			return []string{line}
		}
		var lines []string
		for _, replacement := range replacements {
			lines = append(lines, strings.ReplaceAll(replacement, "LINE", line))
		}
		return lines
	}
}

// changing returns a filter that replaces a text.
func changing(from, to string) func(*spoiled, string) []string {
	return func(_ *spoiled, line string) []string { return []string{strings.ReplaceAll(line, from, to)} }
}

// each returns a filter of single lines.
func each(change func(line string) string) func(*spoiled, string) []string {
	return func(_ *spoiled, line string) []string { return []string{change(line)} }
}

// flaws returns the bad engines by name; "" is the right one.
func flaws() map[string]flaw {
	return map[string]flaw{
		"":                             {},
		"says nothing":                 {says: func(*spoiled, string) []string { return nil }},
		"has no author":                {says: when(begins("id author"))},
		"has a bad option":             {says: changing("type spin default 64", "type spin default 0")},
		"has an unreadable option":     {says: when(is("ugiok"), "option name Scale type spin default 0.5 min 0.0 max 1.0", "LINE")},
		"counts what it should refuse": {hears: changing("go perft x", "go depth 1"), says: when(isError)},
		"crashes at the door":          {hears: func(*spoiled, string) []string { panic("no\nthank you") }},
		"crashes on a NUL byte": {hears: each(func(line string) string {
			if strings.ContainsRune(line, 0) {
				panic("a NUL byte")
			}
			return line
		})},
		"plays an illegal move": {says: when(begins("bestmove"), "bestmove CAnA1")},
		"answers twice":         {says: when(begins("bestmove"), "LINE", "LINE")},
		"always names a move to ponder on": {says: when(func(line string) bool {
			return begins("bestmove")(line) && !strings.Contains(line, "ponder")
		}, "LINE ponder pass")},
		"does not stop":            {hears: when(begins("stop"))},
		"does not quit":            {hears: when(begins("quit"))},
		"outlives its input":       {undead: true},
		"has no ponderhit":         {hears: when(begins("ponderhit"))},
		"has no error lines":       {says: when(begins("info string error:"))},
		"reports everything twice": {says: when(isError, "LINE", "LINE")},
		"drops go during go": {hears: func(e *spoiled, line string) []string {
			if begins("go")(line) && e.isSearching() {
				return nil
			}
			return []string{line}
		}},
		"is deaf during a search": {hears: func(e *spoiled, line string) []string {
			for line == "isready" && e.isSearching() {
				time.Sleep(time.Millisecond)
			}
			return []string{line}
		}},
		"does not look at its clock": {hears: when(begins("go p1time"), "go movetime 2000")},
		"guesses bad numbers": {hears: when(func(line string) bool {
			return begins("go")(line) && !begins("go perft")(line) && regexp.MustCompile(" (x|NaN|1e30) ").MatchString(line)
		}, "go depth 1")},
		"loses its position": {hears: when(func(line string) bool {
			return begins("position")(line) && strings.Contains(line, "xx")
		}, "position startpos", "LINE")},
		"overlooks a legal move": {says: each(func(line string) string {
			if fields := strings.Fields(line); begins("response")(line) && len(fields) > 3 && !strings.Contains(line, "/") {
				return strings.Join(append(fields[:1], fields[2:]...), " ")
			}
			return line
		})},
		"counts wrongly":                {says: changing("Nodes searched: ", "Nodes searched: 1")},
		"shows the start only":          {says: when(begins("Fen:"), "Fen: 10/10/10/10/10/10/10/10/10/10 l C 0")},
		"writes proofs as UCI does not": {says: changing("info depth 0 score cp ", "info depth 0 score final ")},
		"complains of debug":            {hears: changing("debug", "debugger")},
		"ends a bare go":                {hears: when(is("go"), "go depth 1")},
		"reads no fractions":            {hears: changing(".0", "x")},
		"drops a faulty go": {hears: when(func(line string) bool {
			return begins("go")(line) && (strings.Contains(line, "mate") || strings.HasSuffix(line, " x"))
		})},
		"writes its lines upside down": {says: each(func(line string) string {
			return strings.NewReplacer("multipv 1", "multipv 3", "multipv 3", "multipv 1").Replace(line)
		})},
		"takes losses for wins":    {says: changing(" upperbound", " lowerbound")},
		"keeps its old position":   {hears: changing("newgame", "othergame")},
		"calls every text a move":  {hears: changing("query islegal e2e4", "query islegal CAnF5")},
		"queries the score as fen": {hears: changing("query fen", "query score")},
		"has no pv":                {says: each(strings.NewReplacer(" nps ", " npx ", " pv ", " pw ").Replace)},
		"has one answer":           {says: when(begins("bestmove"), "bestmove CAnF5")},
		// It is written in C, and knows only what WRITE-AN-ENGINE.md mentions.
		"knows the guide alone": {
			hears: func(_ *spoiled, line string) []string {
				line, _, _ = strings.Cut(line, "\x00")
				switch {
				case !regexp.MustCompile(`^(ugi|isready|uginewgame|position|go|stop|quit)(\s|$)`).MatchString(line):
					return nil
				case begins("go")(line) && line != "go" && !strings.Contains(line, "infinite") && !strings.Contains(line, "ponder"):
					return []string{"go depth 1"}
				}
				return []string{line}
			},
			says: each(func(line string) string {
				if begins("info")(line) || begins("option")(line) {
					return ""
				}
				return "\t" + line
			}),
		},
		"has scores but no solver": {
			hears: each(strings.NewReplacer("go solve verdict", "go depth 1", "go solve", "go depth 1").Replace),
			says: each(func(line string) string {
				if strings.Contains(line, " pv ") {
					line = strings.Replace(line, "score final", "score cp", 1)
				}
				return line
			}),
		},
		"takes a text with two cathedrals": {
			hears: changing("fen 4+5/3+++4/4+5/4+5/10/10/4+5/3+++4/4+5/4+5 l - 2", "startpos moves CAnF5"),
			says:  when(func(line string) bool { return isError(line) || begins("Fen:")(line) }),
		},
		"proves what is wrong": {says: changing("score final -", "score final ")},
		"repeats one line":     {says: changing("multipv 2", "multipv 1")},
		"plays classic always": {hears: changing("Rules value woods", "Rules value classic")},
		"floods its output": {says: func(e *spoiled, line string) []string {
			for begins("bestmove")(line) {
				if _, err := e.out.WriteString("info string again and again\n"); err != nil {
					os.Exit(1)
				}
			}
			return []string{line}
		}},
		"writes what is no text": {says: when(begins("bestmove"), "\x7fELF\x01", "LINE")},
		"answers before stop":    {hears: changing("go infinite", "go depth 1")},
		"is 60 ms late":          lateBy(60 * time.Millisecond),
		"is 2 s late":            lateBy(2 * time.Second),
		"forgets to free": {hears: func(e *spoiled, line string) []string {
			if len(line) > 1<<20 {
				e.leak = append(e.leak, bytes.Repeat([]byte(line), 4))
			}
			return []string{line}
		}},
	}
}

// lateBy returns the flaw of an engine that answers go movetime late.
func lateBy(late time.Duration) flaw {
	return flaw{
		hears: func(e *spoiled, line string) []string {
			var milliseconds int
			if n, _ := fmt.Sscanf(line, "go movetime %d", &milliseconds); n == 1 {
				e.mutex.Lock()
				e.due = time.Now().Add(time.Duration(milliseconds)*time.Millisecond + late)
				e.mutex.Unlock()
			}
			return []string{line}
		},
		says: func(e *spoiled, line string) []string {
			e.mutex.Lock()
			due := e.due
			e.mutex.Unlock()
			if begins("bestmove")(line) {
				time.Sleep(time.Until(due))
			}
			return []string{line}
		},
	}
}
