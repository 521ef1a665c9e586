package protocol

// Programs of other authors as clients: CLIENTS.md says how to get them. The tests
// are skipped when a program is not there.

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"cathedral/engine"
	"cathedral/protocol/wire"
	"cathedral/search"
)

// nodeUCIVariable names the folder of the npm package node-uci. When it is not set, node
// looks for the package where it looks for any.
const nodeUCIVariable = "CATHEDRAL_NODE_UCI"

// foreignCommand returns a command that starts a client. Engines that the client starts
// as os.Args[0] are servers.
func foreignCommand(t *testing.T, name string, arguments ...string) *exec.Cmd {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*patience)
	t.Cleanup(cancel)
	command := exec.CommandContext(ctx, path, arguments...)
	command.Env = append(os.Environ(), planVariable+"=server")
	command.WaitDelay = time.Second
	return command
}

// xboard plays the part of XBoard with an engine behind uci2wb.
type xboard struct {
	t     *testing.T
	input io.Writer
	lines chan string
}

func (x *xboard) send(lines ...string) { fmt.Fprintln(x.input, strings.Join(lines, "\n")) }

// await reads up to a line that begins so, and returns the rest of it.
func (x *xboard) await(prefix string) string {
	x.t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case line, more := <-x.lines:
			if !more {
				x.t.Fatalf("uci2wb ended before %q", prefix)
			}
			if rest, found := strings.CutPrefix(line, prefix); found {
				return rest
			}
		case <-deadline:
			x.t.Fatalf("uci2wb says no %q", prefix)
		}
	}
}

func TestXBoardPlaysThroughUCI2WB(t *testing.T) {
	command := foreignCommand(t, "uci2wb", "debug", os.Args[0])
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	x := &xboard{t, input, make(chan string, 1<<16)}
	go func() {
		defer close(x.lines)
		for scanner := bufio.NewScanner(output); scanner.Scan(); {
			x.lines <- scanner.Text()
		}
	}()
	x.send("xboard", "protover 2")
	x.await(`feature option="Move Overhead -spin`)
	x.await("feature variants")
	x.send("new", "level 0 1 1", "post")
	position := engine.Start(engine.Rules{})
	for range 4 { // XBoard's person plays the middle one of the legal moves
		moves := position.Moves(nil)
		own := moves[len(moves)/2]
		position = position.Play(own)
		x.send("time 200", "otim 200", "usermove "+own.String())
		text := x.await("move ")
		reply, err := engine.ParseLegalMove(text, &position)
		if err != nil {
			t.Fatalf("move %s: %v", text, err)
		}
		position = position.Play(reply)
	}
	x.send("quit")
	input.Close()
	if err := command.Wait(); err != nil {
		t.Error(err)
	}
}

// nodeUCIScript plays moves and prints what node-uci has understood.
const nodeUCIScript = `
const { Engine } = require(process.argv[2]);
(async () => {
  const engine = new Engine(process.argv[3]);
  await engine.init();
  console.log("id", engine.id.name, engine.id.author, engine.options.has("Move Overhead"));
  await engine.setoption("Move Overhead", "20");
  await engine.isready();
  await engine.ucinewgame();
  await engine.position("startpos", ["CAnF5"]);
  for (const limits of [{ depth: 2 }, { nodes: 300 }, { movetime: 50.5 }, { mate: 3 }, { wtime: 100, btime: 100 }]) {
    const { bestmove, info } = await engine.go(limits);
    console.log("move", bestmove, info.every(({ score }) => score === undefined || score.unit === "cp"));
  }
  engine.goInfinite();
  console.log("move", (await engine.stop()).bestmove, true);
  await engine.position(process.argv[4]);
  const { bestmove, info } = await engine.go({ movetime: 500 });
  console.log("proof", bestmove, info[info.length - 1].score.value);
  await engine.quit();
})().catch((error) => { console.log(error); process.exit(1); });
`

