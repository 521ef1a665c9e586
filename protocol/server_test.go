package protocol

// Every row of the protocol's table, and every command during a search.

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
)

const startText = "10/10/10/10/10/10/10/10/10/10 l C 0"

func TestSearchEndsInOneBestMove(t *testing.T) {
	c := converse(t, nil)
	c.send("go depth 3")
	c.expect("info depth 1 seldepth 2 multipv 1 score cp 150 nodes 7 nps 3500 hashfull 0 time 2 pv CAnB1", "bestmove CAnB1")
	c.expectQuiet()
}

func TestNewGameStopsTheSearchAndForgets(t *testing.T) {
	for _, word := range []string{"uginewgame", "ucinewgame"} {
		c := converse(t, nil)
		c.send("position startpos moves CAnF5", "go infinite")
		c.line()
		c.send(word)
		c.expect("bestmove TAnA1")
		c.expectQuiet()
		c.expectCleared(1)
		if got := c.fen(); got != startText {
			t.Errorf("%s: the position is %s", word, got)
		}
		c.send("go depth 1")
		c.until("bestmove")
		c.call() // that of go infinite
		if moves := c.call().limits.Before; len(moves) > 0 {
			t.Errorf("%s: searched after %v, the moves of the last game", word, moves)
		}
	}
}

func TestCancelledContextEndsTheServer(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	reader, writer := io.Pipe()
	defer writer.Close()
	ended := make(chan error)
	go func() { ended <- NewServer(Config{}).Run(ctx, reader, io.Discard) }()
	io.WriteString(writer, "go infinite\n")
	cancel()
	select {
	case err := <-ended:
		if !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(patience):
		t.Fatal("the server does not end")
	}
}

func TestHandedInCommandsRunBesideTheConversation(t *testing.T) {
	c := converse(t, map[string]Command{
		"bench": func(ctx context.Context, arguments []string, out io.Writer) error {
			fmt.Fprint(out, "bench ", strings.Join(arguments, "+"), "\nhalf a")
			<-ctx.Done()
			fmt.Fprint(out, " line")
			return ctx.Err()
		},
		"fail": func(context.Context, []string, io.Writer) error { return errors.New("too\nbad") },
	})
	c.send("bench 1 2 # and a comment")
	c.expect("bench 1+2")
	c.expectQuiet()
	c.send("stop")
	c.expect("half a line")
	c.send("fail")
	c.expectError("fail: too bad")
	c.send("bench", "go depth 1")
	c.until("bestmove")
	c.expectQuiet()
}

// A command that was handed in comes to its end though the input has ended, unless
// nobody reads it any more.
func TestAHandedInCommandOutlivesTheInput(t *testing.T) {
	t.Parallel()
	goOn := make(chan struct{})
	commands := map[string]Command{"bench": func(ctx context.Context, _ []string, out io.Writer) error {
		select {
		case <-goOn:
		case <-ctx.Done():
		}
		_, err := fmt.Fprint(out, "the result\n")
		return cmp.Or(ctx.Err(), err)
	}}
	c := converse(t, commands)
	c.send("bench")
	c.input.Close()
	time.Sleep(2 * farewell)
	close(goOn)
	c.expect("the result")
	c.expectEnd()

	commands["bench"] = func(ctx context.Context, _ []string, out io.Writer) error {
		for ctx.Err() == nil {
			fmt.Fprint(out, "more\n")
			time.Sleep(time.Millisecond)
		}
		return ctx.Err()
	}
	c = converse(t, commands)
	c.send("bench")
	c.expect("more")
	c.input.Close()
	c.output.Close()
	c.expectEnd()
}

func TestResultsAreQueriedInTheProtocolsWords(t *testing.T) {
	for outcome, want := range map[engine.Outcome]string{
		engine.Undecided: "none", engine.LightWins: "p1win", engine.DarkWins: "p2win", engine.Draw: "draw",
	} {
		if got := ResultWord(outcome); got != want {
			t.Errorf("%s is called %s, want %s", outcome, got, want)
		}
	}
}
