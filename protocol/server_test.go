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

func TestHandshakeNamesTheEngineAndEndsInItsOwnWord(t *testing.T) {
	for _, word := range []string{"ugi", "uci"} {
		c := converse(t, nil)
		c.send(word)
		lines := c.until(word + "ok")
		if lines[0] != "id name Test 1" || lines[1] != "id author Nobody" {
			t.Errorf("%s: the handshake begins %q", word, lines[:2])
		}
		for _, line := range lines[2 : len(lines)-1] {
			if !strings.HasPrefix(line, "option name ") {
				t.Errorf("%s: %q among the options", word, line)
			}
		}
	}
}

func TestIsReadyIsAnsweredDuringSearchAndPerft(t *testing.T) {
	for _, command := range []string{"go infinite", "go ponder", "go solve", "go perft 9"} {
		c := converse(t, nil)
		c.send(command)
		if command != "go perft 9" {
			c.line() // the info line
		}
		c.expectQuiet()
		c.expectQuiet()
		c.send("quit")
		c.expectEnd()
	}
}

func TestSearchEndsInOneBestMove(t *testing.T) {
	c := converse(t, nil)
	c.send("go depth 3")
	c.expect("info depth 1 seldepth 2 multipv 1 score cp 150 nodes 7 nps 3500 hashfull 0 time 2 pv CAnB1", "bestmove CAnB1")
	c.expectQuiet()
}

func TestInfiniteSearchEndsAtStop(t *testing.T) {
	c := converse(t, nil)
	c.send("go infinite")
	c.line()
	c.expectQuiet()
	c.send("stop")
	c.expect("bestmove CAnB1")
	c.send("stop", "stop")
	c.expectQuiet()
}

func TestGoDuringGoAnswersTheOldOneFirst(t *testing.T) {
	c := converse(t, nil)
	c.send("go infinite")
	c.line()
	c.send("position startpos moves CAnF5", "go infinite")
	c.expect("bestmove CAnB1")
	c.line()
	c.send("go perft 1")
	c.expect("bestmove TAnA1")
	c.until("Nodes searched: ")
	c.send("go depth 1")
	c.until("bestmove TAnA1")
	c.expectQuiet()
}

func TestAFaultyCountLeavesTheSearchAlone(t *testing.T) {
	c := converse(t, nil)
	c.send("go infinite")
	c.line()
	c.send("go perft x")
	c.expectError(`word 3 "x"`)
	c.expectQuiet()
	c.send("stop")
	c.expect("bestmove CAnB1")
}

func TestAFaultyGoStopsTheSearchLikeAnyOther(t *testing.T) {
	c := converse(t, nil)
	c.send("go infinite")
	c.line()
	c.send("go mate 3")
	c.expect("bestmove CAnB1")
	c.expectError(`word 2 "mate"`)
	c.until("bestmove CAnB1")
	c.expectQuiet()
}

func TestPositionDuringSearchIsTheNextOnes(t *testing.T) {
	c := converse(t, nil)
	c.send("go infinite")
	c.line()
	c.send("position startpos moves CAnF5")
	c.expectQuiet()
	if got := c.ask("query p1turn"); got != "response false" {
		t.Errorf("query answers %q", got)
	}
	c.send("stop")
	c.expect("bestmove CAnB1")
	c.send("go depth 1")
	c.until("bestmove TAnA1")
	if first, second := c.call(), c.call(); first.position.Ply() != 0 || second.position.Ply() != 1 {
		t.Errorf("searched plies %d and %d", first.position.Ply(), second.position.Ply())
	}
}

func TestPonderHoldsItsBestMove(t *testing.T) {
	for _, release := range []string{"ponderhit", "stop"} {
		for _, limits := range []string{"", " movetime 1", " p1time 100 p2time 100", " depth 1"} {
			c := converse(t, nil)
			c.send("go ponder" + limits)
			c.line()
			c.expectQuiet()
			c.send(release)
			c.expect("bestmove CAnB1")
			c.send(release)
			c.expectQuiet()
		}
	}
}

func TestPonderHitLeavesAnInfiniteSearchAlone(t *testing.T) {
	for _, command := range []string{"go infinite", "go ponder infinite"} {
		c := converse(t, nil)
		c.send(command)
		c.line()
		c.send("ponderhit", "ponderhit")
		c.expectQuiet()
		c.send("stop")
		c.expect("bestmove CAnB1")
	}
}