// clientsExample returns the example of CLIENTS.md as a script that prints the move and the
// unit of its score, with the paths of the package and of the engine put in.
func clientsExample(t *testing.T, node, program string) string {
	t.Helper()
	document, err := os.ReadFile("CLIENTS.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, found := strings.Cut(string(document), "```js\n")
	example, _, closed := strings.Cut(example, "```")
	if !found || !closed {
		t.Fatal("CLIENTS.md shows no script")
	}
	for _, path := range []struct{ shown, real string }{{`"node-uci"`, node}, {`"/usr/local/bin/cathedral"`, program}} {
		if !strings.Contains(example, path.shown) {
			t.Fatalf("the script of CLIENTS.md does not name %s", path.shown)
		}
		example = strings.ReplaceAll(example, path.shown, strconv.Quote(path.real))
	}
	return "(async () => {\n" + example + "console.log(bestmove, info[info.length - 1].score.unit);\n})();\n"
}

func TestNodeUCIPlays(t *testing.T) {
	node := os.Getenv(nodeUCIVariable)
	if node == "" {
		found, err := foreignCommand(t, "node", "--print", `require.resolve("node-uci")`).Output()
		if err != nil {
			t.Skip("node-uci is not installed")
		}
		node = strings.TrimSpace(string(found))
	}
	script := filepath.Join(t.TempDir(), "plays.js")
	program, err := filepath.Abs(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	shown := clientsExample(t, node, program)
	if err := os.WriteFile(script, []byte(shown), 0o600); err != nil {
		t.Fatal(err)
	}
	if output, err := foreignCommand(t, "node", script).CombinedOutput(); err != nil || !regexp.MustCompile(`^[A-Z]{2}[nesw][A-J]\d+ cp\n$`).Match(output) {
		t.Errorf("the example of CLIENTS.md prints %q, want a move and the unit of its score: %v", output, err)
	}
	if err := os.WriteFile(script, []byte(nodeUCIScript), 0o600); err != nil {
		t.Fatal(err)
	}
	late := positionWhere(t, func(p *engine.Position) bool { return p.Ply() > 20 && !p.Over() && p.CountMoves() == 2 })
	output, err := foreignCommand(t, "node", script, node, program, late.String()).Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	if want := "id Test 1 Nobody true"; lines[0] != want || len(lines) != 8 {
		t.Fatalf("got %q, want 8 lines from %q on", lines, want)
	}
	position := engine.Start(engine.Rules{})
	position = position.Play(parsedMoves(t, "CAnF5")[0])
	for _, line := range lines[1:7] {
		words := strings.Fields(line)
		if _, err := engine.ParseLegalMove(words[1], &position); err != nil || words[2] != "true" {
			t.Errorf("%q: %v", line, err)
		}
	}
	var move string
	var centi int
	if _, err := fmt.Sscanf(lines[7], "proof %s %d", &move, &centi); err != nil || centi%100 != 0 {
		t.Errorf("%q: %v, want a proven margin in hundredths", lines[7], err)
	}
}

// TestFastchessFindsNoFault has the conversation of fastchess --compliance, which sends
// positions of chess and wants a bestmove, and an info line with a score, for each go.
func TestFastchessFindsNoFault(t *testing.T) {
	c := converseForReal(t)
	ready := func() {
		c.send("isready")
		c.until("readyok")
	}
	searches := func(line string) {
		c.send(line)
		lines := c.until("bestmove")
		if len(lines) < 2 {
			t.Fatalf("%s: no info line", line)
		}
		info, err := wire.ParseInfo(lines[len(lines)-2])
		if err != nil || !info.HasScore || info.Score.Final {
			t.Errorf("%s: %q: %v, want a score in cp", line, lines[len(lines)-2], err)
		}
		if move, ponder, err := wire.ParseBestMove(lines[len(lines)-1]); move == "" || ponder != "" || err != nil {
			t.Errorf("%s: %q: %v", line, lines[len(lines)-1], err)
		}
	}
	c.send("uci")
	handshake := strings.Join(c.until("uciok"), "\n")
	if !strings.Contains(handshake, "id name ") || !strings.Contains(handshake, "\nid author ") {
		t.Errorf("%q", handshake)
	}
	ready()
	c.send("ucinewgame")
	ready()
	c.send("position startpos")
	ready()
	c.send("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27")
	ready()
	searches("go wtime 100")
	searches("go btime 100")
	searches("go wtime 100 winc 100 btime 100 binc 100")
	searches("go btime 100 binc 100 wtime 100 winc 100")
	c.send("ucinewgame")
	ready()
	c.send("position startpos")
	searches("go wtime 100 btime 100")
	c.send("position startpos moves e2e4 e7e5")
	searches("go wtime 100 btime 100")
}

// converseForReal starts a server with the real searcher.
func converseForReal(t *testing.T) *conversation {
	t.Helper()
	real, err := search.New(4)
	if err != nil {
		t.Fatal(err)
	}
	return converseWith(t, real, Config{Name: "Test", Author: "Nobody"})
}
