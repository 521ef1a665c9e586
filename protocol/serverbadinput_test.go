package protocol

// Whatever is typed or piped, the server answers with one line and lives.

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"cathedral/engine"
	"cathedral/protocol/wire"
	"cathedral/search"
)

func TestBadLinesGetOneError(t *testing.T) {
	tests := []struct{ name, line, part string }{
		{"unknown command", "foo bar", `word 1 "foo"`},
		{"a command in capitals", "GO", `word 1 "GO"`},
		{"not UTF-8", "position startpos \xff\xfe", `word 3 "\xff\xfe"`},
		{"a NUL byte", "isready\x00", `word 1 "isready\x00"`},
		{"a NUL byte in a move", "position startpos moves CAn\x00F5", `word 4 "CAn\x00F5"`},
		{"control characters", "\x1b[31m", `word 1 "\x1b[31m"`},
		{"a line of 10 MB", strings.Repeat("x", 10<<20), `"xxxx`},
		{"10 MB of words", strings.Repeat("no ", 10<<20/3), `"no no`},
		{"a count with 10 MB of zeros", "go perft 1" + strings.Repeat("0", 10<<20), `"go perft 10000`},
		{"10 MB of binary", strings.Repeat("\x00\xff", 5<<20), `"\x00\xff`},
		{"query without a word", "query", "after word 1"},
		{"query of the legality of nothing", "query islegal", "after word 2"},
		{"query of something else", "query weather", `word 2 "weather"`},
		{"a format's verb", "%s%d%n", `word 1 "%s%d%n"`},
	}
	c := converse(t, nil)
	for _, test := range tests {
		c.send(test.line)
		line := c.line()
		if !strings.HasPrefix(line, "info string error: ") || !strings.Contains(line, test.part) || len(line) > 400 {
			t.Errorf("%s: got %.500q", test.name, line)
		}
		c.expectQuiet()
	}
}

// A client that has sent go waits for a bestmove, whatever came after the word.
func TestEveryGoGetsItsBestMove(t *testing.T) {
	c := converse(t, nil)
	for _, line := range []string{"go", "go\t#", "go \xff", "go depth \x00", "go \x1b[31m", "go go go", "go " + strings.Repeat("depth ", 10<<20/6)} {
		c.send(line, "stop")
		c.until("bestmove CAnB1")
		c.expectQuiet()
	}
}

func TestInputInSmallPieces(t *testing.T) {
	var out strings.Builder
	server := NewServer(Config{})
	err := server.Run(t.Context(), iotest.OneByteReader(strings.NewReader("isready\nquery p1turn\nisready")), &out)
	if err != nil || out.String() != "readyok\nresponse true\nreadyok\n" {
		t.Errorf("got %q, %v", out.String(), err)
	}
}

func TestAReadErrorIsReturned(t *testing.T) {
	err := NewServer(Config{}).Run(t.Context(), iotest.ErrReader(io.ErrUnexpectedEOF), io.Discard)
	if err == nil {
		t.Error("no error")
	}
}

// leashedSearcher is the real one, kept from using much of the machine.
type leashedSearcher struct{ *search.Searcher }

func (l leashedSearcher) Search(ctx context.Context, p *engine.Position, limits search.Limits, options search.Options, report func(search.Info)) search.Result {
	const most = 500
	if limits.Nodes == 0 || limits.Nodes > most {
		limits.Nodes = most
	}
	options.Threads = min(options.Threads, 2)
	return l.Searcher.Search(ctx, p, limits, options, report)
}

func (leashedSearcher) Resize(int) error { return nil }

// answerLine matches every line that the server writes but for those of ugi, d,
// eval and help.
var answerLine = regexp.MustCompile(`^(readyok|info string .*|info depth .*|bestmove \S+( ponder \S+)?|response( \S+)*|\S+: \d+|Nodes searched: \d+|)$`)

func FuzzServer(f *testing.F) {
	for _, script := range []string{
		"ugi\nisready\nuginewgame\nposition startpos moves CAnF5\ngo depth 1\nquit",
		"go infinite\ngo ponder\nponderhit\nstop\nstop\nposition startpos\nsetoption name Hash value 3",
		"setoption name Rules value woods\nposition startpos\ngo movetime 0\nquery legal",
		"position fen " + startText + " moves CAnF5 CSnE8\nquery score\nd\neval",
		"position fen tttttttttt/10/10/10/10/10/10/10/10/10 l - 99\nposition fen 10/10/10/10/10/10/10/10/10/t9 l - 998 A10\ngo\nsetoption name MultiPV value 9\ngo solve",
		"go perft 1\ngo perft 9\nisready\r\n\x00\n\xff\ngo p1time 1e30",
		"uci\ndebug on\ngo mate 3\nquery fen\nquery islegal CAnF5\ngo movetime 1.5\ngo solve verdict nodes 9\nucinewgame",
	} {
		f.Add([]byte(script))
	}
	real, err := search.New(1)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, script []byte) {
		server := NewServer(Config{Name: "Test", Version: "1", Author: "Nobody"})
		server.newSearcher = func(int) (searcher, error) { return leashedSearcher{real}, nil }
		server.farewell = 0
		var out strings.Builder
		input := io.MultiReader(strings.NewReader(string(script)), strings.NewReader("\nuginewgame\nisready\n"))
		started := time.Now()
		if err := server.Run(t.Context(), input, &out); err != nil {
			t.Fatal(err)
		}
		if elapsed := time.Since(started); elapsed > patience {
			t.Errorf("it took %s", elapsed)
		}
		checkFuzzed(t, string(script), out.String())
	})
}

// checkFuzzed checks what can be said of the answers to any script at all.
func checkFuzzed(t *testing.T, script, answers string) {
	gos, quits := 0, false
	plain := true // nothing but lines that answerLine knows
	for line := range strings.SplitSeq(script, "\n") {
		words := wire.Words(strings.TrimPrefix(line, "\ufeff"))
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "go":
			if !isCount(words) {
				gos++
			}
		case "quit":
			quits = true
		case "ugi", "uci", "d", "eval", "help":
			plain = false
		}
	}
	best, ready := 0, 0
	for line := range strings.Lines(answers) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "bestmove ") {
			best++
		}
		if line == "readyok" {
			ready++
		}
		if plain && !answerLine.MatchString(line) {
			t.Errorf("answered %q", line)
		}
	}
	if best != gos && !quits { // a new game at the end waits for the last of them
		t.Errorf("%d best moves for %d times go", best, gos)
	}
	if ready == 0 && !quits {
		t.Errorf("no readyok at the end: %q", answers)
	}
}

func TestManyCommandsAreAnsweredInOrder(t *testing.T) {
	c := converse(t, nil)
	var want []string
	for i := range 1000 {
		moves := []string{"", " moves CAnF5"}[i%2]
		c.send("position startpos"+moves, "query p1turn", "go depth 1")
		want = append(want, fmt.Sprintf("response %t", i%2 == 0))
	}
	var got []string
	for range 3 * 1000 {
		if line := c.line(); strings.HasPrefix(line, "response") {
			got = append(got, line)
		}
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Error("the answers are not in order")
	}
	c.expectQuiet()
}