func TestStopAndPonderHitWhenIdleSayNothing(t *testing.T) {
	c := converse(t, nil)
	c.send("stop", "stop", "ponderhit", "ponderhit")
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
		if got := c.searcher.cleared.Load(); got != 1 {
			t.Errorf("%s: the table was cleared %d times", word, got)
		}
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

func TestNewGameBeginsByTheRulesThatAreSet(t *testing.T) {
	for _, word := range []string{"uginewgame", "ucinewgame"} {
		c := converse(t, nil)
		c.send("setoption name Rules value woods", "setoption name OptionalCapture value true", word, "go depth 1")
		c.until("bestmove")
		want := engine.Rules{Set: engine.Woods, OptionalCapture: true}
		if got := c.call().position; got != engine.Start(want) {
			t.Errorf("%s: searched %s by the rules %+v", word, &got, got.Rules())
		}
	}
}

func TestDebugIsTakenSilently(t *testing.T) {
	c := converse(t, nil)
	c.send("debug on", "debug off")
	c.expectQuiet()
	c.send("go infinite")
	c.line()
	c.send("debug on")
	c.expectQuiet()
	c.send("debug", "debug perhaps", "stop")
	c.expectError("after word 1")
	c.expectError(`word 2 "perhaps"`)
	c.expect("bestmove CAnB1")
}

// A bare go is go infinite, also when the search has proven all there is.
func TestABareGoEndsAtStop(t *testing.T) {
	t.Parallel()
	position := positionWhere(t, func(p *engine.Position) bool { return p.Ply() > 20 && !p.Over() && p.CountMoves() < 5 })
	for _, command := range []string{"go", "go searchmoves " + position.Moves(nil)[0].String()} {
		c := converseForReal(t)
		c.send("position fen "+position.String(), command)
		for deadline := time.After(soon); deadline != nil; {
			select {
			case line := <-c.lines:
				if strings.HasPrefix(line, "bestmove") {
					t.Fatalf("%s: %q before stop", command, line)
				}
			case <-deadline:
				deadline = nil
			}
		}
		c.send("stop")
		c.until("bestmove ")
	}
}

func TestFinishedGameIsAnsweredWithItsMargin(t *testing.T) {
	position := finishedPosition(t)
	want := fmt.Sprintf("info depth 0 score final %d nodes 0 nps 0 time 0", position.Margin(position.Side()))
	for _, command := range []string{"go", "go infinite", "go ponder", "go depth 3", "go movetime 0", "go solve"} {
		c := converse(t, nil)
		c.send("position fen "+position.String(), command)
		c.expect(want, "bestmove none")
		c.expectQuiet()
	}
}

func TestForcedPassIsAMove(t *testing.T) {
	position := passPosition(t)
	c := converse(t, nil)
	c.send("position fen "+position.String(), "go depth 1")
	c.until("bestmove pass")
	if got := c.ask("query legal"); got != "response pass" {
		t.Errorf("query legal answers %q", got)
	}
	c.send("go perft 1")
	c.expect("pass: 1", "", "Nodes searched: 1")
	c.send("position fen "+position.String()+" moves pass", "go depth 1")
	c.until("bestmove")
}

func TestPerftCountsByRootMove(t *testing.T) {
	c := converse(t, nil)
	c.send("go perft 2")
	lines := c.until("Nodes searched: 398548")
	if len(lines) != 224+2 || lines[0] != "CAnB1: 1896" || lines[224] != "" {
		t.Errorf("%d lines, from %q to %q", len(lines), lines[0], lines[len(lines)-2:])
	}
	c.expectQuiet()
}

func TestPerftOfAFinishedGameCountsNothing(t *testing.T) {
	position := finishedPosition(t)
	c := converse(t, nil)
	c.send("position fen "+position.String(), "go perft 3")
	c.expect("", "Nodes searched: 0")
	c.expectQuiet()
}

func TestPerftIsInterruptedByStop(t *testing.T) {
	for _, command := range []string{"go perft 9", "go perft 9223372036854775807"} {
		c := converse(t, nil)
		c.send("setoption name Threads value 2", command, "stop")
		c.until("info string perft stopped")
		c.expectQuiet()
	}
}

func TestQuery(t *testing.T) {
	finished := finishedPosition(t)
	outcome := ResultWord(finished.Outcome())
	score := fmt.Sprintf("response %d %d", finished.Unplaced(engine.Light), finished.Unplaced(engine.Dark))
	tests := []struct{ position, query, want string }{
		{"startpos", "gameover", "response false"},
		{"startpos", "p1turn", "response true"},
		{"startpos moves CAnF5", "p1turn", "response false"},
		{"startpos", "result", "response none"},
		{"startpos", "score", "response 47 47"},
		{"startpos", "fen", "response " + startText},
		{"fen " + finished.String(), "fen", "response " + finished.String()},
		{"startpos", "islegal CAnF5", "response true"},
		{"startpos", "islegal canf5", "response true"},
		{"startpos", "islegal CAnA1", "response false"},
		{"startpos", "islegal TAnA1", "response false"},
		{"startpos", "islegal pass", "response false"},
		{"startpos", "islegal e2e4", "response false"},
		{"startpos", "islegal CAnF5 CSnE8", "response false"},
		{"fen " + finished.String(), "islegal pass", "response false"},
		{"startpos moves CAnF5 CSnE8", "score", "response 47 42"},
		{"fen " + finished.String(), "gameover", "response true"},
		{"fen " + finished.String(), "result", "response " + outcome},
		{"fen " + finished.String(), "score", score},
		{"fen " + finished.String(), "legal", "response"},
	}
	for _, test := range tests {
		c := converse(t, nil)
		c.send("position " + test.position)
		if got := c.ask("query " + test.query); got != test.want {
			t.Errorf("%s, query %s: got %q, want %q", test.position, test.query, got, test.want)
		}
	}
}

func TestQueryLegalListsEveryMove(t *testing.T) {
	c := converse(t, nil)
	words := strings.Fields(c.ask("query legal"))
	if words[0] != "response" || len(words) != 1+224 {
		t.Errorf("%d words", len(words))
	}
}

func TestWoodsIsAskedInItsOwnOrder(t *testing.T) {
	c := converse(t, nil)
	c.send("setoption name Rules value woods", "position startpos")
	for ply, want := range []string{"false", "true", "true", "false"} {
		c.send("position startpos moves " + strings.Join([]string{"CSnE8", "CAnF4", "TAnA1"}[:ply], " "))
		if got := c.ask("query p1turn"); got != "response "+want {
			t.Errorf("ply %d: %q", ply, got)
		}
	}
}

func TestDisplayShowsEverything(t *testing.T) {
	c := converse(t, nil)
	c.send("position startpos moves CAnF5", "d")
	text := strings.Join(c.until("Legal moves"), "\n")
	position := engine.Start(engine.Rules{})
	move, err := engine.ParseMove("CAnF5", engine.Light)
	if err != nil {
		t.Fatal(err)
	}
	position = position.Play(move)
	for _, want := range []string{
		strings.TrimRight(position.Drawing(), "\n"), "\nFen: " + position.String() + "\n",
		fmt.Sprintf("\nKey: %016X\n", position.Key()), "\nHand Light: 2 tavern", "\nHand Dark: ", "\nTerritory Light:", "\nTerritory Dark:",
		fmt.Sprintf("\nLegal moves (%d): ", position.CountMoves()),
	} {
		if !strings.Contains("\n"+text, want) {
			t.Errorf("d does not say %q", want)
		}
	}
	c.expectQuiet()
}

func TestEvalExplainsItself(t *testing.T) {
	c := converse(t, nil)
	c.send("eval")
	c.until("Total: ")
	c.expectQuiet()
}

func TestHelpNamesEveryCommand(t *testing.T) {
	c := converse(t, map[string]Command{"bench": nil})
	c.send("help")
	text := "\n" + strings.Join(c.until("#"), "\n")
	for _, word := range []string{"ugi", "uci", "isready", "setoption", "uginewgame", "ucinewgame", "position", "go", "go perft",
		"go solve", "stop", "ponderhit", "query", "debug", "d", "eval", "bench", "help", "quit"} {
		if !strings.Contains(text, "\n"+word+"\n") && !strings.Contains(text, "\n"+word+" ") {
			t.Errorf("help does not name %s", word)
		}
	}
	c.expectQuiet()
}

func TestQuitEndsASearch(t *testing.T) {
	for _, last := range []string{"go infinite", "go ponder", "go perft 9", "isready"} {
		c := converse(t, nil)
		c.send(last, "quit")
		c.expectEnd()
	}
}

func TestEndOfInputIsQuit(t *testing.T) {
	for _, last := range []string{"go infinite", "go ponder", "go solve", "go perft 9", "isready"} {
		c := converse(t, nil)
		c.send(last)
		c.input.Close()
		c.expectEnd()
	}
}

func TestShortCountsAreFinishedAtTheEndOfInput(t *testing.T) {
	c := converse(t, nil)
	io.WriteString(c.input, "go perft 1") // without a line's end
	c.input.Close()
	c.until("Nodes searched: 224")
	c.expectEnd()
}

func TestClosedOutputEndsTheServer(t *testing.T) {
	for _, command := range []string{"isready", "go infinite", "go depth 1", "go perft 3", "foo"} {
		c := converse(t, nil)
		c.output.Close()
		io.WriteString(c.input, command+"\n") // fails where the server was quicker
		c.expectEnd()
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
