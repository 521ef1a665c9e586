package protocol

// Whatever is typed or piped, the server answers with one line and lives.

import (
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"cathedral/engine"
	"cathedral/engine/enginetest"
	"cathedral/protocol/wire"
	"cathedral/search"
)

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
		enginetest.Must(t, server.Run(t.Context(), input, &out))
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
