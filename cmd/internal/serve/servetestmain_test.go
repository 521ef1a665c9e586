package serve_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"cathedral/cmd/internal/serve"
	"cathedral/engine"
	"cathedral/protocol"
)

// TestMain makes the test's program an engine or a server when it is called with its role.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || !strings.HasPrefix(os.Args[1], "be-") {
		os.Exit(m.Run())
	}
	config := protocol.Config{Name: "Cathedral", Version: "test", Author: "the tests"}
	run := func() error { return protocol.NewServer(config).Run(context.Background(), os.Stdin, os.Stdout) }
	switch os.Args[1] {
	case "be-greedy":
		config.NewChooser = protocol.Greedy
	case "be-mortal":
		config.NewChooser = mortal
	case "be-restless":
		run = beRestless
	case "be-a-server-of-friends":
		run = beFriendServer
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// mortal crashes when it is to choose.
func mortal(uint64) protocol.Chooser {
	return func(*engine.Position) engine.Move {
		fmt.Fprintln(os.Stderr, "this is too much")
		os.Exit(3)
		return engine.NoMove
	}
}

// beRestless is an engine that searches for ever, and does not stop.
func beRestless() error {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() && lines.Text() != "quit" {
		switch lines.Text() {
		case "ugi":
			fmt.Println("id name Restless\nid author the tests\noption name Log File type string default x\n" +
				"option name Hash type spin default 16 min 1 max 1024\nugiok")
		case "isready":
			fmt.Println("readyok")
		}
	}
	return lines.Err()
}

// testEngines are the engines that every server of the tests offers.
func testEngines(t testing.TB) []serve.Engine {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var engines []serve.Engine
	for _, name := range []string{"cathedral", "greedy", "restless", "mortal"} {
		engines = append(engines, serve.Engine{Name: name, Command: program, Arguments: []string{"be-" + name}})
	}
	return append(engines, serve.Engine{Name: "missing", Command: "./there-is-no-such-program"})
}
